import { studied } from '../../../numerics/studied-formats.js';
import type { Claim } from '../findings.js';
import { type Characterization, figureOf, labelsOf, rowsOf, rowsWith } from '../record.js';
import { all, RANDOM_FACTOR, short, typical, typicalError } from './figures.js';

const rows = (record: Characterization) => rowsOf(record, 'quotients');
const errorOf = (record: Characterization, format: string, division = 'ieee') =>
  typicalError(rows(record), { format, division });
const timeOf = (record: Characterization, format: string, division = 'ieee') =>
  figureOf(rows(record), 'time', { format, division });

function worse(composite: string, plain: string, words: string): Claim {
  return {
    name: `${words}-quotients-lose`,
    source: 'Nguyen 8.2, Figures 24 to 29; Gu 2.3.3',
    text: `(x·y)/y by ${words} is slower and less accurate than by the plain format with IEEE division`,
    check(record) {
      const found = all(errorOf(record, composite), errorOf(record, plain));
      if (!found) return null;
      const times = all(timeOf(record, composite), timeOf(record, plain));
      const slower = times ? `, ${short(times[0]! / times[1]!)}× the time` : '';
      return {
        holds: found[0]! > found[1]! && (!times || times[0]! > times[1]!),
        numbers: `relative error ${short(found[0]!)} instead of ${short(found[1]!)}${slower}`,
      };
    },
  };
}

export const quotientFindings: readonly Claim[] = [
  worse(studied.float2, 'fp32', 'float2'),
  worse(studied.double2, 'fp64', 'double2'),
  {
    name: 'float2-quotients-level-off',
    source: 'Nguyen 8.2.2, Figures 25 to 27',
    text: 'the error of (x·y)/y by float2 hardly grows with the iterations',
    check(record) {
      const along = (iterations: string) =>
        typical(
          rowsWith(rows(record), {
            quantity: 'error along',
            labels: { format: studied.float2, division: 'ieee', iterations },
          }),
        );
      const last = labelsOf(rows(record), 'count')
        .toSorted((a, b) => Number(a) - Number(b))
        .at(-1);
      const found = all(along('1000'), along(last ?? ''));
      if (!found) return null;
      return {
        holds: found[1] < RANDOM_FACTOR * found[0],
        numbers: `relative error ${short(found[0])} after 1,000 iterations, ${short(found[1])} after ${Number(last).toLocaleString('en')}`,
      };
    },
  },
  {
    name: 'fast-division-is-worth-its-name',
    source: 'Nguyen 8.2.2: 20 cycles against 36; Gu Table 2.3',
    text: 'approximate float division is faster and less accurate than IEEE division',
    check(record) {
      const kind = record.machine.kind === 'gpu' ? 'approximate' : 'reciprocal';
      const errors = all(errorOf(record, 'fp32', kind), errorOf(record, 'fp32'));
      const times = all(timeOf(record, 'fp32', kind), timeOf(record, 'fp32'));
      if (!errors || !times) return null;
      return {
        holds: times[0]! < times[1]! && errors[0]! > errors[1]!,
        numbers: `${kind}: relative error ${short(errors[0]!)} instead of ${short(errors[1]!)}, ${short(times[0]! / times[1]!)}× the time`,
      };
    },
  },
];
