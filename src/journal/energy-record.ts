/** GPU energy of a built program and of the baseline; samples are in the order of measurement. */
import { z } from 'zod';
import { trialNumber } from './written-values.js';

export const energyRecord = z.strictObject({
  kind: z.literal('energy'),
  trial: trialNumber,
  digest: z.string(),
  /** Joules of one run, averaged over `runs` runs. */
  samples: z.array(
    z.strictObject({ program: z.enum(['baseline', 'variant']), joules: z.number(), runs: z.number().int().positive() }),
  ),
  /** Joules of one run: medians of the samples. */
  baselineJoules: z.number(),
  variantJoules: z.number(),
  /** Baseline energy ÷ trial energy, with the 95 % interval. */
  ratio: z.number(),
  low: z.number(),
  high: z.number(),
});
export type EnergyRecord = z.infer<typeof energyRecord>;
