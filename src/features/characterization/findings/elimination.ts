/** Conclusions about Gaussian elimination and LU decomposition, over sizes, intervals and thread blocks. */
import { studied } from '../../../numerics/studied-formats.js';
import type { Claim } from '../findings.js';
import { type Characterization, figureOf, labelsOf, rowsOf, rowsWith } from '../record.js';
import { all, RANDOM_FACTOR, short, typical, typicalError } from './figures.js';

const rows = (record: Characterization) => rowsOf(record, 'applications');
const ofApplication = (record: Characterization, application: string) =>
  rows(record).filter(({ labels }) => labels.application === application);
const inWords = (size: string) => `${Number(size).toLocaleString('en')} rows`;

/** The largest size that was measured with the most values of a label: not every size has all intervals and shapes. */
export function largestSize(
  record: Characterization,
  application: string,
  label: 'intervals' | 'shape',
): string | null {
  const own = ofApplication(record, application);
  const valuesAt = (size: string) =>
    labelsOf(
      own.filter(({ labels }) => labels.size === size),
      label,
    ).length;
  const sizes = labelsOf(own, 'size');
  const most = Math.max(...sizes.map(valuesAt));
  return sizes.findLast((size) => valuesAt(size) === most) ?? null;
}

/** Labels of an application at its largest size with all intervals. */
const largest = (record: Characterization, application: string) => ({
  application,
  size: largestSize(record, application, 'intervals') ?? '',
});

/** The intervals of Nguyen's Figure 15, which every size is measured with. */
export const FIGURE_15 = '1e-2…1e-1 & 1e1…1e2';

/** Least and largest ratio of the errors of two formats over all sizes and intervals of LU. */
function ratios(
  record: Characterization,
  [own, plain]: readonly [string, string],
): { readonly least: number; readonly most: number } | null {
  const found = rowsWith(rows(record), { quantity: 'error', labels: { application: 'lu', format: own } }).flatMap(
    ({ labels: { application, size, intervals } }) => {
      const labels = { application: application!, size: size!, intervals: intervals! };
      const errors = all(
        figureOf(rows(record), 'error', { ...labels, format: own }),
        figureOf(rows(record), 'error', { ...labels, format: plain }),
      );
      return errors ? [errors[0] / errors[1]] : [];
    },
  );
  return found.length === 0 ? null : { least: Math.min(...found), most: Math.max(...found) };
}

const accuracy: readonly Claim[] = [
  {
    name: 'composite-elimination-gains-nothing',
    source: 'Nguyen 7.2, Figure 15; Gu 2.4.1',
    text: 'Gaussian elimination in double is more accurate than in double2, float and float2',
    check(record) {
      const names = [studied.double, studied.double2, studied.float, studied.float2];
      const errors = all(
        ...names.map((format) => typicalError(rows(record), { ...largest(record, 'gaussian'), format })),
      );
      if (!errors) return null;
      return {
        holds: errors.slice(1).every((error) => error > errors[0]!),
        numbers: names.map((name, at) => `${name} ${short(errors[at]!)}`).join(', '),
      };
    },
  },
  {
    name: 'elimination-keeps-its-order-at-every-size',
    source: 'Nguyen 7.2, Figures 15 and 17',
    text: 'at every size, Gaussian elimination is most accurate in double, then in double2, float and float2',
    check(record) {
      const names = [studied.double, studied.double2, studied.float, studied.float2];
      const labels = { application: 'gaussian', intervals: FIGURE_15 };
      const sizes = labelsOf(rowsWith(rows(record), { quantity: 'error', labels }), 'size').flatMap((size) => {
        const errors = all(...names.map((format) => figureOf(rows(record), 'error', { ...labels, size, format })));
        const relative = names.map((format) => figureOf(rows(record), 'error, relative', { ...labels, size, format }));
        return errors ? [{ size, errors, relative }] : [];
      });
      const last = sizes.at(-1);
      if (!last) return null;
      const ordered = sizes.filter(({ errors }) => errors.every((error, at) => at === 0 || error > errors[at - 1]!));
      const figure = (name: string, at: number) => {
        const relative = last.relative[at] ?? null; // records before this quantity was measured
        return `${name} ${short(last.errors[at]!)}${relative === null ? '' : ` (relative ${short(relative)})`}`;
      };
      return {
        holds: ordered.length === sizes.length,
        numbers: `at ${ordered.length} of ${sizes.length} sizes; ${inWords(last.size)}: ${names.map(figure).join(', ')}`,
      };
    },
  },
  {
    name: 'decomposition-errors-grow-with-magnitudes',
    source: 'Nguyen 7.3, Figures 18 to 20',
    text: 'the mean error of LU grows with the distance between the magnitudes of the elements',
    check(record) {
      const own = largest(record, 'lu');
      const intervals = labelsOf(
        rows(record).filter(({ labels }) => labels.size === own.size),
        'intervals',
      );
      const names = [studied.float, studied.float2, studied.double, studied.double2];
      const ends = names.map((format) =>
        all(
          figureOf(rows(record), 'error', { ...own, format, intervals: intervals[0] ?? '' }),
          figureOf(rows(record), 'error', { ...own, format, intervals: intervals.at(-1) ?? '' }),
        ),
      );
      if (intervals.length < 2 || ends.some((one) => !one)) return null;
      return {
        holds: ends.every((one) => one![1] > one![0]),
        numbers: `${inWords(own.size)}: ${names.map((name, at) => `${name} ${ends[at]!.map(short).join(' to ')}`).join(', ')}`,
      };
    },
  },
  {
    name: 'composite-decomposition-gains-nothing',
    source: 'Nguyen 7.3, Figures 18 to 21',
    text: 'the mean error of LU in double2 is no lower than in double, and in float2 no lower than in float',
    check(record) {
      const found = [[studied.double2, studied.double] as const, [studied.float2, studied.float] as const].flatMap(
        (pair) => ratios(record, pair) ?? [],
      );
      if (found.length < 2) return null;
      return {
        holds: found.every(({ least }) => least * RANDOM_FACTOR >= 1),
        numbers: ['double2', 'float2']
          .map(
            (name, at) =>
              `${name} ${short(found[at]!.least)} to ${short(found[at]!.most)} times the error of ${name.slice(0, -1)}`,
          )
          .join(', '),
      };
    },
  },
];

