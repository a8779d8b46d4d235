/**
 * What a counted run saw the groups of a study hold, and how each format they could have would do with it: what a search is offered
 * follows from it. Written once, before the first search; a journal without it offers every format.
 */
import { z } from 'zod';
import { RANGE_FITS } from '../numerics/value-range.js';
import { format } from './written-values.js';

/** As `ValueRange` has it. */
export const valueRange = z.strictObject({
  largest: z.number(),
  smallest: z.number(),
  hasInfinity: z.boolean(),
  hasNaN: z.boolean(),
});

export const rangesRecord = z.strictObject({
  kind: z.literal('ranges'),
  /** What the run was on. */
  input: z.string(),
  groups: z.array(
    z.strictObject({
      /** As configurations name it. */
      id: z.string(),
      /** Null where nothing but zeros was seen to be stored into it: what a library or a copy puts there is not seen. */
      seen: z
        .strictObject({
          ...valueRange.shape,
          /** The site that held the largest. */
          site: z.string(),
        })
        .nullable(),
      /** Of the formats it may be written in, other than its own; empty where nothing was seen. */
      fits: z.array(z.strictObject({ format, fit: z.enum(RANGE_FITS) })),
    }),
  ),
});
export type RangesRecord = z.infer<typeof rangesRecord>;
export type GroupRange = RangesRecord['groups'][number];
