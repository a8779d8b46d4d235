/** A trial's built program beside the baseline on neighbours of its input: what `mantissa verify` found. */
import { z } from 'zod';
import { figure, printed, trialNumber } from './written-values.js';

/** What a sample started from, by the names of what was moved: its numbers at the least, on average and at the most. */
const startedFrom = z.strictObject({ name: z.string(), least: printed, mean: printed, most: printed });

const sampled = {
  /** What was run: the seed of its perturbation, or its arguments. */
  name: z.string(),
  inputs: z.array(startedFrom).optional(),
};
const compared = { ...sampled, error: figure };
const notCompared = { ...sampled, error: z.null(), evidence: z.string() };

const sample = z.discriminatedUnion('outcome', [
  z.strictObject({ ...compared, outcome: z.literal('within'), evidence: z.null() }),
  z.strictObject({ ...compared, outcome: z.literal('beyond'), evidence: z.string() }),
  /** It did not run to its end or printed other values than can be compared. */
  z.strictObject({ ...notCompared, outcome: z.literal('failed') }),
  /** There is nothing to compare with. */
  z.strictObject({ ...notCompared, outcome: z.literal('baseline-failed') }),
]);

export const verificationRecord = z.strictObject({
  kind: z.literal('verification'),
  trial: trialNumber,
  engine: z.string(),
  /** The input whose neighbours were tried, with the numbers that were moved and by how much; or other command lines. */
  neighbours: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('perturbed'),
      input: z.string(),
      /** Standard deviation of what was added. */
      spread: z.number(),
      seed: z.number().int(),
      /** What was moved where nothing is annotated, each number by so much of itself: what is first copied to the device, or what the program is given. */
      from: z.enum(['copied', 'given']).optional(),
      moved: z.array(z.strictObject({ name: z.string(), count: z.number().int() })),
    }),
    z.strictObject({ kind: z.literal('arguments') }),
  ]),
  samples: z.array(sample),
  /** Of the samples that could be judged, the share within the bound, and Wilson's 95 % interval of it. */
  confidence: z.number(),
  low: z.number(),
  high: z.number(),
});

export type VerificationRecord = z.infer<typeof verificationRecord>;
export type VerificationSample = z.infer<typeof sample>;
export type StartedFrom = z.infer<typeof startedFrom>;
