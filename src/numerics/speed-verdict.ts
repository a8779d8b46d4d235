/** What an interval of a measured speedup says: faster, not faster, or that this machine cannot tell. */
import type { RatioEstimate } from './bootstrap.js';

export type SpeedVerdict = 'faster' | 'not-faster' | 'unclear';

/** An interval that spans a larger factor is never reported as faster, wherever it lies. */
const MAX_SPAN = 1.5;
/** An interval that includes 1 and spans no more than this factor shows that there is no speedup to speak of. */
const MAX_SPAN_OF_NONE = 1.15;

/** A speedup that is certainly below this prints as 1.00×, and no patch is worth it. */
const MIN_SPEEDUP = 1.005;

export function speedVerdictOf({ low, high }: Pick<RatioEstimate, 'low' | 'high'>): SpeedVerdict {
  const span = high / low;
  if (low > 1 && high < MIN_SPEEDUP) return 'not-faster';
  if (low > 1) return span <= MAX_SPAN ? 'faster' : 'unclear';
  if (high <= 1) return 'not-faster';
  return span <= MAX_SPAN_OF_NONE ? 'not-faster' : 'unclear';
}

/** The speed in words, against the noise that was measured along with it. */
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
      return `cannot tell on this machine: between ${low.toFixed(2)}× and ${high.toFixed(2)}× as fast`;
  }
}

export function noisePercent({ low, high }: Pick<RatioEstimate, 'low' | 'high'>): string {
  const percent = 100 * Math.max(1 - low, high - 1);
  return percent < 99.5 ? percent.toPrecision(2) : percent.toFixed(0);
}
