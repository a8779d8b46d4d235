/** Finds implausible figures: the compiler removed or precomputed a benchmark, or other work on the machine disturbed it. */
import { groupedBy } from '../../support/grouped-by.js';
import { numberOf, type Row, rowsWith } from './record.js';

/** Smallest plausible latency in cycles: a dependent operation takes at least one; half of one allows for an inexact clock. */
const LEAST_CYCLES = 0.5;

export function implausibleNotes(rows: readonly Row[]): string[] {
  return rows
    .filter((row) => row.quantity === 'latency' && row.unit === 'cycles' && !(numberOf(row) >= LEAST_CYCLES))
    .map(
      (row) =>
        `the latency of ${Object.values(row.labels).join(', ')} is ${row.value} cycles, which is implausible: the compiler removed the benchmark, or the clock was disturbed`,
    );
}

/** A time that falls by more than this share while the amount of work grows was disturbed. Chosen: twice the agreement of runtime/characterize/native/timing.h. */
const MOST_FALL = 0.1;

/** Times of more operations on a number that are shorter than those of fewer: at least one of the two was disturbed. */
export function fallingTimeNotes(rows: readonly Row[]): string[] {
  const times = rowsWith(rows, { quantity: 'time', labels: {} }).filter(({ labels }) => labels.n !== undefined);
  const lineOf = ({ labels: { n: _, ...rest } }: Row) => Object.values(rest).join(', ');
  const lines = groupedBy(times, lineOf);
  return [...lines].flatMap(([line, points]) => {
    const ordered = points.toSorted((a, b) => Number(a.labels.n) - Number(b.labels.n));
    return ordered.slice(1).flatMap((point, at) => {
      const before = ordered[at]!;
      if (!(numberOf(point) < numberOf(before) * (1 - MOST_FALL))) return [];
      return `${line}: ${point.labels.n} operations took ${point.value} ${point.unit}, less than ${before.labels.n} operations (${before.value} ${before.unit}); one of the two times was disturbed: measure again on an idle machine`;
    });
  });
}

/** Names at most this many unsettled times. */
const MOST_NAMED = 3;

/** One note for all times whose repeats did not agree. */
export function unsettledNotes(rows: readonly Row[]): string[] {
  const unsettled = rows.filter(({ settled }) => settled === false);
  if (unsettled.length === 0) return [];
  const timed = rows.filter(({ quantity }) => !quantity.startsWith('error')).length;
  const named = unsettled
    .slice(0, MOST_NAMED)
    .map(({ labels, quantity }) => `${Object.values(labels).join(', ')} (${quantity})`);
  const more = unsettled.length > MOST_NAMED ? ` and ${unsettled.length - MOST_NAMED} more` : '';
  return [
    `${unsettled.length} of ${timed} figures did not settle: their two shortest runs differ by more than 5 %: ${named.join('; ')}${more}; measure again on an idle machine`,
  ];
}
