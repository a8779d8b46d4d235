/** Formatting and averages of the figures in findings. */
import type { Row } from '../record.js';
import { numberOf, rowsWith } from '../record.js';

/** Three digits, in scientific notation far from 1. */
export function short(value: number): string {
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'no number' : 'infinite';
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e5 ? String(Number(value.toPrecision(3))) : value.toExponential(1);
}

/** The median, which is robust against outliers; null without values. NaN counts as infinite. */
export function typical(rows: readonly Row[]): number | null {
  if (rows.length === 0) return null;
  const numbers = rows.map(numberOf).map((one) => (Number.isNaN(one) ? Number.POSITIVE_INFINITY : one));
  const ranked = numbers.sort((a, b) => a - b);
  return (ranked[Math.floor((ranked.length - 1) / 2)]! + ranked[Math.ceil((ranked.length - 1) / 2)]!) / 2;
}

/** A factor below this between two errors is no difference: rounding errors grow at random. Chosen. */
export const RANDOM_FACTOR = 10;

/** The median of errors of one kind over their inputs. */
export function typicalError(rows: readonly Row[], labels: Readonly<Record<string, string>>): number | null {
  return typical(rowsWith(rows, { quantity: 'error', labels }));
}

/** All values, or null if one is missing. */
export function all<T extends readonly (number | null)[]>(...values: T): { [K in keyof T]: number } | null {
  return values.every((value) => value !== null) ? (values as unknown as { [K in keyof T]: number }) : null;
}
