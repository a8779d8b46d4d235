/**
 * The scale of an input's own values: the mean distance of neighbours if n values filled a cube whose edge is their spread, (most − least) ÷ n^(1/3).
 * A perturbation of a tenth of every coordinate moves particles through one another; a tenth of their distance does not. Along a line the true
 * distance is smaller, but there it is the field's differences that count, and they are of the size of the spread.
 */
import type { NeighbourDistance } from '../../journal/verification-record.js';

/** With fewer values a spread says nothing about distances. Chosen: two values have one distance; nothing else was tried. */
const FEWEST_VALUES = 3;

/** Null if the values are too few, or equal: then only their size limits the perturbation. */
export function neighbourDistance(
  name: string,
  { count, least, most }: { readonly count: number; readonly least: number; readonly most: number },
): NeighbourDistance | null {
  const spread = most - least;
  if (count < FEWEST_VALUES || !(spread > 0) || !Number.isFinite(spread)) return null;
  return { name, distance: spread / Math.cbrt(count) };
}

/** The size of a value that the perturbation is relative to. */
export function sizeOf(value: number, distance: number | null): number {
  return distance === null ? value : Math.sign(value) * Math.min(Math.abs(value), distance);
}
