/** Compares two machines: every figure that both have. */
import { PART_NAMES, type PartName } from '../parts.js';
import { type Characterization, type Row, rowsOf } from '../record.js';

export interface ComparedRow {
  readonly part: PartName;
  readonly here: Row;
  readonly there: Row;
  /** The other machine's value ÷ this one's; null if one is not a number, or this one is 0. */
  readonly ratio: number | null;
}

export function compareRecords(here: Characterization, there: Characterization): ComparedRow[] {
  return PART_NAMES.flatMap((part) => {
    const known = new Map(rowsOf(there, part).map((row) => [keyOf(row), row]));
    return rowsOf(here, part).flatMap((row) => {
      const other = known.get(keyOf(row));
      return other ? [{ part, here: row, there: other, ratio: ratioOf(row, other) }] : [];
    });
  });
}

function keyOf({ labels, quantity, unit }: Row): string {
  return JSON.stringify([Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)), quantity, unit]);
}

function ratioOf(here: Row, there: Row): number | null {
  if (typeof here.value !== 'number' || typeof there.value !== 'number' || here.value === 0) return null;
  return there.value / here.value;
}