const mismatches: readonly Claim[] = [
  {
    name: 'composite-decomposition-mismatches',
    source: 'Nguyen 7.3, Table 17; Gu 2.4.2',
    text: 'more elements of L·U differ from the matrix in double2 than in double, and in float2 than in float',
    check(record) {
      const missed = (format: string) =>
        typical(rowsWith(rows(record), { quantity: 'mismatches', labels: { ...largest(record, 'lu'), format } }));
      const found = all(...[studied.double, studied.double2, studied.float, studied.float2].map(missed));
      if (!found) return null;
      const [double, double2, float, float2] = found;
      return {
        holds: double2! > double! && float2! > float!,
        numbers: `double2 ${short(double2!)} % against ${short(double!)} %, float2 ${short(float2!)} % against ${short(float!)} %`,
      };
    },
  },
  {
    name: '256-bit-decomposition-has-no-mismatches',
    source: 'Nguyen 7.3, Table 17',
    text: 'no element of L·U differs from the matrix in 256 bits',
    check(record) {
      const found = rowsWith(rows(record), { quantity: 'mismatches', labels: { format: 'limbs256' } });
      const sizes = labelsOf(found, 'size');
      if (sizes.length === 0) return null;
      const missed = found.filter(({ value }) => value !== 0);
      return {
        holds: missed.length === 0,
        numbers: `${missed.length} of ${found.length} matrices of up to ${inWords(sizes.at(-1)!)} have mismatches`,
      };
    },
  },
];

/** Whether an application takes less time with 16×16 threads per block than with other shapes. */
function fastestShape(
  claim: Pick<Claim, 'name' | 'source' | 'text'>,
  application: string,
  others: readonly string[],
): Claim {
  return {
    ...claim,
    check(record) {
      const size = largestSize(record, application, 'shape');
      const own = { application, size: size ?? '', format: studied.float };
      const time = (shape: string) => figureOf(rows(record), 'time', { ...own, shape });
      const found = all(time('16×16'), ...others.map(time));
      if (!found) return null;
      const [best, ...rest] = found;
      return {
        holds: rest.every((one) => one > best!),
        numbers: `${others.map((shape, at) => `${short(rest[at]! / best!)}× as fast as ${shape}`).join(', ')}, ${inWords(own.size)}`,
      };
    },
  };
}

export const eliminationFindings: readonly Claim[] = [
  ...accuracy,
  ...mismatches,
  fastestShape(
    {
      name: 'blocks-of-16x16-beat-4x4',
      source: 'Nguyen Tables 16 and 19: 2.9 times at most; Gu 2.4.2',
      text: 'elimination with blocks of 16×16 threads is faster than with 4×4',
    },
    'gaussian',
    ['4×4'],
  ),
  fastestShape(
    {
      name: 'decomposition-is-fastest-with-16x16',
      source: 'Nguyen 7.3, Table 19',
      text: 'LU is faster with blocks of 16×16 threads than with 4×4, 8×8 and 32×32',
    },
    'lu',
    ['4×4', '8×8', '32×32'],
  ),
];
