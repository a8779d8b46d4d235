import { describe, expect, it } from 'vitest';
import { sampleOutput } from '../../../src/study/judging/output-sample.js';

describe('the values a journal keeps of an output', () => {
  it('are all of them if they are few, and the worst first', () => {
    const sample = sampleOutput('only', [1, 2, 4], [1, 3, 5], 'max-relative');
    expect(sample).toEqual({
      input: 'only',
      count: 3,
      even: { indexes: [0, 1, 2], expected: [1, 2, 4], found: [1, 3, 5] },
      worst: { indexes: [1, 2], expected: [2, 4], found: [3, 5] },
    });
  });

  it('are spread evenly over a long output, and still hold the one that is furthest off', () => {
    const expected = Array.from({ length: 100_000 }, (_, index) => index + 1);
    const found = expected.map((value) => (value === 77_778 ? value * 2 : value));
    const { count, even, worst } = sampleOutput('only', expected, found, 'max-absolute');
    expect(count).toBe(100_000);
    expect(even.indexes).toHaveLength(4000);
    expect(even.indexes.slice(0, 3)).toEqual([0, 25, 50]);
    expect(worst.indexes).toEqual([77_777]);
  });

  it('by digits, are worst where the fewest agree; a NaN is further off than any number', () => {
    expect(sampleOutput('only', [3.1415, 2.5, 1], [3.1479, 2.4, 1], 'digits').worst.indexes).toEqual([1, 0]);
    expect(sampleOutput('only', [1, 1], [1000, Number.NaN], 'max-relative').worst.indexes).toEqual([1, 0]);
  });

  it('cover what both outputs have, when one is shorter', () => {
    const sample = sampleOutput('only', [1, 2, 3], [1, 2], 'ulp');
    expect(sample.count).toBe(2);
    expect(sample.even.indexes).toEqual([0, 1]);
  });
});
