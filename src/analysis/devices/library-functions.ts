import type { ProfiledOperation } from './device-profile.js';

type Counts = Readonly<Record<Exclude<ProfiledOperation, 'add' | 'mul' | 'fma'>, number>>;

/**
 * How many additions' worth of its format's pipe a function keeps busy: additions per clock over calls per clock. CUDA's library is
 * the same code on every GPU with the same units, so where only the vendor's table of instructions is known, functions follow from it.
 */
const FP64: Counts = { div: 9, sqrt: 9, rsqrt: 7, exp: 16, log: 26, sin: 20, cos: 20, pow: 80 };
const FP32: Counts = { div: 10, sqrt: 8, rsqrt: 8, exp: 8, log: 12, sin: 18, cos: 18, pow: 36 };
const FP16: Counts = { div: 8, sqrt: 8, rsqrt: 8, exp: 8, log: 8, sin: 14, cos: 14, pow: 40 };

type Throughput = Readonly<Record<ProfiledOperation, number>>;

/** Results per clock of every operation of a format whose additions, multiplications and fused operations give `rate`. */
export function throughputFrom(rate: number, format: 'fp64' | 'fp32' | 'fp16'): Throughput {
  const counts = { fp64: FP64, fp32: FP32, fp16: FP16 }[format];
  const functions = Object.entries(counts).map(([name, count]) => [name, Number((rate / count).toPrecision(3))]);
  return { add: rate, mul: rate, fma: rate, ...Object.fromEntries(functions) } as Throughput;
}
