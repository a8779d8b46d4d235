/** A trial's built program beside the baseline on neighbours of its input: what `mantissa verify` found. */
import { z } from 'zod';

/** JSON has no infinities: an error without bound is the text `Infinity`. */
const figure = z.union([z.number(), z.literal('Infinity').transform(() => Number.POSITIVE_INFINITY)]);

const sample = z.strictObject({
  /** What was run: the seed of its perturbation, or its arguments. */
  name: z.string(),
  /** `failed`: it did not run to its end or printed other values than can be compared. `baseline-failed`: nothing to compare with. */
  outcome: z.enum(['within', 'beyond', 'failed', 'baseline-failed']),
  error: figure.nullable(),
  evidence: z.string().nullable(),
});

export const verificationRecord = z.strictObject({
  kind: z.literal('verification'),
  trial: z.number().int().positive(),
  engine: z.string(),
  /** The input whose neighbours were tried, with the numbers that were moved and by how much; or other command lines. */
  neighbours: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('perturbed'),
      input: z.string(),
      /** Standard deviation of what was added. */
      spread: z.number(),
      seed: z.number().int(),
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
