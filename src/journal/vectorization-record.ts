/** The program of a trial once more, with those of its kernels on vectors that can be (`tune --vectorize`). */
import { z } from 'zod';
import { figure, trialNumber } from './written-values.js';

export const vectorizationRecord = z.strictObject({
  kind: z.literal('vectorization'),
  trial: trialNumber,
  kernels: z.array(
    z.strictObject({
      name: z.string(),
      width: z.number().int().nullable(),
      /** Why that many numbers a vector; null where it stays as it is. */
      reason: z.string().nullable().default(null),
      /** Why it stays as it is; null where it is on vectors. */
      refusal: z.string().nullable(),
      /** Of one element, by the model: scalar, and on vectors. */
      instructions: z.strictObject({ scalar: z.number(), vectors: z.number() }).nullable(),
    }),
  ),
  /** `nothing`: no kernel could be; otherwise how the program ended, judged by the goal. */
  outcome: z.enum(['nothing', 'accurate', 'inaccurate', 'build-failed', 'run-failed', 'timed-out']),
  error: figure.nullable(),
  evidence: z.string().nullable(),
  /** What it was timed against, the best that was known then; a trial of null is the program as written. Null where nothing was timed. */
  against: z.strictObject({ trial: trialNumber.nullable(), onVectors: z.boolean() }).nullable().default(null),
  /** How many times as fast as that. */
  speedup: z.strictObject({ ratio: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** Whether it takes the place of the trial's patch: measured to be faster, or where nothing is timed, fewer instructions by the model. */
  isRecommended: z.boolean(),
  /** Its files, by path relative to the project; null where it is not recommended. */
  files: z.record(z.string(), z.string()).nullable(),
});
export type VectorizationRecord = z.infer<typeof vectorizationRecord>;
