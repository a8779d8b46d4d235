// Operands for the tests: a seeded stream of doubles with many difficult cases, and multi-word values.

import { errorFree32, errorFree64, type Format, formats, roundTo } from '../../src/numerics/index.js';

export type Random = () => number;

/** xorshift32: reproducible, and good enough for test operands. */
export function seededRandom(seed: number): Random {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A signed significand in [1, 2) of up to 53 bits: full, short, all ones, or a power of two next to a neighbour. */
function significand(random: Random): number {
  const sign = random() < 0.5 ? -1 : 1;
  const fraction = (Math.floor(random() * 2 ** 26) * 2 ** 27 + Math.floor(random() * 2 ** 27)) * 2 ** -53;
  const kind = random();
  if (kind < 0.6) return sign * (1 + fraction);
  if (kind < 0.75) return sign * (1 + Math.floor(fraction * 64) / 64);
  if (kind < 0.85) return sign * (2 - 2 ** -52 * (1 + Math.floor(random() * 3)));
  return sign * (1 + 2 ** -52 * Math.floor(random() * 3));
}

export function doubleOf(random: Random, exponentMin: number, exponentMax: number): number {
  const exponent = exponentMin + Math.floor(random() * (exponentMax - exponentMin + 1));
  return significand(random) * 2 ** exponent;
}

/** A normalised value of a multi-part format; the gaps between parts vary, and tails may vanish. */
export function drawValue(format: Format, random: Random, exponentMin: number, exponentMax: number): number[] {
  const { parts, part } = formats[format];
  const p = formats[part].significandBits;
  if (parts === 1) return [roundTo(part, doubleOf(random, exponentMin, exponentMax))];
  const { fl, fastTwoSum } = part === 'fp32' ? errorFree32 : errorFree64;
  const values = [fl(doubleOf(random, exponentMin, exponentMax))];
  for (let k = 1; k < parts; k++) {
    const before = values[k - 1]!;
    const gap = random() < 0.7 ? 1 : Math.floor(random() * 20);
    const next = random() < 0.1 ? 0 : fl(significand(random) * Math.abs(before) * 2 ** -(p + gap));
    const [head, tail] = fastTwoSum(before, next);
    values[k - 1] = head;
    values.push(tail);
    if (tail === 0) {
      while (values.length < parts) values.push(0);
      break;
    }
  }
  return values;
}

/** A value close to −x (or x): sums with x cancel from the first bits down to the last. */
export function nearNegative(format: Format, x: readonly number[], random: Random): number[] {
  const { parts, part } = formats[format];
  const { fl, fastTwoSum } = part === 'fp32' ? errorFree32 : errorFree64;
  const y = x.map((value) => -value);
  const touched = Math.floor(random() * parts);
  y[touched] = fl(y[touched]! * (1 + (random() - 0.5) * 2 ** -Math.floor(random() * 40)));
  for (let k = parts - 2; k >= 0; k--) [y[k], y[k + 1]] = fastTwoSum(y[k]!, y[k + 1]!);
  for (let k = 0; k + 1 < parts; k++) [y[k], y[k + 1]] = fastTwoSum(y[k]!, y[k + 1]!);
  return y;
}

export const specialDoubles: readonly number[] = [
  0,
  -0,
  1,
  -1,
  Infinity,
  -Infinity,
  NaN,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
  -Number.MIN_VALUE,
  2 ** -1022,
  2 ** -1021 - 2 ** -1074,
  2 ** 1023,
  1e300,
  -1e-300,
  3,
  0.1,
];

/** The machine numbers of a part's format among the special doubles, with its own extremes. */
export function specialHeads(format: Format): number[] {
  const { part } = formats[format];
  if (part === 'fp64') return [...specialDoubles];
  const { largest, smallestNormal, smallestSubnormal } = formats.fp32;
  return [
    0,
    -0,
    1,
    -1,
    Infinity,
    -Infinity,
    NaN,
    largest,
    -largest,
    smallestNormal,
    -smallestSubnormal,
    3,
    Math.fround(0.1),
  ];
}
