/**
 * Summation methods for a loop, with first-order bounds of the error (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.,
 * §4.2 and §4.3); n is the number of terms, u the unit roundoff of the format of the additions, u' that of the total:
 *   plain      (n − 1)·u·Σ|x|
 *   folded     (k·u + (n/k)·u')·Σ|x|    partial sums of k terms
 *   pairwise   (k + log₂(n/k))·u·Σ|x|   partial sums of k terms, added in pairs
 *   two words  2·n·u²·Σ|x|              (Joldes, Muller and Popescu, ACM TOMS 44(2), 2017: double-word plus number)
 *   Kahan      (2·u + O(n·u²))·Σ|x|
 *   Neumaier   u·|Σx| + O(n²·u²)·Σ|x|
 */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { type Format, isFormat } from '../numerics/format.js';
import { isTwoWords, type TwoWords, WORDS } from '../numerics/two-words.js';
import type { Program } from '../program/program.js';
import type { Configuration } from './resolve.js';

export type Accumulator =
  | { readonly kind: 'kahan' }
  | { readonly kind: 'neumaier' }
  /** Terms are added in the format `partial`; every `steps` terms this partial sum is added to the total. */
  | { readonly kind: 'folded'; readonly steps: number; readonly partial: Format }
  /** As `folded`, but partial sums of equally many terms are added in pairs. */
  | { readonly kind: 'pairwise'; readonly steps: number; readonly partial: Format }
  /** Terms are added to a double-word sum, both words of which are added to the variable after the loop. */
  | { readonly kind: 'two-words'; readonly format: TwoWords };

/** The form in a configuration file: `"kahan"`, `"neumaier"`, `{"fold": 64, "in": "fp32"}`, `{"pairwise": 64, "in": "fp32"}`, `{"in": "fp32x2"}`. */
export type WrittenAccumulator =
  | 'kahan'
  | 'neumaier'
  | { readonly fold: number; readonly in: Format }
  | { readonly pairwise: number; readonly in: Format }
  | { readonly in: TwoWords };

/** With fewer steps nothing would be saved; with more the counter, an int, could overflow. */
const STEPS = { least: 2, most: 2 ** 30 };

export function parseAccumulator(written: unknown, id: string, file: string): Accumulator {
  if (written === 'kahan' || written === 'neumaier') return { kind: written };
  if (typeof written === 'object' && written !== null) {
    const { in: format, ...how } = written as Readonly<Record<string, unknown>>;
    const [[way, steps] = ['', 0], ...others] = Object.entries(how);
    if (typeof format === 'string' && isFormat(format) && others.length === 0) {
      if (way === '' && isTwoWords(format)) return { kind: 'two-words', format };
      if (way === 'fold' && isStepCount(steps)) return { kind: 'folded', steps, partial: format };
      if (way === 'pairwise' && isStepCount(steps)) return { kind: 'pairwise', steps, partial: format };
    }
  }
  throw new MantissaError('MX2052', {
    text: `${id}: ${JSON.stringify(written)} is not a summation method`,
    place: { file },
  });
}

function isStepCount(steps: unknown): steps is number {
  return typeof steps === 'number' && Number.isInteger(steps) && steps >= STEPS.least && steps <= STEPS.most;
}

/** The format of the partial sums; null if it is the format of the variable itself. */
export function partialFormat(accumulator: Accumulator): Format | null {
  switch (accumulator.kind) {
    case 'kahan':
    case 'neumaier':
      return null;
    case 'folded':
    case 'pairwise':
      return accumulator.partial;
    case 'two-words':
      return WORDS[accumulator.format];
  }
}

/** Whether the method depends on rounding errors, which a compiler that reorders additions would remove. */
export function isCompensated({ kind }: Accumulator): boolean {
  return kind === 'kahan' || kind === 'neumaier' || kind === 'two-words';
}

export function writeAccumulator(accumulator: Accumulator): WrittenAccumulator {
  switch (accumulator.kind) {
    case 'kahan':
    case 'neumaier':
      return accumulator.kind;
    case 'folded':
      return { fold: accumulator.steps, in: accumulator.partial };
    case 'pairwise':
      return { pairwise: accumulator.steps, in: accumulator.partial };
    case 'two-words':
      return { in: accumulator.format };
  }
}

/** Variables with their summation methods, for display. */
export function describeAccumulators(written: Readonly<Record<string, WrittenAccumulator>>): string {
  const words = Object.entries(written).map(([id, way]) => `${id} ${describeWritten(way)}`);
  return words.length > 4 ? `${words.slice(0, 3).join(', ')} and ${words.length - 3} more` : words.join(', ');
}

function describeWritten(way: WrittenAccumulator): string {
  if (typeof way === 'string') return `with ${way === 'kahan' ? 'Kahan' : 'Neumaier'} summation`;
  if ('fold' in way) return `in ${way.in}, folded every ${way.fold} steps`;
  return 'pairwise' in way ? `in ${way.in}, pairwise in blocks of ${way.pairwise} terms` : `in ${way.in}`;
}

/** A summation method in one word, for display. */
export function abbreviateWritten(way: WrittenAccumulator): string {
  if (typeof way === 'string') return way;
  if ('fold' in way) return `fold${way.fold}:${way.in}`;
  return 'pairwise' in way ? `pairwise${way.pairwise}:${way.in}` : way.in;
}

/** A key for a choice of summation methods, independent of the formats. */
export function accumulatorKey({ accumulators }: Configuration, program: Program): string {
  return [...(accumulators ?? [])]
    .map(([site, accumulator]) => {
      const steps = 'steps' in accumulator ? ` ${accumulator.steps}` : '';
      return `${program.sites[site]!.id} ${accumulator.kind}${steps}`;
    })
    .sort()
    .join('; ');
}
