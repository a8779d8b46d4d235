import { studied } from '../../../numerics/studied-formats.js';
import type { Claim } from '../findings.js';
import { type Characterization, figureOf, labelsOf, rowsOf, rowsWith } from '../record.js';
import { all, short, typical, typicalError } from './figures.js';

const rows = (record: Characterization) => rowsOf(record, 'applications');

/** Labels of an application at its largest measured size. */
function largest(record: Characterization, application: string): { application: string; size: string } {
  const own = rows(record).filter(({ labels }) => labels.application === application);
  return { application, size: labelsOf(own, 'size').at(-1) ?? '' };
}

export const applicationFindings: readonly Claim[] = [
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
    name: 'double2-forces-are-closest-and-slower',
    source: 'Gu 2.4.3, Figure 2.11',
    text: 'forces between particles are most accurate in double2 (of float, double, float2, double2), and slower than in double',
    check(record) {
      const own = largest(record, 'particles');
      const names = [studied.double2, studied.double, studied.float, studied.float2];
      const errors = all(...names.map((format) => typicalError(rows(record), { ...own, format })));
      if (!errors) return null;
      const times = all(...names.slice(0, 2).map((format) => figureOf(rows(record), 'time', { ...own, format })));
      const slower = times ? `; ${short(times[0]! / times[1]!)}× the time of double` : '';
      return {
        holds: errors.slice(1).every((error) => error > errors[0]!) && (!times || times[0]! > times[1]!),
        numbers: `${names.map((name, at) => `${name} ${short(errors[at]!)}`).join(', ')}${slower}`,
      };
    },
  },
  {
    name: 'blocks-of-16x16-beat-4x4',
    source: 'Nguyen Tables 16 and 19: 2.9 times at most; Gu 2.4.2',
    text: 'elimination with blocks of 16×16 threads is faster than with 4×4',
    check(record) {
      const own = { ...largest(record, 'gaussian'), format: studied.float };
      const times = all(
        figureOf(rows(record), 'time', { ...own, shape: '4×4' }),
        figureOf(rows(record), 'time', { ...own, shape: '16×16' }),
      );
      if (!times) return null;
      return {
        holds: times[0]! > times[1]!,
        numbers: `${short(times[0]! / times[1]!)}× as fast, ${own.size} rows`,
      };
    },
  },
];
