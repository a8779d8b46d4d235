// Conversions between all formats: the exact value (the sum of the parts) is rounded part by part. The first part is the machine number
// nearest to the value, the second the one nearest to the remainder, and so on. An infinite or NaN head has zero tails.
//
// The exception: a single machine number becomes composite by Dekker's split, as in the seeds (see composite.ts).

import { cmp32x2, cmp64x2 } from './composite.js';
import { addDyadic, type Dyadic, dyadic, negDyadic, roundDyadic, sumOfParts } from './dyadic.js';
import { type Format, formats } from './format.js';
import { roundTo } from './rounding.js';

export type Parts = readonly number[];

/** The nearest value of a format to an exact one. */
export function partsOfDyadic(format: Format, exact: Dyadic): number[] {
  const { part, parts: count } = formats[format];
  const { significandBits, exponentMin, exponentMax } = formats[part];
  const parts: number[] = [];
  let rest = exact;
  for (let k = 0; k < count; k++) {
    const next = roundDyadic(rest, significandBits, exponentMin, exponentMax);
    parts.push(next === 0 && k === 0 && rest.m < 0n ? -0 : next);
    if (!Number.isFinite(next)) break;
    rest = addDyadic(rest, negDyadic(dyadic(next)));
  }
  while (parts.length < count) parts.push(0);
  return parts;
}

export function convert(from: Format, to: Format, parts: Parts): number[] {
  if (from === to) return [...parts];
  const head = parts[0]!;
  const sum = parts.reduce((a, b) => a + b);
  if (!Number.isFinite(sum)) return special(to, sum);
  if ((to === 'cmp32x2' || to === 'cmp64x2') && isExactInPart(from, to)) {
    return [...(to === 'cmp32x2' ? cmp32x2 : cmp64x2).from(head)];
  }
  const exact = sumOfParts(parts);
  if (exact.m === 0n) return special(to, head === 0 ? head : 0);
  return partsOfDyadic(to, exact);
}

function special(to: Format, head: number): number[] {
  return [head, ...new Array<number>(formats[to].parts - 1).fill(0)];
}

function isExactInPart(from: Format, to: Format): boolean {
  return formats[from].parts === 1 && formats[from].rank <= formats[formats[to].part].rank;
}

/** The value of a format nearest to a double, as parts. */
export function fromNumber(format: Format, x: number): number[] {
  if (format === 'cmp32x2' && Math.fround(x) === x) return [...cmp32x2.from(x)];
  return formats[format].parts === 1 ? [roundTo(formats[format].part, x)] : convert('fp64', format, [x]);
}
