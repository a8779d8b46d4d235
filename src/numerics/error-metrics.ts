/** The error between two outputs, by a metric that compares their numbers. */
import { type Metric, metrics, moreIsBetter, type ValueMetric } from './metrics.js';

/** The first value that makes a comparison meaningless: it is not finite, or has no counterpart. */
export interface Offence {
  readonly index: number;
  readonly expected: number | null;
  readonly found: number | null;
  readonly why: 'count' | 'not-finite';
}

export function findOffence(expected: readonly number[], found: readonly number[]): Offence | null {
  const length = Math.min(expected.length, found.length);
  for (let index = 0; index < length; index++) {
    if (!Number.isFinite(found[index]!) && !Object.is(found[index], expected[index]))
      return { index, expected: expected[index]!, found: found[index]!, why: 'not-finite' };
  }
  if (expected.length === found.length) return null;
  return { index: length, expected: expected[length] ?? null, found: found[length] ?? null, why: 'count' };
}

/** The metric over two non-empty lists of equal length; `worst` is the index of the largest error. */
export function compareValues(
  metric: ValueMetric,
  expected: readonly number[],
  found: readonly number[],
  /** The difference of two values, if it is known more precisely than in double. */
  difference?: (index: number) => number,
): { readonly error: number; readonly worst: number } {
  const { measure: measureDoubles, ofDifference, over } = metrics[metric];
  const measure = (index: number) =>
    difference && ofDifference
      ? ofDifference(expected[index]!, difference(index))
      : measureDoubles(expected[index]!, found[index]!);
  const isCount = moreIsBetter(metric);
  let worst = 0;
  let extreme = measure(0);
  let [sum, squares] = [0, 0];
  for (let index = 0; index < expected.length; index++) {
    const error = measure(index);
    sum += error;
    squares += error * error;
    if (isCount ? error >= extreme : error <= extreme) continue;
    extreme = error;
    worst = index;
  }
  if (over === 'mean') return { error: sum / expected.length, worst };
  return { error: over === 'root mean square' ? Math.sqrt(squares / expected.length) : extreme, worst };
}

export function measureError(metric: ValueMetric, expected: readonly number[], found: readonly number[]): number {
  return compareValues(metric, expected, found).error;
}

/** The contribution of one value to a metric; a value that is unexpectedly not finite has the largest possible error. */
export function valueError(metric: Metric, expected: number, found: number): number {
  const entry = metrics[metric];
  if (Number.isFinite(expected) && Number.isFinite(found)) return entry.measure(expected, found);
  const isSame = Object.is(expected, found);
  return entry.better === 'more' ? (isSame ? entry.most : 0) : isSame ? 0 : Number.POSITIVE_INFINITY;
}
