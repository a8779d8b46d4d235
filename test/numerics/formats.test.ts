import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  convert,
  type Format,
  formatNames,
  formats,
  fp64x2,
  isFormat,
  isStorageOnly,
  meet,
  parseDecimal,
  printDecimal,
} from '../../src/numerics/index.js';
import { judge } from './mpfr.js';
import { drawValue, seededRandom } from './operands.js';

const anyFormat = fc.constantFrom(...formatNames);

describe('the format table', () => {
  it('has the limits of IEEE 754 and of bfloat16', () => {
    expect(formats.fp16).toMatchObject({
      largest: 65504,
      smallestNormal: 2 ** -14,
      smallestSubnormal: 2 ** -24,
      epsilon: 2 ** -10,
    });
    expect(formats.bf16).toMatchObject({
      largest: 0xff * 2 ** 120,
      smallestNormal: 2 ** -126,
      smallestSubnormal: 2 ** -133,
    });
    expect(formats.fp32).toMatchObject({
      largest: Math.fround(3.4028234663852886e38),
      epsilon: 2 ** -23,
      sizeBytes: 4,
    });
    expect(formats.fp64).toMatchObject({
      largest: Number.MAX_VALUE,
      epsilon: Number.EPSILON,
      smallestSubnormal: Number.MIN_VALUE,
    });
    expect(formats.fp64x4).toMatchObject({ bits: 256, sizeBytes: 32, significandBits: 212, parts: 4, part: 'fp64' });
  });

  it('knows its names', () => {
    expect(formatNames.every(isFormat)).toBe(true);
    expect(isFormat('fp8')).toBe(false);
    expect(isFormat('toString')).toBe(false);
  });

  it('has a join of two formats that is commutative, associative, idempotent and never lower than either', () => {
    fc.assert(
      fc.property(anyFormat, anyFormat, (a, b) => {
        const m = meet(a, b);
        expect(m).toBe(meet(b, a));
        expect(meet(a, m)).toBe(m);
        expect(formats[m].rank).toBeGreaterThanOrEqual(Math.max(formats[a].rank, formats[b].rank));
        expect(meet(a, a)).toBe(isStorageOnly(a) ? 'fp32' : a);
      }),
    );
    fc.assert(
      fc.property(anyFormat, anyFormat, anyFormat, (a, b, c) => {
        expect(meet(meet(a, b), c)).toBe(meet(a, meet(b, c)));
      }),
    );
    expect(meet('fp16', 'bf16')).toBe('fp32');
    expect(meet('fp8e4m3', 'fp16')).toBe('fp32');
    expect(meet('fp8e4m3', 'fp64')).toBe('fp64');
    expect(meet('fp32x2', 'fp64')).toBe('fp64');
    expect(meet('fp64', 'fp64x2')).toBe('fp64x2');
  });
});

describe('conversion', () => {
  it('to a format that holds every value and back changes nothing', () => {
    const random = seededRandom(31);
    const chains: [Format, Format][] = [
      ['fp16', 'fp32'],
      ['bf16', 'fp32'],
      ['fp32', 'fp64'],
      ['fp32', 'fp32x2'],
      ['fp64', 'fp64x2'],
      ['fp32x2', 'fp64x2'],
      ['fp64x2', 'fp64x4'],
      ['fp32', 'cmp32x2'],
      ['fp64', 'cmp64x2'],
    ];
    for (const [narrow, wide] of chains) {
      for (let k = 0; k < 300; k++) {
        const x = drawValue(narrow, random, -14, 14);
        expect(convert(wide, narrow, convert(narrow, wide, x))).toEqual(x);
      }
    }
  });

  it('takes the nearest value: fp64x4 to fp64x2 errs by at most 2^−106', () => {
    const random = seededRandom(32);
    for (let k = 0; k < 1000; k++) {
      const x = drawValue('fp64x4', random, -300, 300);
      expect(judge('id', [x], convert('fp64x4', 'fp64x2', x)).relative).toBeLessThanOrEqual(2 ** -106);
    }
  });
});

describe('decimal text', () => {
  it('with the default number of digits brings a value back, for every multi-part format', () => {
    const random = seededRandom(33);
    for (const format of ['fp32x2', 'fp64x2', 'fp64x4'] as const) {
      const [low, high] = format === 'fp32x2' ? [-70, 100] : [-300, 900];
      for (let k = 0; k < 300; k++) {
        const x = drawValue(format, random, low, high);
        const back = parseDecimal(format, printDecimal(format, x))!;
        // a value with gaps between its parts has more than p bits; the text is exact to p bits
        expect(judge('id', [x], back).relative).toBeLessThanOrEqual(2 ** -formats[format].significandBits);
      }
    }
  });

  it('is exact: more digits than the value has end in zeros, and parse to the very same parts', () => {
    const random = seededRandom(34);
    for (let k = 0; k < 200; k++) {
      const x = drawValue('fp64x4', random, -60, 60);
      const text = printDecimal('fp64x4', x, 1200);
      expect(text).toMatch(/0{20}e/);
      const back = parseDecimal('fp64x4', text)!;
      expect(judge('id', [x], back).absolute).toBe(0);
    }
  });

  it('writes numbers in the usual form', () => {
    expect(printDecimal('fp64', [0.1], 17)).toBe('1.0000000000000001e-1');
    expect(printDecimal('fp64', [0.1], 1)).toBe('1e-1');
    expect(printDecimal('fp64', [9.5], 1)).toBe('1e+1');
    expect(printDecimal('fp64', [8.5], 1)).toBe('8e+0');
    expect(printDecimal('fp64x2', [-0, 0], 3)).toBe('-0.00e+0');
    expect(printDecimal('fp64x2', [-Infinity, 0])).toBe('-inf');
    expect(printDecimal('fp64x2', [NaN, 0])).toBe('nan');
    expect(printDecimal('fp64x2', fp64x2.div([1, 0], [3, 0]), 30)).toBe('3.33333333333333333333333333333e-1');
  });

  it('reads what C reads, and nothing else', () => {
    expect(parseDecimal('fp64', ' +1.5e2 ')).toEqual([150]);
    expect(parseDecimal('fp64', '.5')).toEqual([0.5]);
    expect(parseDecimal('fp64', '-0')).toEqual([-0]);
    expect(parseDecimal('fp32x2', '-inf')).toEqual([-Infinity, 0]);
    expect(parseDecimal('fp64', '1e999')).toEqual([Infinity]);
    expect(parseDecimal('fp64', '1e-999')).toEqual([0]);
    expect(parseDecimal('fp64', '')).toBeUndefined();
    expect(parseDecimal('fp64', '1,5')).toBeUndefined();
    expect(parseDecimal('fp64', '.')).toBeUndefined();
  });

  it('of a double matches JavaScript, except for ties, which JavaScript rounds up and we round to even', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 1, max: 25 }), (x, digits) => {
        const text = printDecimal('fp64', [x], digits);
        expect(parseDecimal('fp64', text)).toEqual([Number(text)]);
        const exact = printDecimal('fp64', [x], 1100).replace('.', '').split('e')[0]!.replace('-', '');
        if (!/^50*$/.test(exact.slice(digits)) && !Object.is(x, -0)) expect(text).toBe(x.toExponential(digits - 1));
      }),
      { numRuns: 3000, seed: 5 },
    );
  });
});
