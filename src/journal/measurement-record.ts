/** Timed runs of a built program and of the baseline, in the order of the runs. Times are sums over all timed inputs. */
import { z } from 'zod';
import { trialNumber } from './written-values.js';

export const sample = z.strictObject({
  program: z.enum(['baseline', 'variant']),
  ms: z.number(),
  /** The figure of merit, if the project defines one. */
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
  /** Involuntary context switches per second of CPU time, over both programs. */
  preemptionsPerSecond: z.number().optional(),
  /** Median GPU time of each kernel in both programs; names are those of the CUDA runtime. */
  kernels: z.strictObject({ baseline: z.array(kernel), variant: z.array(kernel) }).optional(),
  /** Speedups per input; missing in studies with one input and in old journals. */
  inputs: z.array(inputSpeed).optional(),
});
export type MeasurementRecord = z.infer<typeof measurementRecord>;
