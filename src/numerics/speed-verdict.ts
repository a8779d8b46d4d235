/** The verdict on the confidence interval of a measured speedup: faster, not faster, or unclear on this machine. */
import type { RatioEstimate } from './bootstrap.js';

export type SpeedVerdict = 'faster' | 'not-faster' | 'unclear';

/**
 * An interval whose upper end ÷ lower end exceeds this is never reported as faster.
 * Chosen: right verdicts on six CPU programs spanned up to 1.28, on a busy machine as well (results/x86-64/host-verdicts/verdicts.txt); nothing else
 * was tried.
 */
const MAX_SPAN = 1.5;
/**
 * An interval that includes 1 shows that there is no relevant speedup if its upper end ÷ lower end is at most this.
 * Chosen: between 1.05 on an idle machine and 1.19 on a busy one, both for a program without a speedup (results/x86-64/host-verdicts/verdicts.txt);
 * nothing else was tried.
 */
const MAX_SPAN_OF_NO_SPEEDUP = 1.15;

/**
 * A speedup whose interval is below this counts as none.
 * Chosen: what is less prints as 1.00×, and no patch is worth it; nothing else was tried.
 */
const MIN_SPEEDUP = 1.005;

export function speedVerdictOf({ low, high }: Pick<RatioEstimate, 'low' | 'high'>): SpeedVerdict {
  const span = high / low;
  if (low > 1 && high < MIN_SPEEDUP) return 'not-faster';
  if (low > 1) return span <= MAX_SPAN ? 'faster' : 'unclear';
  if (high <= 1) return 'not-faster';
  return span <= MAX_SPAN_OF_NO_SPEEDUP ? 'not-faster' : 'unclear';
}

/** The verdict in words, with the noise of the same measurement. */
export function speedVerdictText(estimate: RatioEstimate): string {
  const { ratio, low, high } = estimate;
  switch (speedVerdictOf(estimate)) {
    case 'faster':
      return `${ratio.toFixed(2)}× faster (${low.toFixed(2)}–${high.toFixed(2)})`;
    case 'not-faster':
      return high < 1
        ? `${(1 / ratio).toFixed(2)}× slower (${(1 / high).toFixed(2)}–${(1 / low).toFixed(2)})`
        : low > 1
          ? `faster by less than ${(100 * (MIN_SPEEDUP - 1)).toFixed(1)} %`
          : `no difference beyond the noise of ±${noisePercent(estimate)} %`;
    case 'unclear':
      return `not shown to be faster: between ${low.toFixed(2)}× and ${high.toFixed(2)}× as fast`;
  }
}

/**
 * Up to this value, two significant digits are printed without an exponent.
 * Source: toPrecision(2).
 */
const MAX_TWO_DIGITS = 99.5;

export function noisePercent({ low, high }: Pick<RatioEstimate, 'low' | 'high'>): string {
  const percent = 100 * Math.max(1 - low, high - 1);
  return percent < MAX_TWO_DIGITS ? percent.toPrecision(2) : percent.toFixed(0);
}
