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
 * subnormal, or their last part does, and lose digits. Infinities and NaNs stay such in every format.
 */
export const RANGE_FITS = ['holds', 'loses-digits', 'underflows', 'vanishes', 'overflows'] as const;
export type RangeFit = (typeof RANGE_FITS)[number];

export function fitIn(format: Format, { largest, smallest }: ValueRange): RangeFit {
  const { part, smallestFullPrecision } = formats[format]; // all parts of a value have the same exponent range
  // half an ulp above the largest number: larger values become infinity, or the largest number in an 8-bit format
  const { largest: end, exponentMax, epsilon } = formats[part];
  if (largest - end >= 2 ** exponentMax * (epsilon / 2)) return 'overflows';
  if (largest > 0 && roundTo(part, largest) === 0) return 'vanishes';
  if (smallest > 0 && roundTo(part, smallest) === 0) return 'underflows';
  return smallest > 0 && smallest < smallestFullPrecision ? 'loses-digits' : 'holds';
}

/**
 * Whether the numbers are lost, so that the format is not worth a trial. A format of several parts is chosen for its digits alone: it is not worth
 * one either where small numbers have fewer of them.
 */
export function isLost(format: Format, fit: RangeFit): boolean {
  return fit === 'overflows' || fit === 'vanishes' || (formats[format].parts > 1 && fit !== 'holds');
}

/** A power of two by which numbers of this range can be multiplied to fit a format with all its digits; null if there is none. */
export function scaleInto(format: Format, { largest, smallest }: ValueRange): number | null {
  const { exponentMax, smallestFullPrecision } = formats[format];
  const least =
    smallest > 0 ? Math.ceil(Math.log2(smallestFullPrecision) - Math.log2(smallest)) : Number.NEGATIVE_INFINITY;
  const most = largest > 0 ? exponentMax - 1 - Math.ceil(Math.log2(largest)) : Number.POSITIVE_INFINITY;
  if (least > most) return null;
  return least > 0 ? least : Math.min(0, most);
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
