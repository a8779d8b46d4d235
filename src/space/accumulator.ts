/**
 * Ways to add up terms in a loop, beside the plain one, where u is the unit roundoff of the format that is added in and n the number
 * of terms (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., §4.2 and §4.3). The error is at most, to first order,
 *   plain      (n − 1)·u·Σ|x|
 *   folded     (k·u + (n/k)·u')·Σ|x|    k steps in u, then into a sum of u'
 *   pairwise   (k + log₂(n/k))·u·Σ|x|   k steps, then two such sums at a time
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
  /** Terms are added in a format of their own, and every so many `steps` what they come to is added to the sum. */
  | { readonly kind: 'folded'; readonly steps: number; readonly partial: Format }
  /** The same, but such sums are added two at a time, those of equally many terms, until the loop has ended. */
  | { readonly kind: 'pairwise'; readonly steps: number; readonly partial: Format }
  /** Terms are added to two numbers, the second of which has what the first cannot hold; behind the loop both are added to the sum. */
  | { readonly kind: 'two-words'; readonly format: TwoWords };

/** As a configuration file has it: `"kahan"`, `"neumaier"`, `{"fold": 64, "in": "fp32"}`, `{"pairwise": 64, "in": "fp32"}`, `{"in": "fp32x2"}`. */
export type WrittenAccumulator =
  | 'kahan'
  | 'neumaier'
  | { readonly fold: number; readonly in: Format }
  | { readonly pairwise: number; readonly in: Format }
  | { readonly in: TwoWords };

/** Below this nothing would be saved; above it the counter, an int, could run over. */
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

/** What the numbers have that a way adds up in before the sum is completed; null where that is the sum's own format. */
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

/** Whether it rests on what an addition loses, which is nothing where additions may be put in another order. */
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

/** Sums with what each is added up as, for people. */
export function describeAccumulators(written: Readonly<Record<string, WrittenAccumulator>>): string {
  const words = Object.entries(written).map(([id, way]) => `${id} ${describeWritten(way)}`);
  return words.length > 4 ? `${words.slice(0, 3).join(', ')} and ${words.length - 3} more` : words.join(', ');
}

function describeWritten(way: WrittenAccumulator): string {
  if (typeof way === 'string') return `with ${way === 'kahan' ? 'Kahan' : 'Neumaier'} summation`;
  if ('fold' in way) return `in ${way.in}, folded every ${way.fold} steps`;
  return 'pairwise' in way ? `in ${way.in}, pairwise in blocks of ${way.pairwise} terms` : `in ${way.in}`;
}

/** The same, in a word. */
export function abbreviateWritten(way: WrittenAccumulator): string {
  if (typeof way === 'string') return way;
  if ('fold' in way) return `fold${way.fold}:${way.in}`;
  return 'pairwise' in way ? `pairwise${way.pairwise}:${way.in}` : way.in;
}

/** One text for one choice of ways to add, whatever the formats. */
export function accumulatorKey({ accumulators }: Configuration, program: Program): string {
  return [...(accumulators ?? [])]
    .map(([site, accumulator]) => {
      const steps = 'steps' in accumulator ? ` ${accumulator.steps}` : '';
      return `${program.sites[site]!.id} ${accumulator.kind}${steps}`;
    })
    .sort()
    .join('; ');
}
