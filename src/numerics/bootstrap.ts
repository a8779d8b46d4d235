/**
 * How much faster one program is than another, from timed rounds in which both ran: the ratio of the medians, and the interval
 * that holds 95 % of the ratios found when the rounds are drawn again with replacement (Efron's percentile bootstrap). Rounds are
 * drawn whole, so a slow moment of the machine that hit both programs stays with both.
 */
export interface Round {
  readonly baselineMs: number;
  readonly variantMs: number;
}

export interface RatioEstimate {
  /** Median of the baseline ÷ median of the variant: above 1 the variant is faster. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;
const TAIL = 0.025;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function estimateRatio(rounds: readonly Round[], random: () => number): RatioEstimate {
  const ratios = Array.from({ length: RESAMPLES }, () =>
    ratioOfMedians(rounds.map(() => rounds[Math.floor(random() * rounds.length)]!)),
  ).sort((a, b) => a - b);
  return {
    ratio: ratioOfMedians(rounds),
    low: ratios[Math.floor(TAIL * RESAMPLES)]!,
    high: ratios[Math.ceil((1 - TAIL) * RESAMPLES) - 1]!,
  };
}

function ratioOfMedians(rounds: readonly Round[]): number {
  return median(rounds.map(({ baselineMs }) => baselineMs)) / median(rounds.map(({ variantMs }) => variantMs));
}
