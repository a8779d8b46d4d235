import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { narrowLiteral } from '../../src/rewrite/literal-text.js';

/** Rational arithmetic on the decimal text: the float a compiler makes of `text` with the suffix f, rounded once. */
function floatOfDecimal(text: string): number {
  const [, whole, fraction = '', exponent = '0'] = /^(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text)!;
  const scale = Number(exponent) - fraction.length;
  const digits = BigInt(`${whole}${fraction}`);
  const [numerator, denominator] = scale >= 0 ? [digits * 10n ** BigInt(scale), 1n] : [digits, 10n ** BigInt(-scale)];
  const guess = Math.fround(Number(text));
  const bits = new Uint32Array(new Float32Array([guess]).buffer)[0]!;
  const around = [bits - 1, bits, bits + 1]
    .filter((one) => one >= 0)
    .map((one) => new Float32Array(new Uint32Array([one]).buffer)[0]!)
    .filter(Number.isFinite);
  // distances to the neighbours, exactly, in units of 2^-1074
  const unit = 2n ** 1074n;
  const distance = (value: number) => {
    const off = scaled(value) * denominator - numerator * unit;
    return off < 0n ? -off : off;
  };
  return around.reduce((best, one) => {
    const [a, b] = [distance(one), distance(best)];
    return a < b || (a === b && scaled(one) % (2n * scaled(2 ** -149)) === 0n) ? one : best;
  });
}

/** `value` · 2^1074 */
function scaled(value: number): bigint {
  const bits = new BigUint64Array(new Float64Array([value]).buffer)[0]!;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
}

/** What C++ makes of the narrowed literal. */
function meaning(text: string): number {
  return text.startsWith('(float)')
    ? Math.fround(Number(text.slice('(float)'.length)))
    : floatOfDecimal(text.replace(/f$/, ''));
}

describe('a literal in fp32', () => {
  it('is the double of the source rounded once more, as it is emulated', () => {
    const decimal = fc.double({ min: 1e-44, max: 3e38, noNaN: true }).map((value) => value.toPrecision(17));
    fc.assert(
      fc.property(decimal, (text) => {
        expect(meaning(narrowLiteral(text, Number(text)))).toBe(Math.fround(Number(text)));
      }),
      { numRuns: 500 },
    );
  });

  it('is cast where the suffix would round the text another way', () => {
    // just above the middle of two floats, by less than a double can tell
    const text = '1.00000005960464477539062500000000001';
    expect(narrowLiteral(text, Number(text))).toBe(`(float)${text}`);
    expect(floatOfDecimal(text)).not.toBe(Math.fround(Number(text)));
  });

  it('gets a suffix, and a point where it has none', () => {
    expect(narrowLiteral('0.1', 0.1)).toBe('0.1f');
    expect(narrowLiteral('1e-3', 1e-3)).toBe('1e-3f');
    expect(narrowLiteral('2.', 2)).toBe('2.f');
    expect(narrowLiteral('0x1p-3', 0.125)).toBe('0x1p-3f');
    expect(narrowLiteral('0.1f', 0.1)).toBe('0.1f');
    expect(narrowLiteral('1e300', 1e300)).toBe('(float)1e300');
  });
});
