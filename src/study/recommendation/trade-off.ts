/**
 * The trade-off between error and speed: the search is repeated with stricter bounds, and the Pareto front of all trials is determined. A few of
 * its points, spread over the errors, are built, run on every input and timed, so that each can be applied.
 */
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import { rankedSpeedup } from '../../journal/trial-record.js';
import { asError, type Metric, moreIsBetter } from '../../numerics/metrics.js';
import { hasSpeedup } from '../timing/gain.js';

/** Number of points shown, all of which must be timed. */
export const MOST_POINTS = 5;
/**
 * Divisor from one bound to the next, or the number of digits added to it, and the largest number of bounds.
 * Chosen: a decimal digit each; six of them are most of the nine between fp64 and fp32; nothing else was tried.
 */
const STEP = 10;
const DIGITS_STEP = 1;
export const MAX_BOUNDS = 6;
/** Trials that differ by at most this in speed, and by less than a factor of two in error, are one point, shown by the fastest of them. */
const AS_FAST_AS = 0.01;
const TWICE = 2;
const DIGITS_OF_TWICE = Math.log10(TWICE);

export function stricterBound(metric: Metric, bound: number): number {
  return moreIsBetter(metric) ? bound + DIGITS_STEP : bound / STEP;
}

/** The Pareto front of the trials that may be faster than the original, most accurate first. */
export function tradeOff(trials: readonly JudgedTrial[], metric: Metric): AccurateTrial[] {
  const within = trials
    .filter((one): one is AccurateTrial => one.outcome === 'accurate' && one.accepted && hasSpeedup(one) !== false)
    .sort((a, b) => rankedSpeedup(b) - rankedSpeedup(a) || asError(metric, a.error) - asError(metric, b.error));
  const front: AccurateTrial[] = [];
  let leastError = Number.POSITIVE_INFINITY;
  for (const one of within) {
    if (asError(metric, one.error) >= leastError) continue;
    leastError = asError(metric, one.error);
    const [next] = front;
    const isAsFast = next && rankedSpeedup(one) > rankedSpeedup(next) * (1 - AS_FAST_AS);
    if (!isAsFast || isTwiceAsAccurate(metric, one.error, next.error)) front.unshift(one);
  }
  return front;
}

function isTwiceAsAccurate(metric: Metric, error: number, other: number): boolean {
  return moreIsBetter(metric) ? error >= other + DIGITS_OF_TWICE : TWICE * error <= other;
}

/** The most accurate point, the fastest, and points evenly spread between them. */
export function handful<Some>(front: readonly Some[], most = MOST_POINTS): Some[] {
  if (front.length <= most) return [...front];
  return Array.from({ length: most }, (_, at) => front[Math.round((at * (front.length - 1)) / (most - 1))]!);
}
