/** A tuning plan, made before the first trial. A resumed study follows the same plan. */
import { z } from 'zod';
import { format } from './written-values.js';

export const planRecord = z.strictObject({
  kind: z.literal('plan'),
  /** The kind of unit that an iteration lowers. */
  by: z.enum(['types', 'clusters', 'variables']),
  /** From the highest to the lowest precision. */
  formats: z.array(format),
  /** Source of the execution counts that determine the order: a profiling run, or an estimate from the source. */
  sizesFrom: z.enum(['a counted run', 'the text']),
  iterations: z.array(
    z.strictObject({
      iteration: z.number().int(),
      /** Id of the unit that is lowered, and its new format. */
      unit: z.string(),
      format,
      /** Ids of its sites or operations. */
      sites: z.array(z.string()),
      operations: z.array(z.string()),
      reason: z.string(),
    }),
  ),
  /** Groups that never change, with reasons. */
  kept: z.array(z.strictObject({ id: z.string(), place: z.string(), reason: z.string() })),
  /** Copies of functions for single calls, and the place of the call; missing in old journals. */
  copies: z.array(z.strictObject({ name: z.string(), of: z.string(), call: z.string() })).optional(),
  /** Functions that are not copied although several calls reach them, with reasons. */
  together: z.array(z.strictObject({ name: z.string(), place: z.string(), reason: z.string() })).optional(),
});
export type PlanRecord = z.infer<typeof planRecord>;
