import { studied } from '../../../numerics/studied-formats.js';
import type { Claim } from '../findings.js';
import { type Characterization, labelsOf, numberOf, rowsOf, rowsWith } from '../record.js';
import { short } from './figures.js';

const rows = (record: Characterization) => rowsOf(record, 'intensity');
/** Largest time relative to another format that counts as free; includes the limit itself. */
const FREE = 1.1;

/** The shape with one block of 256 threads, as in Nguyen's thesis; if that was not measured, the last shape. */
export function studiedShape(record: Characterization): string | null {
  const shapes = labelsOf(rows(record), 'shape');
  return shapes.find((one) => one === '1×256') ?? shapes.at(-1) ?? null;
}

/** Time of a format relative to another, by the number of operations. */
export function ratiosByIntensity(
  record: Characterization,
  [format, plain]: readonly [string, string],
  shape: string | null,
  operation = 'add',
): { n: number; ratio: number; isUnsettled: boolean }[] {
  if (shape === null) return [];
  return labelsOf(rows(record), 'n').flatMap((n) => {
    const times = [format, plain].map(
      (name) => rowsWith(rows(record), { quantity: 'time', labels: { format: name, operation, n, shape } })[0],
    );
    const [own, other] = times;
    if (!own || !other) return [];
    const isUnsettled = own.settled === false || other.settled === false;
    return [{ n: Number(n), ratio: numberOf(own) / numberOf(other), isUnsettled }];
  });
}

/** The largest n up to which a format is free; 0 if it never is. */
export function freeBelow(ratios: readonly { n: number; ratio: number }[]): number {
  const first = ratios.findIndex(({ ratio }) => ratio > FREE);
  return first < 0 ? (ratios.at(-1)?.n ?? 0) : (ratios[first - 1]?.n ?? 0);
}

export const intensityFindings: readonly Claim[] = [
  {
    name: 'wider-is-free-at-low-intensity',
    source: 'Nguyen 6, Tables 13 to 15',
    text: 'at low arithmetic intensity double takes as long as float',
    check(record) {
      const shape = studiedShape(record);
      const ratios = ratiosByIntensity(record, ['fp64', 'fp32'], shape);
      if (ratios.length === 0) return null;
      const words = (n: number) => (n === 0 ? 'never free' : `free up to ${n} operations`);
      const all = labelsOf(rows(record), 'shape').at(-1)!;
      const busy = ratiosByIntensity(record, ['fp64', 'fp32'], all);
      const double2 = freeBelow(ratiosByIntensity(record, [studied.double2, studied.double], shape));
      return {
        holds: freeBelow(ratios) >= 1,
        numbers: [
          `fp64 beside fp32, ${shape}: ${words(freeBelow(ratios))} (${short(ratios[0]!.ratio)}× at ${ratios[0]!.n})`,
          ...(all === shape ? [] : [`${all}: ${words(freeBelow(busy))} (${short(busy[0]!.ratio)}× at ${busy[0]!.n})`]),
          `double2 beside double: ${words(double2)}`,
        ].join('; '),
      };
    },
  },
  {
    name: 'composite-sums-cost-eight-times-at-high-intensity',
    source: 'Nguyen 6: 7.3 and 7.7 times more at 10,000 additions',
    text: 'in arithmetic-bound code, additions of float2 and double2 take about 8 times as long as those of float and double',
    check(record) {
      const last = [
        [studied.float2, 'fp32'],
        [studied.double2, 'fp64'],
      ].map(([own, plain]) => ratiosByIntensity(record, [own!, plain!], studiedShape(record)).at(-1));
      if (last.some((one) => !one)) return null;
      return {
        holds: last.every((one) => one!.ratio >= 6 && one!.ratio <= 10),
        numbers: `float2 ${short(last[0]!.ratio)}×, double2 ${short(last[1]!.ratio)}× at ${last[0]!.n} additions`,
      };
    },
  },
];
