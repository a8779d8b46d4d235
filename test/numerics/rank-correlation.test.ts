import { describe, expect, it } from 'vitest';
import { rankCorrelation } from '../../src/numerics/rank-correlation.js';

describe('rank correlation', () => {
  it('is 1 for equal orders, whatever the distances, and −1 for opposite orders', () => {
    expect(rankCorrelation([1, 2, 3, 4], [10, 100, 101, 5000])).toBeCloseTo(1, 12);
    expect(rankCorrelation([1, 2, 3, 4], [4, 3, 2, 1])).toBeCloseTo(-1, 12);
  });

  it('is 1 − 6 Σ d² ÷ (n (n² − 1)) without ties', () => {
    // ranks 1 2 3 4 5 and 2 1 4 3 5: four differences of 1
    expect(rankCorrelation([1, 2, 3, 4, 5], [20, 10, 40, 30, 50])).toBeCloseTo(1 - (6 * 4) / (5 * 24), 12);
  });

  it('gives ties their mean rank', () => {
    // ranks 1 2.5 2.5 4 against 1 2 3 4: covariance 4.5 of deviations √4.5 and √5
    expect(rankCorrelation([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 12);
  });

  it('is undefined for constant data', () => {
    expect(rankCorrelation([1, 1, 1], [1, 2, 3])).toBeNaN();
  });
});
