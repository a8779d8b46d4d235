/** The result of `mantissa verify`: a trial's built program compared with the baseline on perturbed inputs. */
import { z } from 'zod';
import { clock } from './measurement-record.js';
import { figure, printed, trialNumber } from './written-values.js';

/** Minimum, mean and maximum of the perturbed numbers of a sample, by name. */
const startedFrom = z.strictObject({ name: z.string(), least: printed, mean: printed, most: printed });

/** The mean distance of neighbouring values of an input, which limits the size that a perturbation is relative to. */
const neighbourDistance = z.strictObject({ name: z.string(), distance: z.number() });

const sampled = {
  /** Identifies the sample: its number, or its arguments. */
  name: z.string(),
  inputs: z.array(startedFrom).optional(),
};
const compared = { ...sampled, error: figure };
const notCompared = { ...sampled, error: z.null(), evidence: z.string() };

const sample = z.discriminatedUnion('outcome', [
  z.strictObject({ ...compared, outcome: z.literal('within'), evidence: z.null() }),
  z.strictObject({ ...compared, outcome: z.literal('beyond'), evidence: z.string() }),
  /** The run failed, or its output cannot be compared. */
  z.strictObject({ ...notCompared, outcome: z.literal('failed') }),
  /** The baseline failed on this sample. */
  z.strictObject({ ...notCompared, outcome: z.literal('baseline-failed') }),
]);

const speed = z.strictObject({ clock, ratio: z.number(), low: z.number(), high: z.number() });

/** Timed runs on one command line. */
const timedLine = z.strictObject({
  /** The arguments. */
  name: z.string(),
  /** Of the trial over the original program, with the 95 % interval; null if a timed run failed. */
  speed: speed.nullable(),
  /** Of the program in the lowest formats; null if that cannot be built or timed. */
  ideal: speed.nullable(),
  /** The speedup in percent of the ideal one (GPUMixer's equation 3); null if the lowest formats are no faster. */
  ofIdeal: z.number().nullable(),
  evidence: z.string().nullable(),
});

export const verificationRecord = z.strictObject({
  kind: z.literal('verification'),
  trial: trialNumber,
  engine: z.string(),
  /** The perturbed input, the perturbed numbers and the perturbation; or other command lines. */
  neighbours: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('perturbed'),
      input: z.string(),
      /** Standard deviation of the perturbation. */
      spread: z.number(),
      seed: z.number().int(),
      /** Which numbers were perturbed (relative to their value) if none are marked: those first copied to the device, or those in the arguments. */
      from: z.enum(['copied', 'given']).optional(),
      /** Present if the size of the perturbation was chosen from the values; only inputs whose values are apart are listed. */
      distances: z.array(neighbourDistance).optional(),
      moved: z.array(z.strictObject({ name: z.string(), count: z.number().int() })),
      /** Names whose values are all 0, which a perturbation relative to the value does not change. */
      unmoved: z.array(z.string()).optional(),
    }),
    z.strictObject({ kind: z.literal('arguments') }),
  ]),
  samples: z.array(sample),
  /** With --timed. */
  timed: z.array(timedLine).optional(),
  /** Share of the judged samples within the bound, with Wilson's 95 % interval. */
  confidence: z.number(),
  low: z.number(),
  high: z.number(),
});

export type VerificationRecord = z.infer<typeof verificationRecord>;
export type TimedLine = z.infer<typeof timedLine>;
export type VerificationSample = z.infer<typeof sample>;
export type NeighbourDistance = z.infer<typeof neighbourDistance>;
export type StartedFrom = z.infer<typeof startedFrom>;
