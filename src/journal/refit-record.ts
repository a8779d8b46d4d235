/** A refit of the model to timed trials, after which the search started again. A resumed study repeats the same refit. */
import { z } from 'zod';
import { trialNumber } from './written-values.js';

export const refitRecord = z.strictObject({
  kind: z.literal('refit'),
  trials: z.array(trialNumber),
  /** Deviation of the predicted from the measured times (root mean square of the logarithm), before and after the refit. */
  before: z.number(),
  after: z.number(),
});
export type RefitRecord = z.infer<typeof refitRecord>;
