/**
 * The value ranges of groups, observed in a profiling run, and how well each possible format represents them, which decides the formats that a
 * search is offered. Recorded once, before the first search; without this record every format is offered.
 */
import { z } from 'zod';
import { RANGE_FITS } from '../numerics/value-range.js';
import { format } from './written-values.js';

/** Schema of `ValueRange`. */
export const valueRange = z.strictObject({
  largest: z.number(),
  smallest: z.number(),
  hasInfinity: z.boolean(),
  hasNaN: z.boolean(),
});

export const rangesRecord = z.strictObject({
  kind: z.literal('ranges'),
  /** The input of the profiling run. */
  input: z.string(),
  groups: z.array(
    z.strictObject({
      /** Its id in configurations. */
      id: z.string(),
      /** Null if only zeros were observed. Values stored by libraries or copies are not observed. */
      seen: z
        .strictObject({
          ...valueRange.shape,
          /** The site with the largest value. */
          site: z.string(),
        })
        .nullable(),
      /** One entry for each other format it may have; empty if nothing was observed. */
      fits: z.array(z.strictObject({ format, fit: z.enum(RANGE_FITS) })),
    }),
  ),
});
export type RangesRecord = z.infer<typeof rangesRecord>;
export type GroupRange = RangesRecord['groups'][number];
