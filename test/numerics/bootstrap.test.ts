import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateRatio, median } from '../../src/numerics/bootstrap.js';
import { seededRandom } from '../../src/support/random.js';

/** A normal deviate by Box and Muller. */
function deviates(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

describe('the ratio of two programs', () => {
  it('is that of their medians, within its interval', () => {
    const times = fc.double({ min: 1, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.record({ baselineMs: times, variantMs: times }), { minLength: 1, maxLength: 31 }),
        (rounds) => {
          const { ratio, low, high } = estimateRatio(rounds, seededRandom(1));
          expect(ratio).toBe(median(rounds.map((one) => one.baselineMs)) / median(rounds.map((one) => one.variantMs)));
          expect(low).toBeLessThanOrEqual(high);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('has the same interval for the same seed', () => {
    const rounds = [1, 2, 3, 4, 5, 6, 7].map((ms) => ({ baselineMs: ms, variantMs: 8 - ms }));
    expect(estimateRatio(rounds, seededRandom(7))).toEqual(estimateRatio(rounds, seededRandom(7)));
  });

  it('lies within the interval about 95 times of a hundred', () => {
    const random = seededRandom(42);
    const normal = deviates(random);
    const TRUTH = 1.25;
    let covered = 0;
    const STUDIES = 200;
    for (let study = 0; study < STUDIES; study++) {
      const rounds = Array.from({ length: 25 }, () => ({
        baselineMs: 125 * (1 + 0.02 * normal()),
        variantMs: 100 * (1 + 0.02 * normal()),
      }));
      const { low, high } = estimateRatio(rounds, random);
      if (low <= TRUTH && TRUTH <= high) covered++;
    }
    expect(covered / STUDIES).toBeGreaterThan(0.9);
    expect(covered / STUDIES).toBeLessThan(0.995);
  });

  it('takes the middle of an odd and the mean of the middle two of an even number', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});
