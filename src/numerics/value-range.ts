/** The observed range of magnitudes of a set of numbers, and whether a format represents it. */
import { type Format, formats } from './format.js';
import { roundTo } from './rounding.js';

export interface ValueRange {
  /** The largest finite magnitude; 0 if only zeros, infinities and NaNs occurred. */
  readonly largest: number;
  /** The smallest nonzero magnitude; 0 if there was none. */
  readonly smallest: number;
  readonly hasInfinity: boolean;
  readonly hasNaN: boolean;
}

/**
 * `overflows`: the largest number becomes infinite. `vanishes`: every nonzero number becomes zero. `underflows`: some do. `loses-digits`: some become
 * subnormal and lose digits. Infinities and NaNs stay such in every format.
 */
export const RANGE_FITS = ['holds', 'loses-digits', 'underflows', 'vanishes', 'overflows'] as const;
export type RangeFit = (typeof RANGE_FITS)[number];

export function fitIn(format: Format, { largest, smallest }: ValueRange): RangeFit {
  const { part, smallestNormal } = formats[format]; // all parts of a value have the same exponent range
  // half an ulp above the largest number: larger values become infinity, or the largest number in an 8-bit format
  const { largest: end, exponentMax, epsilon } = formats[part];
  if (largest - end >= 2 ** exponentMax * (epsilon / 2)) return 'overflows';
  if (largest > 0 && roundTo(part, largest) === 0) return 'vanishes';
  if (smallest > 0 && roundTo(part, smallest) === 0) return 'underflows';
  return smallest > 0 && smallest < smallestNormal ? 'loses-digits' : 'holds';
}

/** Whether the numbers are lost, so that the format is not worth a trial. */
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
