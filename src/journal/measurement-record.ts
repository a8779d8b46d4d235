/** Timed runs of a built program against the baseline, in the order they ran; the times of all inputs that trials are timed on, added up. */
import { z } from 'zod';
import { trialNumber } from './written-values.js';

export const sample = z.strictObject({
  program: z.enum(['baseline', 'variant']),
  ms: z.number(),
  /** What the program itself calls its speed, where the project says how to read it. */
  merit: z.number().optional(),
});
const kernel = z.strictObject({ name: z.string(), ms: z.number() });
export const clock = z.enum(['gpu', 'cpu', 'wall', 'merit']);

/** The speedup on one input, with its 95 % interval. */
const inputSpeed = z.strictObject({ input: z.string(), ratio: z.number(), low: z.number(), high: z.number() });
export type InputSpeed = z.infer<typeof inputSpeed>;

export const measurementRecord = z.strictObject({
  kind: z.literal('measurement'),
  trial: trialNumber,
  digest: z.string(),
  clock,
  samples: z.array(sample),
  ratio: z.number(),
  low: z.number(),
  high: z.number(),
  verdict: z.string(),
  /** The node of a cluster that ran both programs. */
  node: z.string().optional(),
  /** Involuntary context switches for each second of CPU time, of both programs. */
  preemptionsPerSecond: z.number().optional(),
  /** By the GPU's clock, the middling run of each kernel; of both programs, by the names the CUDA runtime knows them by. */
  kernels: z.strictObject({ baseline: z.array(kernel), variant: z.array(kernel) }).optional(),
  /** From the same runs, input by input; of studies with one input, and in older journals, nothing. */
  inputs: z.array(inputSpeed).optional(),
});
export type MeasurementRecord = z.infer<typeof measurementRecord>;
