import { studied } from '../../../numerics/studied-formats.js';
import type { Claim } from '../findings.js';
import { type Characterization, figureOf, rowsOf } from '../record.js';
import { all, short } from './figures.js';

const rows = (record: Characterization) => rowsOf(record, 'exponential');
const RANGE = '0…1';
const figure = (record: Characterization, quantity: string, format: string, way: string, range = RANGE) =>
  figureOf(rows(record), quantity, { format, way, range });

export const exponentialFindings: readonly Claim[] = [
  {
    name: 'composite-exponentials-gain-nothing',
    source: 'Gu 2.3.4: 30 % and 62 % longer',
    text: 'the exponential of float2 and double2 by built-in functions is as accurate as that of float and double, and slower',
    check(record) {
      const pairs = [
        [studied.float2, 'fp32'],
        [studied.double2, 'fp64'],
      ] as const;
      const found = pairs.map(([own, plain]) => {
        const errors = all(figure(record, 'error', own, 'built-in'), figure(record, 'error', plain, 'built-in'));
        const times = all(figure(record, 'time', own, 'built-in'), figure(record, 'time', plain, 'built-in'));
        return errors && { own, errors, times };
      });
      if (found.some((one) => !one)) return null;
      return {
        holds: found.every(
          (one) => one!.errors[0]! >= one!.errors[1]! / 10 && (!one!.times || one!.times[0]! > one!.times[1]!),
        ),
        numbers: found
          .map((one) => {
            const slower = one!.times ? `, ${short(one!.times[0]! / one!.times[1]!)}× the time` : '';
            return `${one!.own}: error ${short(one!.errors[0]!)} against ${short(one!.errors[1]!)}${slower}`;
          })
          .join('; '),
      };
    },
  },
  {
    name: 'taylor-is-slow',
    source: 'Gu 2.3.4: 2 to 15 times slower, Table 2.7',
    text: 'the exponential by Taylor series is at least twice as slow as by built-in functions',
    check(record) {
      const ratios = [studied.float2, studied.double2].map((format) =>
        all(figure(record, 'time', format, 'taylor'), figure(record, 'time', format, 'built-in')),
      );
      const terms = [studied.float2, studied.double2].map((format) => figure(record, 'terms, mean', format, 'taylor'));
      if (ratios.some((one) => !one)) return null;
      return {
        holds: ratios.every((one) => one![0]! >= 2 * one![1]!),
        numbers: [studied.float2, studied.double2]
          .map(
            (format, at) => `${format}: ${short(ratios[at]![0]! / ratios[at]![1]!)}×, ${short(terms[at] ?? 0)} terms`,
          )
          .join('; '),
      };
    },
  },
  ...(['float2', 'double2'] as const).map(taylorAccuracy),
  {
    name: 'taylor-fails-on-large-arguments',
    source: 'Gu 2.3.4, Figure 2.7',
    text: 'the Taylor series in float2 gives NaN for large arguments',
    check(record) {
      const share = figure(record, 'no number', studied.float2, 'taylor', '0…100');
      return share === null ? null : { holds: share > 0, numbers: `${short(share)} % of the arguments up to 100` };
    },
  },
];

/** The accuracy of float2 and of double2 differ: a series that stops at terms below 1e-8 is more than float can show and less than double can. */
function taylorAccuracy(type: 'float2' | 'double2'): Claim {
  return {
    name: `taylor-is-less-accurate-${type}`,
    source: 'Gu 2.3.4, Figure 2.7',
    text: `the exponential of ${type} by Taylor series is less accurate than by built-in functions`,
    check(record) {
      const format = studied[type];
      const errors = all(figure(record, 'error', format, 'taylor'), figure(record, 'error', format, 'built-in'));
      if (!errors) return null;
      const [series, function_] = errors as [number, number];
      return { holds: series > function_, numbers: `${short(series)} against ${short(function_)}` };
    },
  };
}
