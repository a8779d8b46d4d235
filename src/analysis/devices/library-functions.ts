import type { ProfiledOperation } from './device-profile.js';

type Counts = Readonly<Record<Exclude<ProfiledOperation, 'add' | 'mul' | 'fma'>, number>>;

/**
 * How many additions' worth of its format's pipe a function keeps busy: additions per clock over calls per clock, measured on an H200
 * (h200.ts); for functions that the special units bound there, the instructions around them. CUDA's library is the same code on every
 * GPU with the same units, so where only the vendor's table of instructions is known, functions follow from it.
 * Source: h200.ts, throughput of add over that of the function; for those that the special units bound, an estimate.
 */
const FP64: Counts = { div: 12.4, sqrt: 13.7, rsqrt: 9.4, exp: 18.2, log: 48, sin: 28, cos: 28.6, pow: 119 };
const FP32: Counts = { div: 8, sqrt: 12.4, rsqrt: 4, exp: 4.5, log: 28, sin: 26, cos: 26.6, pow: 80.5 };
const FP16: Counts = { div: 12.1, sqrt: 4, rsqrt: 4, exp: 13.1, log: 13, sin: 31, cos: 30, pow: 82 };

/**
 * Digits of figures that follow from others.
 * Chosen: measurements repeat to about as many (results/nvidia-h200/characterize/profile.json); nothing else was tried.
 */
export const SIGNIFICANT_DIGITS = 3;

type Throughput = Readonly<Record<ProfiledOperation, number>>;

/** Results per clock of every operation of a format whose additions, multiplications and fused operations give `rate`. */
export function throughputFrom(rate: number, format: 'fp64' | 'fp32' | 'fp16', specialPerClock: number): Throughput {
  const counts = { fp64: FP64, fp32: FP32, fp16: FP16 }[format];
  const functions = Object.entries(counts).map(([name, count]) => {
    const special = name === 'div' ? specialPerClock / 2 : specialPerClock; // a division needs two of their instructions
    return [name, Number(Math.min(rate / count, special).toPrecision(SIGNIFICANT_DIGITS))];
  });
  return { add: rate, mul: rate, fma: rate, ...Object.fromEntries(functions) } as Throughput;
}
