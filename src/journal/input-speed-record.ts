/** The recommended program timed against the baseline on an input on which trials are not timed; samples in the order of the runs. */
import { z } from 'zod';
import { clock, sample } from './measurement-record.js';
import { trialNumber } from './written-values.js';

export const inputSpeedRecord = z.strictObject({
  kind: z.literal('input-speed'),
  trial: trialNumber,
  digest: z.string(),
  input: z.string(),
  clock,
  samples: z.array(sample),
  /** Baseline time ÷ its time, with the 95 % interval. */
  ratio: z.number(),
  low: z.number(),
  high: z.number(),
  /** The node of a cluster that ran both programs. */
  node: z.string().optional(),
});
export type InputSpeedRecord = z.infer<typeof inputSpeedRecord>;
