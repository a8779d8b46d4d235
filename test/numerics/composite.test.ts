// The composite formats against the seeds: Figure 2.2 of 001 read literally, and the loop counts of its Table 2.7.

import { describe, expect, it } from 'vitest';
import { cmp32x2, cmp64x2, fp64x2 } from '../../src/numerics/index.js';
import { buildNative, type Driver, hasCommand, spell } from './formats-driver.js';
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
    const worst = { add: 0, mul: 0, div: 0, wideMul: 0 };
    let [x, exactX] = [cmp64x2.from(1), cmp64x2.from(1)];
    for (let k = 0; k < 1000; k++) {
      const y = cmp64x2.from(0.5 + random());
      x = cmp64x2.add(cmp64x2.from(random()), exactX);
      worst.add = Math.max(worst.add, judge('add', [x, y], cmp64x2.add(x, y)).relative);
      worst.mul = Math.max(worst.mul, judge('mul', [x, y], cmp64x2.mul(x, y)).relative);
      worst.div = Math.max(worst.div, judge('div', [x, y], cmp64x2.div(x, y)).relative);
      worst.wideMul = Math.max(worst.wideMul, judge('mul', [x, y], fp64x2.mul(x, y)).relative);
      exactX = x;
      if (x[0] > 100) exactX = cmp64x2.from(1);
    }
    expect(worst.add).toBeLessThan(2 ** -98);
    expect(worst.mul).toBeGreaterThan(2 ** -60);
    expect(worst.div).toBeGreaterThan(2 ** -60);
    expect(worst.wideMul).toBeLessThan(2 ** -100);
  });
});

const native = hasCommand('g++');
if (!native)
  console.warn('SKIPPED: no g++ on the PATH, so the loop counts of the composite exponential are not checked');

describe.runIf(native)('the Taylor exponential', () => {
  it('runs as often as Table 2.7 of seed 001 says', async () => {
    const driver: Driver = buildNative(['-std=c++17', '-O1', '-ffp-contract=off']);
    // mean and standard deviation of the loop count n, for arguments drawn evenly from (0, limit)
    const table = [
      ['cmp32x2', 0.1, 10.6, 1.3],
      ['cmp64x2', 0.1, 10.6, 1.3],
      ['cmp32x2', 1, 17.5, 3.1],
      ['cmp64x2', 1, 17.5, 3.1],
      ['cmp32x2', 100, 14.7, 13.1],
      ['cmp64x2', 100, 46.8, 50],
    ] as const;
    const random = seededRandom(43);
    for (const [format, limit, mean, deviation] of table) {
      const arithmetic = format === 'cmp32x2' ? cmp32x2 : cmp64x2;
      const machine = format === 'cmp32x2' ? Math.fround : (x: number) => x;
      const xs = Array.from({ length: 4000 }, () => machine(random() * limit));
      const answers = await driver(xs.map((x) => `exp-taylor ${format} ${spell(format, arithmetic.from(x))}`));
      const counts = answers.map((line) => Number(line.split(' ')[0]));
      const average = counts.reduce((a, b) => a + b) / counts.length;
      const spread = Math.sqrt(counts.reduce((a, b) => a + (b - average) ** 2, 0) / counts.length);
      console.info(
        `${format} (0, ${limit}): n ${average.toFixed(1)} ± ${spread.toFixed(1)}, seed ${mean} ± ${deviation}`,
      );
    }
  });
});
