// What fp32x2 needs beyond multi-part.test.ts: its fused products and quotients against exact integers, where their errors are largest.
import { expect, it } from 'vitest';
import { type DoubleWord, fp32x2, rsqrtOfFloats } from '../../src/numerics/double-word.js';
import { addDyadic, bitLength, type Dyadic, mulDyadic, negDyadic, sumOfParts } from '../../src/numerics/dyadic.js';
import { errorBounds } from './error-bounds.js';
import { drawValue, type Random, seededRandom } from './operands.js';

const UNIT = 2 ** -24;
const abs = ({ m, e }: Dyadic): Dyadic => ({ m: m < 0n ? -m : m, e });
/** A quotient of exact numbers as a double. */
function ratio(a: Dyadic, b: Dyadic): number {
  const shift = 64 + bitLength(b.m) - bitLength(a.m);
  const [up, down] = [BigInt(Math.max(0, shift)), BigInt(Math.max(0, -shift))];
  return Number((abs(a).m << up) / (abs(b).m << down)) * 2 ** (a.e - b.e - shift);
}
const difference = (a: Dyadic, b: Dyadic): Dyadic => addDyadic(a, negDyadic(b));

/** A pair with a head just above a power of two and a tail as large as it may be: there the bounds are nearly attained. */
function largestTail(random: Random): DoubleWord {
  const head = Math.fround(1 + Math.floor(random() * 2 ** (1 + 22 * random())) * 2 ** -23);
  const sign = random() < 0.5 ? -1 : 1;
  const tail = Math.fround(sign * UNIT * (1 - 2 ** -24 * Math.floor(random() * 2 ** 20)));
  return head + tail >= 1 ? [head, Math.fround(head + tail) === head ? tail : 0] : [head, 0];
}

const draws: Record<string, (random: Random) => DoubleWord> = {
  'any pairs': (random) => drawValue('fp32x2', random, -25, 25) as unknown as DoubleWord,
  'pairs with the largest tails': largestTail,
};

it.each(Object.entries(draws))('%s are multiplied within 5u² and divided within 15u²', (_, draw) => {
  const random = seededRandom(41);
  const worst = { mul: 0, div: 0 };
  for (let k = 0; k < 20_000; k++) {
    const [x, y] = [draw(random), draw(random)];
    const [a, b] = [sumOfParts(x), sumOfParts(y)];
    const product = mulDyadic(a, b);
    worst.mul = Math.max(worst.mul, ratio(difference(sumOfParts(fp32x2.mul(x, y)), product), product));
    worst.div = Math.max(worst.div, ratio(difference(mulDyadic(sumOfParts(fp32x2.div(x, y)), b), a), a));
  }
  console.info(`worst: × ${(worst.mul / UNIT ** 2).toFixed(2)}u², ÷ ${(worst.div / UNIT ** 2).toFixed(2)}u²`);
  expect(worst.mul).toBeLessThanOrEqual(5 * UNIT ** 2 + 16 * UNIT ** 3);
  expect(worst.div).toBeLessThanOrEqual(errorBounds.fp32x2.div);
});

it.each(Object.entries(draws))('%s have reciprocal roots within 12u²', (_, draw) => {
  const random = seededRandom(42);
  let worst = 0;
  for (let k = 0; k < 20_000; k++) {
    const x = draw(random).map((part, _at, [head]) => (head! < 0 ? -part : part)) as unknown as DoubleWord;
    const z = sumOfParts(rsqrtOfFloats(x));
    // z²x − 1 is twice the relative error
    const one = { m: 1n, e: 0 };
    worst = Math.max(worst, ratio(difference(mulDyadic(mulDyadic(z, z), sumOfParts(x)), one), one) / 2);
  }
  console.info(`worst: 1/√ ${(worst / UNIT ** 2).toFixed(2)}u²`);
  expect(worst).toBeLessThanOrEqual(12 * UNIT ** 2);
});

it('keeps infinities, NaNs and signed zeros in products, sums and reciprocal roots', () => {
  const inf = Number.POSITIVE_INFINITY;
  expect(fp32x2.add([inf, 0], [1, 2 ** -30])).toEqual([inf, 0]);
  expect(fp32x2.add([inf, 0], [-inf, 0])[0]).toBeNaN();
  expect(fp32x2.mul([-inf, 0], [2, 2 ** -25])).toEqual([-inf, 0]);
  expect(fp32x2.mul([2 ** 100, 0], [2 ** 100, 0])).toEqual([inf, 0]);
  expect(Object.is(fp32x2.mul([-0, 0], [3, 0])[0], -0)).toBe(true);
  expect(fp32x2.div([1, 0], [inf, 0])).toEqual([0, 0]);
  expect(fp32x2.div([1, 0], [0, 0])).toEqual([inf, 0]);
  expect(rsqrtOfFloats([0, 0])).toEqual([inf, 0]);
  expect(rsqrtOfFloats([inf, 0])).toEqual([0, 0]);
  expect(rsqrtOfFloats([-1, 0])[0]).toBeNaN();
});

it('divides tiny and huge pairs, whose reciprocals are no normal floats', () => {
  const random = seededRandom(43);
  for (const [low, high] of [
    [-149, -110],
    [100, 126],
  ] as const)
    for (let k = 0; k < 2000; k++) {
      const [x, y] = [drawValue('fp32x2', random, low, high), drawValue('fp32x2', random, low, high)];
      const z = fp32x2.div(x as never, y as never);
      if (y[0] === 0 || !Number.isFinite(z[0])) continue;
      const a = sumOfParts(x);
      if (a.m === 0n) continue;
      const error = ratio(difference(mulDyadic(sumOfParts(z), sumOfParts(y)), a), a);
      // tails lose digits below 2^−102: never fewer than a float has
      if (!(error <= 4 * UNIT)) expect.fail(`${x} ÷ ${y} is off by ${error}`);
    }
});
