/** The vectorized form of a trial's program (`tune --vectorize`). */
import { z } from 'zod';
import { figure, trialNumber } from './written-values.js';

export const vectorizationRecord = z.strictObject({
  kind: z.literal('vectorization'),
  trial: trialNumber,
  kernels: z.array(
    z.strictObject({
      name: z.string(),
      width: z.number().int().nullable(),
      /** Why this width was chosen; null if the kernel is not vectorized. */
      reason: z.string().nullable().default(null),
      /** Why the kernel is not vectorized; null if it is. */
      refusal: z.string().nullable(),
      /** Modelled instructions per element, scalar and vectorized. */
      instructions: z.strictObject({ scalar: z.number(), vectors: z.number() }).nullable(),
    }),
  ),
  /** `nothing`: no kernel can be vectorized; otherwise the judgement by the goal. */
  outcome: z.enum(['nothing', 'accurate', 'inaccurate', 'build-failed', 'run-failed', 'timed-out']),
  error: figure.nullable(),
  evidence: z.string().nullable(),
  /** The program it was timed against, the best one then (trial null: the original program); null if it was not timed. */
  against: z.strictObject({ trial: trialNumber.nullable(), onVectors: z.boolean() }).nullable().default(null),
  /** Speedup over that program. */
  speedup: z.strictObject({ ratio: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** Whether it replaces the trial's patch: it is measured to be faster, or, if times are modelled, has fewer instructions. */
  isRecommended: z.boolean(),
  /** Its files by path relative to the project; null if it is not recommended. */
  files: z.record(z.string(), z.string()).nullable(),
});
export type VectorizationRecord = z.infer<typeof vectorizationRecord>;
