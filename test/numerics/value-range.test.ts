import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binaryFormats, formats, isStorageOnly } from '../../src/numerics/format.js';
import { roundTo } from '../../src/numerics/rounding.js';
import { fitIn, isLost, joinRanges, scaleInto, type ValueRange } from '../../src/numerics/value-range.js';

const range = (largest: number, smallest = largest, rest: Partial<ValueRange> = {}): ValueRange => ({
  ...{ largest, smallest, hasInfinity: false, hasNaN: false },
  ...rest,
});

describe('whether a format can represent the observed range', () => {
  it.each(binaryFormats)('extends to the values that round to the largest number of %s', (format) => {
    const { largest, epsilon, exponentMax } = formats[format];
    expect(fitIn(format, range(largest))).toBe('holds');
    if (format === 'fp64') return; // a double cannot exceed it
    const halfPlace = 2 ** exponentMax * (epsilon / 2);
    expect(fitIn(format, range(largest + halfPlace * 0.99))).toBe('holds');
    expect(fitIn(format, range(largest + halfPlace))).toBe('overflows');
  });

  it('ends for fp16 at the values that round to 65504, and for bf16 near the end of fp32', () => {
    expect(fitIn('fp16', range(65519.99))).toBe('holds');
    expect(fitIn('fp16', range(65520))).toBe('overflows');
    expect(fitIn('bf16', range(101325))).toBe('holds');
    expect(fitIn('bf16', range(3.4e38))).toBe('overflows');
    expect(fitIn('fp32', range(3.4e38))).toBe('holds');
    expect(fitIn('fp32x2', range(1e39))).toBe('overflows'); // its parts are fp32
  });

  it('distinguishes all values vanishing from some, and vanishing from lost digits', () => {
    expect(fitIn('fp16', range(1e-9))).toBe('vanishes');
    expect(fitIn('bf16', range(1e-9))).toBe('holds');
    expect(fitIn('fp16', range(1, 1e-9))).toBe('underflows');
    expect(fitIn('fp16', range(1, 1e-5))).toBe('loses-digits');
    expect(fitIn('fp16', range(1, formats.fp16.smallestNormal))).toBe('holds');
    expect(fitIn('fp16', range(formats.fp16.smallestSubnormal))).toBe('loses-digits');
  });

  it('ends for pairs of floats where the second float loses bits, far above the smallest float', () => {
    const least = 2 ** -102;
    expect(fitIn('fp32x2', range(1, least))).toBe('holds');
    expect(fitIn('fp32x2', range(1, least * 0.99))).toBe('loses-digits');
    expect(fitIn('fp32', range(1, least * 0.99))).toBe('holds');
    expect(fitIn('fp32x2', range(1, 1e-50))).toBe('underflows');
    // digits are all that a pair is chosen for
    expect([isLost('fp32x2', 'loses-digits'), isLost('fp32x2', 'underflows')]).toEqual([true, true]);
    expect([isLost('fp32', 'loses-digits'), isLost('fp32', 'underflows'), isLost('fp32x2', 'holds')]).toEqual([
      ...[false, false, false],
    ]);
  });

  it('finds the power of two that brings a range into pairs of floats, if there is one', () => {
    const exponent = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(exponent, fc.integer({ min: 0, max: 400 }), fc.double({ min: 1, max: 1.99 }), (e, width, m) => {
        const seen = range(m * 2 ** Math.min(e + width, 1020), m * 2 ** e);
        const power = scaleInto('fp32x2', seen);
        const fits = (k: number) => fitIn('fp32x2', range(seen.largest * 2 ** k, seen.smallest * 2 ** k)) === 'holds';
        if (power !== null) expect(fits(power)).toBe(true);
        else expect(seen.largest / seen.smallest).toBeGreaterThan(2 ** 225);
        if (fits(0)) expect(Math.abs(power ?? 9)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('considers finite numbers only: zeros, infinities and NaNs are the same in every format', () => {
    expect(fitIn('fp16', range(0))).toBe('holds');
    expect(fitIn('fp16', range(1, 1, { hasInfinity: true, hasNaN: true }))).toBe('holds');
  });

  it('agrees with rounding every number', () => {
    const magnitude = fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.constantFrom(...binaryFormats), fc.array(magnitude, { minLength: 1 }), (format, values) => {
        const fit = fitIn(format, joinRanges(values.map((value) => range(value)))!);
        const rounded = values.map((value) => roundTo(format, value));
        // a number that is too large for an 8-bit format becomes the largest one, which is at least half an ulp away
        const { largest, exponentMax, epsilon } = formats[format];
        const isTooLarge = values.some((value) => value - largest >= 2 ** exponentMax * (epsilon / 2));
        expect(fit === 'overflows').toBe(
          isStorageOnly(format) ? isTooLarge : rounded.includes(Number.POSITIVE_INFINITY),
        );
        expect(fit === 'vanishes').toBe(rounded.every((value) => value === 0));
        if (fit === 'holds' || fit === 'loses-digits') expect(rounded).not.toContain(0);
      }),
    );
  });
});

describe('ranges of one memory', () => {
  it('join to the largest and the smallest nonzero magnitude', () => {
    expect(joinRanges([])).toBeNull();
    expect(joinRanges([range(0), range(8, 2, { hasNaN: true }), range(3, 1)])).toEqual(range(8, 1, { hasNaN: true }));
    expect(joinRanges([range(0)])).toEqual(range(0));
  });
});
