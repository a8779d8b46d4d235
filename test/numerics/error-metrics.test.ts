import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOffence, measureError } from '../../src/numerics/error-metrics.js';
import { METRICS, meetsBound } from '../../src/numerics/metrics.js';

describe('error metrics', () => {
  it('count leading digits as the GPUMixer paper does', () => {
    expect(measureError('digits', [3.1415], [3.1479])).toBe(3);
    expect(measureError('digits', [3.1415], [2.1415])).toBe(0);
    expect(measureError('digits', [1234.5], [123.45])).toBe(0);
    expect(measureError('digits', [-1.5], [1.5])).toBe(0);
  });

  it('count digits after the point as the AMPT-GA paper does', () => {
    expect(measureError('decimals', [3.14159], [3.142])).toBe(2);
    expect(measureError('decimals', [3.14159], [3.14])).toBe(2);
    expect(measureError('decimals', [3.14159], [3.2])).toBe(0);
  });

  it('are best for equal outputs, and only then exact', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1 }), (values) => {
        expect(measureError('max-relative', values, values)).toBe(0);
        expect(measureError('rms-relative', values, values)).toBe(0);
        expect(measureError('max-absolute', values, values)).toBe(0);
        expect(measureError('ulp', values, values)).toBe(0);
        expect(measureError('digits', values, values)).toBe(17);
        expect(measureError('decimals', values, values)).toBe(17);
      }),
    );
  });

  it('measure ulps across zero and between adjacent values', () => {
    expect(measureError('ulp', [1], [1 + Number.EPSILON])).toBe(1);
    expect(measureError('ulp', [5e-324], [-5e-324])).toBe(2);
    expect(measureError('ulp', [0], [-0])).toBe(0);
  });

  it('average relative errors over all values, squared or not', () => {
    expect(measureError('mean-relative', [1, 2, 4], [1, 2.2, 2])).toBeCloseTo((0 + 0.1 + 0.5) / 3, 15);
    expect(measureError('rms-relative', [1, 2, 4], [1, 2.2, 2])).toBeCloseTo(Math.sqrt((0.01 + 0.25) / 3), 15);
  });

  it('take a vanished value as a whole loss and a lost zero as an unbounded one', () => {
    expect(measureError('max-relative', [2], [0])).toBe(1);
    expect(measureError('max-relative', [0], [1e-300])).toBe(Number.POSITIVE_INFINITY);
  });

  it('know whether more or less is better', () => {
    for (const metric of METRICS) expect(meetsBound(metric, 3, 3)).toBe(true);
    expect(meetsBound('digits', 4, 3)).toBe(true);
    expect(meetsBound('max-relative', 4, 3)).toBe(false);
  });

  it('name the first value that cannot be compared', () => {
    expect(findOffence([1, 2, 3], [1, Number.NaN, 3])).toMatchObject({ index: 1, why: 'not-finite' });
    expect(findOffence([1, 2, 3], [1, 2])).toMatchObject({ index: 2, expected: 3, found: null, why: 'count' });
    expect(findOffence([1], [1, 2])).toMatchObject({ index: 1, expected: null, found: 2, why: 'count' });
    expect(findOffence([Number.POSITIVE_INFINITY], [Number.POSITIVE_INFINITY])).toBeNull();
  });
});
