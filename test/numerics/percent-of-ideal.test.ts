import fc from 'fast-check';
import { expect, it } from 'vitest';
import { percentOfIdeal } from '../../src/numerics/percent-of-ideal.js';

it('gives 100 % of the ideal to the lowest-precision program and 0 % to the baseline, for rates and for times', () => {
  for (const kind of ['rate', 'time'] as const) {
    expect(percentOfIdeal(1, 1.9, kind)).toBe(0);
    expect(percentOfIdeal(1.9, 1.9, kind)).toBeCloseTo(100, 10);
  }
});

it('is equation (3) of the paper over the figures themselves', () => {
  // 100 zones per second in fp64, 150 in fp32, 120 mixed; and the same programs by their seconds
  expect(percentOfIdeal(1.2, 1.5, 'rate')).toBeCloseTo(((120 - 100) / (150 - 100)) * 100, 10);
  const seconds = { wide: 1, narrow: 1 / 1.5, mixed: 1 / 1.2 };
  expect(percentOfIdeal(1.2, 1.5, 'time')).toBeCloseTo(
    ((seconds.mixed - seconds.wide) / (seconds.narrow - seconds.wide)) * 100,
    10,
  );
});

it('is positive for faster and negative for slower programs, for rates and for times', () => {
  const speedups = fc.double({ min: 0.2, max: 5, noNaN: true });
  fc.assert(
    fc.property(speedups, fc.double({ min: 1.01, max: 5, noNaN: true }), (mixed, ideal) => {
      for (const kind of ['rate', 'time'] as const)
        expect(Math.sign(percentOfIdeal(mixed, ideal, kind)!)).toBe(Math.sign(mixed - 1));
    }),
  );
});

it('is undefined if the lowest-precision program is not faster', () => {
  expect(percentOfIdeal(1.1, 1, 'rate')).toBeNull();
  expect(percentOfIdeal(1.1, 0.9, 'time')).toBeNull();
});
