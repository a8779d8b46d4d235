import type { ProfiledOperation } from './device-profile.js';

type Counts = Readonly<Record<Exclude<ProfiledOperation, 'add' | 'mul' | 'fma'>, number>>;

/**
 * Cost of a library function in additions of its format: additions per clock over calls per clock, measured on an H200 (h200.ts). For functions
 * limited by the special function units, this is the cost of the instructions around them. CUDA's library is the same code on every GPU with the
 * same units, so these ratios serve GPUs for which only the vendor's instruction table is known.
 * Source: h200.ts, throughput of add over that of the function; for functions limited by the special function units, an estimate.
 */
const FP64: Counts = { div: 12.4, sqrt: 13.7, rsqrt: 9.4, exp: 18.2, log: 48, sin: 28, cos: 28.6, pow: 119 };
const FP32: Counts = { div: 8, sqrt: 12.4, rsqrt: 4, exp: 4.5, log: 28, sin: 26, cos: 26.6, pow: 80.5 };
const FP16: Counts = { div: 12.1, sqrt: 4, rsqrt: 4, exp: 13.1, log: 13, sin: 31, cos: 30, pow: 82 };

/**
 * Significant digits of derived figures.
 * Chosen: measurements agree to about this many digits (results/nvidia-h200/characterize/profile.json); nothing else was tried.
 */
export const SIGNIFICANT_DIGITS = 3;

type Throughput = Readonly<Record<ProfiledOperation, number>>;

/** Results per clock of every operation of a format, from the `rate` of its additions, multiplications and fused operations. */
export function throughputFrom(rate: number, format: 'fp64' | 'fp32' | 'fp16', specialPerClock: number): Throughput {
  const counts = { fp64: FP64, fp32: FP32, fp16: FP16 }[format];
  const functions = Object.entries(counts).map(([name, count]) => {
    const special = name === 'div' ? specialPerClock / 2 : specialPerClock; // a division needs two special-function instructions
    return [name, Number(Math.min(rate / count, special).toPrecision(SIGNIFICANT_DIGITS))];
  });
  return { add: rate, mul: rate, fma: rate, ...Object.fromEntries(functions) } as Throughput;
}
