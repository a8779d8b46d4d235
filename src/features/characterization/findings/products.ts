import { studied } from '../../../numerics/studied-formats.js';
import type { Claim } from '../findings.js';
import { type Characterization, figureOf, labelsOf, rowsOf, rowsWith } from '../record.js';
import { all, RANDOM_FACTOR, short, typical } from './figures.js';

const rows = (record: Characterization) => rowsOf(record, 'products');

/** Error and time of products with the largest measured number of factors. */
function figuresOf(record: Characterization, format: string): { error: number; time: number | null } | null {
  const count = labelsOf(rows(record), 'count').at(-1);
  const error = count === undefined ? null : figureOf(rows(record), 'error', { format, count });
  return error === null ? null : { error, time: figureOf(rows(record), 'time', { format }) };
}

function noBetter(composite: string, plain: string, words: string): Claim {
  return {
    name: `${words}-products-gain-nothing`,
    source: 'Nguyen 8.1; Gu 2.3.2',
    text: `${words} products are no more accurate than those of the plain format, and slower`,
    check(record) {
      const [own, other] = [figuresOf(record, composite), figuresOf(record, plain)];
      if (!own || !other) return null;
      const times = all(own.time, other.time);
      const slower = times ? `, ${short(times[0]! / times[1]!)}× the time` : '';
      return {
        holds: own.error >= other.error / RANDOM_FACTOR && (!times || times[0]! > times[1]!),
        numbers: `error ${short(own.error)} against ${short(other.error)}${slower}`,
      };
    },
  };
}

const normalisation: Claim = {
  name: 'normalised-products-are-more-accurate',
  source: 'Nguyen 8.1',
  text: 'float2 and double2 products become more accurate if the product so far is rounded to the plain format before each multiplication',
  check(record) {
    const found = [studied.float2, studied.double2].map((format) => {
      const [normalised, own] = (['error, normalised', 'error'] as const).map((quantity) =>
        typical(rowsWith(rows(record), { quantity, labels: { format } })),
      );
      const errors = all(normalised ?? null, own ?? null);
      return errors && { format, normalised: errors[0], own: errors[1] };
    });
    const known = found.filter((one) => one !== null);
    if (known.length < found.length) return null;
    return {
      holds: known.every(({ normalised, own }) => normalised * RANDOM_FACTOR <= own),
      numbers: known
        .map(({ format, normalised, own }) => `${format}: error ${short(normalised)} instead of ${short(own)}`)
        .join(', '),
    };
  },
};

export const productFindings: readonly Claim[] = [
  noBetter(studied.float2, 'fp32', 'float2'),
  noBetter(studied.double2, 'fp64', 'double2'),
  normalisation,
  {
    name: 'double-words-keep-the-digits-of-products',
    source: 'new: the studies had no double-word products that keep the rounding error',
    text: 'fp64x2 products have at least 25 correct digits, composite products have fewer',
    check(record) {
      const [own, composite] = [figuresOf(record, 'fp64x2'), figuresOf(record, studied.double2)];
      if (!own || !composite) return null;
      const times = all(own.time, composite.time);
      const cost = times ? `, ${short(times[0]! / times[1]!)}× the time` : '';
      return {
        holds: own.error < 1e-25 && composite.error > 1e-25,
        numbers: `error ${short(own.error)} against ${short(composite.error)}${cost}`,
      };
    },
  },
];
