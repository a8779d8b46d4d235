/**
 * How much faster one program is than another, from timed rounds in which both ran: the ratio of a middle value of each (the median, or the
 * lower quartile where a busy machine delays runs and never hastens them), and the interval that holds 95 % of the ratios found when the
 * rounds are drawn again with replacement (Efron's percentile bootstrap). Rounds are drawn whole, so a slow moment of the machine that hit
 * both programs stays with both.
 */
import { quantile } from './quantile.js';

export interface Round {
  readonly baselineMs: number;
  readonly variantMs: number;
}

export interface RatioEstimate {
  /** Middle value of the baseline ÷ that of the variant: above 1 the variant is faster. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Resamples of the rounds.
 * Chosen: 50 of them lie in each tail; nothing else was tried.
 */
const RESAMPLES = 2000;
/**
 * Share of the ratios on either side of the interval.
 * Source: half of what an interval of 95 % leaves out.
 */
const TAIL_SHARE = 0.025;

/**
 * The quantile that is a lower quartile.
 * Source: by definition.
 */
const LOWER_QUARTILE = 0.25;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The quarter below which a busy machine rarely pushes a run. */
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
