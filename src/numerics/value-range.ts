/** What numbers were seen to be, as far as the range of a format is concerned, and whether a format holds them. */
import { type Format, formats } from './format.js';
import { roundTo } from './rounding.js';

export interface ValueRange {
  /** The largest finite magnitude; 0 where nothing but zeros, infinities and NaNs was seen. */
  readonly largest: number;
  /** The smallest magnitude but zero; 0 where there was none. */
  readonly smallest: number;
  readonly hasInfinity: boolean;
  readonly hasNaN: boolean;
}

/**
 * `overflows`: the largest becomes infinite. `vanishes`: every number that is not zero becomes zero. `underflows`: some do.
 * `loses-digits`: some are subnormal, and hold fewer digits than others. What was infinite or no number before is so in every format.
 */
export const RANGE_FITS = ['holds', 'loses-digits', 'underflows', 'vanishes', 'overflows'] as const;
export type RangeFit = (typeof RANGE_FITS)[number];

export function fitIn(format: Format, { largest, smallest }: ValueRange): RangeFit {
  const { part, smallestNormal } = formats[format]; // all parts of a value have one exponent range
  // half a place beyond the largest number: what is larger becomes infinity, or in a format of 8 bits that number
  const { largest: end, exponentMax, epsilon } = formats[part];
  if (largest - end >= 2 ** exponentMax * (epsilon / 2)) return 'overflows';
  if (largest > 0 && roundTo(part, largest) === 0) return 'vanishes';
  if (smallest > 0 && roundTo(part, smallest) === 0) return 'underflows';
  return smallest > 0 && smallest < smallestNormal ? 'loses-digits' : 'holds';
}

/** Whether what was seen is gone: such a format is not worth a try. */
export function isLost(fit: RangeFit): fit is 'overflows' | 'vanishes' {
  return fit === 'overflows' || fit === 'vanishes';
}

export function joinRanges(ranges: readonly ValueRange[]): ValueRange | null {
  if (ranges.length === 0) return null;
  const smallest = ranges.flatMap((one) => (one.smallest > 0 ? [one.smallest] : []));
  return {
    largest: Math.max(...ranges.map((one) => one.largest)),
    smallest: smallest.length === 0 ? 0 : Math.min(...smallest),
    hasInfinity: ranges.some((one) => one.hasInfinity),
    hasNaN: ranges.some((one) => one.hasNaN),
  };
}
