import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantile } from '../../src/numerics/quantile.js';
import { trialsForLow, wilsonInterval } from '../../src/numerics/wilson.js';

describe("Wilson's interval", () => {
  it('has the ends that its quadratic equation has: (p̂ − p)² = z² p (1 − p) / n', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (trials, some) => {
        const successes = some % (trials + 1);
        const { share, low, high } = wilsonInterval(successes, trials)!;
        for (const end of [low, high])
          expect((share - end) ** 2).toBeCloseTo((1.959963984540054 ** 2 * end * (1 - end)) / trials, 10);
        expect(low).toBeLessThanOrEqual(share);
        expect(high).toBeGreaterThanOrEqual(share);
      }),
    );
  });

  it('is that of the tables for 80 of 100, and says nothing of no trials', () => {
    const { low, high } = wilsonInterval(80, 100)!;
    expect(low).toBeCloseTo(0.7112, 4);
    expect(high).toBeCloseTo(0.8666, 4);
    expect(wilsonInterval(0, 0)).toBeNull();
  });

  it('begins at a given share after a number of trials that all succeed', () => {
    expect(trialsForLow(0.9)).toBe(35);
    expect(trialsForLow(1)).toBe(Number.POSITIVE_INFINITY);
    for (let low = 0.5; low < 1; low += 0.013) {
      const trials = trialsForLow(low);
      expect(wilsonInterval(trials, trials)!.low).toBeGreaterThanOrEqual(low);
      expect(wilsonInterval(trials - 1, trials - 1)!.low).toBeLessThan(low);
    }
  });

  it('covers the true share about as often as it says', () => {
    let covered = 0;
    let state = 7;
    const draw = () => {
      state = (state * 16807) % 2147483647;
      return state / 2147483647;
    };
    for (let study = 0; study < 2000; study++) {
      let successes = 0;
      for (let trial = 0; trial < 100; trial++) successes += Number(draw() < 0.9);
      const { low, high } = wilsonInterval(successes, 100)!;
      covered += Number(low <= 0.9 && 0.9 <= high);
    }
    expect(covered / 2000).toBeGreaterThan(0.92);
    expect(covered / 2000).toBeLessThan(0.98);
  });
});

describe('a quantile', () => {
  it('is a value, or lies between adjacent values', () => {
    expect(quantile([1, 2, 3, 4, 5], 0.5)).toBe(3);
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantile([7], 0.25)).toBe(7);
    expect(quantile([1, Number.POSITIVE_INFINITY], 1)).toBe(Number.POSITIVE_INFINITY);
  });
});
