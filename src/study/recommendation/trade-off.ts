/**
 * The whole trade-off: not one bound but several, the loosest first, and of all that is found what no other is both faster and more
 * accurate than. A handful of these, spread over the errors, is built, run on every input and timed: any of them can be applied.
 */
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import { rankedSpeedup } from '../../journal/trial-record.js';
import { asError, type Metric, moreIsBetter } from '../../numerics/metrics.js';
import { buysTime } from '../timing/gain.js';

/** So many points are shown: more would have to be timed. */
export const MOST_POINTS = 5;
/**
 * Divisor from one bound to the next, or the digits that are added to it, and the bounds there may be.
 * Chosen: a decimal digit each; six of them are most of the nine between fp64 and fp32; nothing else was tried.
 */
const STEP = 10;
const DIGITS_STEP = 1;
export const MAX_BOUNDS = 6;
/** Those that differ by no more than this in speed, and by less than twice in error, are one point: the fastest of them. */
const AS_FAST_AS = 0.01;
const TWICE = 2;
const DIGITS_OF_TWICE = Math.log10(TWICE);

export function stricterBound(metric: Metric, bound: number): number {
  return moreIsBetter(metric) ? bound + DIGITS_STEP : bound / STEP;
}

/** What buys time and no other is both faster and more accurate than, the most accurate first. */
export function tradeOff(trials: readonly JudgedTrial[], metric: Metric): AccurateTrial[] {
  const within = trials
    .filter((one): one is AccurateTrial => one.outcome === 'accurate' && one.accepted && buysTime(one) !== false)
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

/** The most accurate, the fastest, and what lies evenly between. */
export function handful<Some>(front: readonly Some[], most = MOST_POINTS): Some[] {
  if (front.length <= most) return [...front];
  return Array.from({ length: most }, (_, at) => front[Math.round((at * (front.length - 1)) / (most - 1))]!);
}
