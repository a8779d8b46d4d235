/** Conclusions about sums along two axes: the distance between the magnitudes of the terms, and their number. */
import { studied } from '../../../numerics/studied-formats.js';
import type { Claim } from '../findings.js';
import { type Characterization, figureOf, labelsOf, type Row, rowsOf, rowsWith } from '../record.js';
import { all, short, typical } from './figures.js';

const rows = (record: Characterization) => rowsOf(record, 'summation');
const withQuantity = (record: Characterization, quantity: string) =>
  rows(record).filter((row) => row.quantity === quantity);
/** Multi-limb formats by their bits, shortest first. */
const LENGTHS = [32, 64, 128, 256] as const;
const inWords = (count: string) => Number(count).toLocaleString('en');

/**
 * The shortest length from which on all sums are exact; infinite if the longest is not. A short format can give 0 by chance: if the small
 * terms are lost from every partial sum, the large ones still cancel.
 */
export function bitsForExactSum(errors: readonly Row[], intervals: string, count: string): number | null {
  const found = all(
    ...LENGTHS.map((bits) => figureOf(errors, 'error by range', { format: `limbs${bits}`, intervals, count })),
  );
  if (!found) return null;
  const inexact = found.findLastIndex((error) => error !== 0);
  return LENGTHS[inexact + 1] ?? Number.POSITIVE_INFINITY;
}

/** 1e-4…1e-3 & 1e3…1e4 as 10^±4. */
const distanceOf = (intervals: string) => `10^±${/1e(\d+)$/.exec(intervals)?.[1] ?? intervals}`;

const bitsInWords = (bits: number) => (Number.isFinite(bits) ? String(bits) : `more than ${LENGTHS.at(-1)}`);

const sizeFigures = (record: Characterization, quantity: string, format: string) => {
  const counts = labelsOf(withQuantity(record, 'error by size'), 'count');
  return [counts[0], counts.at(-1)].map((count) =>
    typical(rowsWith(rows(record), { quantity, labels: { format, count: count ?? '' } })),
  );
};

export const summationSizeFindings: readonly Claim[] = [
  {
    name: 'distant-magnitudes-need-more-limbs',
    source: 'Nguyen 5.1, Table 7',
    text: 'the further the magnitudes of the terms are apart, the more bits an exact sum needs',
    check(record) {
      const errors = withQuantity(record, 'error by range');
      const intervals = labelsOf(errors, 'intervals');
      const needed = labelsOf(errors, 'count').map((count) => ({
        count,
        bits: all(...intervals.map((one) => bitsForExactSum(errors, one, count))),
      }));
      const known = needed.flatMap(({ count, bits }) => (bits ? [{ count, bits }] : []));
      if (intervals.length < 2 || known.length === 0 || known.length < needed.length) return null;
      return {
        holds: known.every(
          ({ bits }) => bits.every((one, at) => at === 0 || one >= bits[at - 1]!) && bits.at(-1)! > bits[0]!,
        ),
        numbers: `at ${intervals.map(distanceOf).join(', ')}: ${known
          .map(({ count, bits }) => `${bits.map(bitsInWords).join(', ')} bits for ${inWords(count)} terms`)
          .join('; ')}`,
      };
    },
  },
  {
    name: 'longer-sums-lose-digits',
    source: 'Nguyen 5.2, Figures 7 to 11',
    text: 'the absolute error of float and double sums grows with the number of terms',
    check(record) {
      const counts = labelsOf(withQuantity(record, 'error by size'), 'count');
      const formats = [studied.float, studied.double] as const;
      const absolute = formats.map((format) => all(...sizeFigures(record, 'error by size', format)));
      const relative = formats.map((format) => all(...sizeFigures(record, 'error by size, relative', format)));
      if (counts.length < 2 || absolute.some((one) => !one)) return null;
      const text = (found: readonly number[] | null | undefined) => found?.map(short).join(' to ') ?? 'not measured';
      return {
        holds: absolute.every((one) => one![1]! > one![0]!),
        numbers: `from ${inWords(counts[0]!)} to ${inWords(counts.at(-1)!)} terms: ${formats
          .map((format, at) => `${format} ${text(absolute[at])}, relative to the terms ${text(relative[at])}`)
          .join('; ')}`,
      };
    },
  },
  {
    name: 'sum-times-follow-the-figure',
    source: 'Nguyen 5.2, Figure 7',
    text: 'the largest sum takes longer in the order float, float2, double, double2',
    check(record) {
      const names = [studied.float, studied.float2, studied.double, studied.double2];
      const times = all(...names.map((format) => sizeFigures(record, 'time by size', format)[1] ?? null));
      if (!times) return null;
      return {
        holds: times.every((time, at) => at === 0 || time > times[at - 1]!),
        numbers: names.map((name, at) => `${name} ${short(times[at]!)} ms`).join(', '),
      };
    },
  },
];
