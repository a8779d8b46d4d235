/**
 * Ways to add up terms in a loop, beside the plain one, where u is the unit roundoff of the format that is added in and n the number
 * of terms (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., §4.2 and §4.3). The error is at most, to first order,
 *   plain      (n − 1)·u·Σ|x|
 *   folded     (k·u + (n/k)·u')·Σ|x|    k steps in u, then into a sum of u'
 *   Kahan      (2·u + O(n·u²))·Σ|x|
 *   Neumaier   u·|Σx| + O(n²·u²)·Σ|x|
 */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { type Format, isFormat } from '../numerics/format.js';
import type { Program } from '../program/program.js';
import type { Configuration } from './resolve.js';

export type Accumulator =
  | { readonly kind: 'kahan' }
  | { readonly kind: 'neumaier' }
  /** Terms are added in a format of their own, and every so many `steps` what they come to is added to the sum. */
  | { readonly kind: 'folded'; readonly steps: number; readonly partial: Format };

/** As a configuration file has it: `"kahan"`, `"neumaier"`, `{"fold": 64, "in": "fp32"}`. */
export type WrittenAccumulator = 'kahan' | 'neumaier' | { readonly fold: number; readonly in: Format };

/** Below this nothing would be saved; above it the counter, an int, could run over. */
const STEPS = { least: 2, most: 2 ** 30 };

export function parseAccumulator(written: unknown, id: string, file: string): Accumulator {
  if (written === 'kahan' || written === 'neumaier') return { kind: written };
  if (typeof written === 'object' && written !== null) {
    const { fold, in: partial, ...rest } = written as Readonly<Record<string, unknown>>;
    const isCount = typeof fold === 'number' && Number.isInteger(fold) && fold >= STEPS.least && fold <= STEPS.most;
    if (isCount && typeof partial === 'string' && isFormat(partial) && Object.keys(rest).length === 0)
      return { kind: 'folded', steps: fold, partial };
  }
  throw new MantissaError('MX2052', {
    text: `${id} is to be added up by ${JSON.stringify(written)}`,
    place: { file },
  });
}

export function writeAccumulator(accumulator: Accumulator): WrittenAccumulator {
  switch (accumulator.kind) {
    case 'kahan':
    case 'neumaier':
      return accumulator.kind;
    case 'folded':
      return { fold: accumulator.steps, in: accumulator.partial };
  }
}

/** Sums with what each is added up as, for people. */
export function describeAccumulators(written: Readonly<Record<string, WrittenAccumulator>>): string {
  const words = Object.entries(written).map(([id, way]) => `${id} ${describeWritten(way)}`);
  return words.length > 4 ? `${words.slice(0, 3).join(', ')} and ${words.length - 3} more` : words.join(', ');
}

function describeWritten(way: WrittenAccumulator): string {
  return typeof way === 'string'
    ? `as ${way === 'kahan' ? 'Kahan’s' : 'Neumaier’s'} sum`
    : `in ${way.in}, folded every ${way.fold} steps`;
}

/** One text for one choice of ways to add, whatever the formats. */
export function accumulatorKey({ accumulators }: Configuration, program: Program): string {
  return [...(accumulators ?? [])]
    .map(([site, accumulator]) => {
      const how = accumulator.kind === 'folded' ? `folded ${accumulator.steps}` : accumulator.kind;
      return `${program.sites[site]!.id} ${how}`;
    })
    .sort()
    .join('; ');
}
