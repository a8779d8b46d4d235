import { studied } from '../../../numerics/studied-formats.js';
import type { Claim } from '../findings.js';
import { type Characterization, figureOf, labelsOf, numberOf, rowsOf, rowsWith } from '../record.js';
import { all, short, typicalError } from './figures.js';

/** The usual shape of sums on GPUs; the CPU programs add in the same order. */
const SHAPE = '64×32';
const rows = (record: Characterization) => rowsOf(record, 'summation');
const errorOf = (record: Characterization, format: string) => typicalError(rows(record), { format, shape: SHAPE });
const timeOf = (record: Characterization, format: string, shape = SHAPE) =>
  figureOf(rows(record), 'time', { format, shape });

export const summationFindings: readonly Claim[] = [
  {
    name: 'wider-sums-are-closer',
    source: 'Nguyen 5.2, Table 11',
    text: 'the accuracy of sums grows from float to float2, double, double2 and 256 bits',
    check(record) {
      const names = ['fp32', studied.float2, 'fp64', studied.double2, 'limbs256'];
      const errors = all(...names.map((format) => errorOf(record, format)));
      if (!errors) return null;
      const holds = errors.every((error, at) => at === 0 || error <= errors[at - 1]!);
      return { holds, numbers: names.map((name, at) => `${name} ${short(errors[at]!)}`).join(', ') };
    },
  },
  {
    name: 'magnitudes-apart-cost-digits',
    source: 'Nguyen 5.2, Figure 5; Gu 2.3.1',
    text: 'the error of a sum grows with the distance between the magnitudes of its terms',
    check(record) {
      const errors = rowsWith(rows(record), { quantity: 'error', labels: { shape: SHAPE } });
      const intervals = labelsOf(errors, 'intervals');
      const of = (format: string) => {
        const found = intervals.map((one) => figureOf(errors, 'error', { format, intervals: one }));
        return all(found[0] ?? null, found.at(-1) ?? null);
      };
      const ends = ['fp32', 'fp64'].map(of);
      if (ends.some((one) => !one)) return null;
      return {
        holds: ends.every((one) => one![1]! > one![0]!),
        numbers: ['fp32', 'fp64']
          .map((name, at) => `${name} from ${short(ends[at]![0]!)} to ${short(ends[at]![1]!)}`)
          .join(', '),
      };
    },
  },
  {
    name: 'float2-loses-to-double',
    source: 'Nguyen 5.2 and 6; Gu 2.3.1 and 2.5',
    text: 'float2 sums are slower and less accurate than double',
    check(record) {
      const found = all(
        errorOf(record, studied.float2),
        errorOf(record, 'fp64'),
        timeOf(record, studied.float2),
        timeOf(record, 'fp64'),
      );
      if (!found) return null;
      const [error, doubleError, time, doubleTime] = found;
      return {
        holds: error! > doubleError! && time! >= doubleTime!,
        numbers: `error ${short(error!)} against ${short(doubleError!)}, ${short(time! / doubleTime!)}× the time`,
      };
    },
  },
  {
    name: 'double-sums-cost-little',
    source: 'Nguyen 5.2, Table 12: at most 13 %',
    text: 'double sums take about as long as float sums',
    check(record) {
      const found = all(timeOf(record, 'fp64'), timeOf(record, 'fp32'));
      if (!found) return null;
      const ratio = found[0]! / found[1]!;
      return { holds: ratio <= 1.15, numbers: `${short(ratio)}× the time` };
    },
  },
  {
    name: 'double2-is-good-for-sums',
    source: 'Nguyen 5.2; Gu 2.3.1: 8 to 14 orders for up to twice the time',
    text: 'double2 sums are far more accurate than double for at most twice the time',
    check(record) {
      const found = all(
        errorOf(record, studied.double2),
        errorOf(record, 'fp64'),
        timeOf(record, studied.double2),
        timeOf(record, 'fp64'),
      );
      if (!found) return null;
      const [error, doubleError, time, doubleTime] = found;
      return {
        holds: error! <= 1e-5 * doubleError! && time! <= 2.2 * doubleTime!,
        numbers: `error ${short(error!)} against ${short(doubleError!)}, ${short(time! / doubleTime!)}× the time`,
      };
    },
  },
  {
    name: '256-bits-are-exact-and-slow',
    source: 'Nguyen 5.1, Tables 7 and 8; Gu 2.3.1: 6.8 to 9.8 times double2',
    text: '256-bit sums are exact, and several times slower than double2',
    check(record) {
      const found = all(errorOf(record, 'limbs256'), timeOf(record, 'limbs256'), timeOf(record, studied.double2));
      if (!found) return null;
      const ratio = found[1]! / found[2]!;
      return {
        holds: found[0] === 0 && ratio >= 3,
        numbers: `error ${short(found[0]!)}, ${short(ratio)}× the time of double2`,
      };
    },
  },
  {
    name: '64x32-is-the-best-shape',
    source: 'Nguyen 5, Tables 10 and 12; Gu 2.3.1',
    text: 'sums are fastest with 64 blocks of 32 threads',
    check(record) {
      const times = rowsWith(rows(record), { quantity: 'time', labels: { format: 'fp64' } });
      const count = times.find(({ labels }) => labels.shape === SHAPE)?.labels.count;
      const shapes = times.filter(({ labels }) => labels.count === count);
      if (record.machine.kind !== 'gpu' || shapes.length < 3) return null;
      const fastest = shapes.reduce((best, one) => (numberOf(one) < numberOf(best) ? one : best));
      const own = timeOf(record, 'fp64');
      if (own === null) return null;
      return {
        // differences below a tenth are noise
        holds: own <= 1.1 * numberOf(fastest),
        numbers: `fp64: ${short(own)} ms, ${fastest.labels.shape} takes ${short(numberOf(fastest))} ms`,
      };
    },
  },
  {
    name: 'threads-widen-the-gap-of-256-bits',
    source: 'Gu 2.3.1: 14 to 16 times float by one thread, 32 to 37 times by many',
    text: 'the slowdown of 256 bits relative to float is larger with many threads than with one',
    check(record) {
      const found = all(
        ...['limbs256', 'fp32'].flatMap((format) => [timeOf(record, format, '1×1'), timeOf(record, format)]),
      );
      if (!found || record.machine.kind !== 'gpu') return null;
      const [one, many] = [found[0]! / found[2]!, found[1]! / found[3]!];
      return { holds: many > one, numbers: `${short(one)}× by one thread, ${short(many)}× by ${SHAPE}` };
    },
  },
];
