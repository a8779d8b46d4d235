/** The model was corrected by trials that were timed, and the search began anew: a study that resumes corrects it by the same. */
import { z } from 'zod';
import { trialNumber } from './written-values.js';

export const refitRecord = z.strictObject({
  kind: z.literal('refit'),
  trials: z.array(trialNumber),
  /** How far off their times were, root mean square of the logarithm: as priced, and corrected. */
  before: z.number(),
  after: z.number(),
});
export type RefitRecord = z.infer<typeof refitRecord>;
