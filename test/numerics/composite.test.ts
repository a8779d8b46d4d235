// The composite formats against a literal implementation of Figure 2.2 of seed 001.

import { describe, expect, it } from 'vitest';
import { cmp32x2, cmp64x2, convert, type DoubleWord, fp64x2 } from '../../src/numerics/index.js';
import { judge } from './mpfr.js';
import { seededRandom } from './operands.js';

describe('composite arithmetic', () => {
  it('splits a number exactly into two halves', () => {
    const random = seededRandom(41);
    for (let k = 0; k < 1000; k++) {
      const x = (random() + random() * 2 ** -32) * 2 ** Math.floor(random() * 100 - 50);
      const [value, error] = cmp64x2.from(x);
      expect(value + error).toBe(x);
      // 26 bits each, so that the product of two values is exact
      expect(judge('mul', [[value], [value]], [value * value]).absolute).toBe(0);
      const single = cmp32x2.from(Math.fround(x));
      expect(Math.fround(single[0] + single[1])).toBe(Math.fround(x));
    }
    expect(cmp64x2.from(1e305)).toEqual([1e305, 0]);
  });

  it('follows Figure 2.2 of seed 001 to the letter', () => {
    const [x, y] = [
      [1 / 3, 2 ** -60],
      [0.1, -(2 ** -58)],
    ] as const;
    const value = x[0] + y[0];
    const t = value - x[0];
    expect(cmp64x2.add(x, y)).toEqual([value, x[0] - (value - t) + (y[0] - t) + x[1] + y[1]]);
    expect(cmp64x2.mul(x, y)).toEqual([x[0] * y[0], x[0] * y[1] + x[1] * y[0] + x[1] * y[1]]);
    const inverse = 1 / y[0];
    const s = inverse * x[0];
    const diff = x[0] - s * y[0];
    expect(cmp64x2.div(x, y)).toEqual([s + inverse * diff, inverse * diff]);
  });

  it('adds about twice as precisely as the machine format, but multiplies and divides hardly better', () => {
    const random = seededRandom(42);
    const draw = () => cmp64x2.from(0.5 + random() + random() * 2 ** -32);
    const worst = { add: 0, mul: 0, div: 0, wideMul: 0 };
    let x = draw();
    for (let k = 0; k < 1000; k++) {
      const y = draw();
      worst.add = Math.max(worst.add, judge('add', [x, y], cmp64x2.add(x, y)).relative);
      worst.mul = Math.max(worst.mul, judge('mul', [x, y], cmp64x2.mul(x, y)).relative);
      worst.div = Math.max(worst.div, judge('div', [x, y], cmp64x2.div(x, y)).relative);
      const [wideX, wideY] = [x, y].map((z) => convert('cmp64x2', 'fp64x2', z) as unknown as DoubleWord) as [
        DoubleWord,
        DoubleWord,
      ];
      worst.wideMul = Math.max(worst.wideMul, judge('mul', [x, y], fp64x2.mul(wideX, wideY)).relative);
      x = x[0] > 100 ? draw() : cmp64x2.add(x, draw());
    }
    expect(worst.add).toBeLessThan(2 ** -75);
    expect(worst.mul).toBeGreaterThan(2 ** -60);
    expect(worst.div).toBeGreaterThan(2 ** -60);
    expect(worst.wideMul).toBeLessThan(2 ** -103);
  });
});
