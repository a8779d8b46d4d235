/**
 * The speedup of one program over another from timed rounds in which both ran: the ratio of a location estimate of each (the median, or the lower
 * quartile on a busy machine, which delays runs but never speeds them up), and the interval of 95 % of the ratios when the rounds are resampled with
 * replacement (Efron's percentile bootstrap). Rounds are resampled as pairs, so that a slow moment of the machine affects both programs.
 */
import { quantile } from './quantile.js';

export interface Round {
  readonly baselineMs: number;
  readonly variantMs: number;
}

export interface RatioEstimate {
  /** Location estimate of the baseline ÷ that of the variant: above 1 the variant is faster. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The number of resamples.
 * Chosen: 50 of them are in each tail; nothing else was tried.
 */
const RESAMPLES = 2000;
/**
 * The share of the ratios on either side outside the interval.
 * Source: half of what an interval of 95 % leaves out.
 */
const TAIL_SHARE = 0.025;

/**
 * The quantile of a lower quartile.
 * Source: by definition.
 */
const LOWER_QUARTILE = 0.25;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The lower quartile, which other load on the machine rarely affects. */
export function lowerQuartile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return quantile(sorted, LOWER_QUARTILE);
}

export function estimateRatio(
  rounds: readonly Round[],
  random: () => number,
  middle: (values: readonly number[]) => number = median,
): RatioEstimate {
  const ratioOf = (drawn: readonly Round[]) =>
    middle(drawn.map(({ baselineMs }) => baselineMs)) / middle(drawn.map(({ variantMs }) => variantMs));
  const ratios = Array.from({ length: RESAMPLES }, () =>
    ratioOf(rounds.map(() => rounds[Math.floor(random() * rounds.length)]!)),
  ).sort((a, b) => a - b);
  return {
    ratio: ratioOf(rounds),
    low: ratios[Math.floor(TAIL_SHARE * RESAMPLES)]!,
    high: ratios[Math.ceil((1 - TAIL_SHARE) * RESAMPLES) - 1]!,
  };
}
