/** What runs of a built program and of the baseline used of the GPU's energy, in the order they were counted. */
import { z } from 'zod';
import { trialNumber } from './written-values.js';

export const energyRecord = z.strictObject({
  kind: z.literal('energy'),
  trial: trialNumber,
  digest: z.string(),
  /** Joules of one run, over so many that the counter moves often. */
  samples: z.array(
    z.strictObject({ program: z.enum(['baseline', 'variant']), joules: z.number(), runs: z.number().int().positive() }),
  ),
  /** Joules of a run, the middling sample of each. */
  baselineJoules: z.number(),
  variantJoules: z.number(),
  /** Energy of the baseline ÷ energy of the trial, with its 95 % interval. */
  ratio: z.number(),
  low: z.number(),
  high: z.number(),
});
export type EnergyRecord = z.infer<typeof energyRecord>;
