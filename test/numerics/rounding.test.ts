import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BinaryFormat,
  decodeBits,
  encodeBits,
  fma,
  formats,
  isStorageOnly,
  roundTo,
  roundToOdd,
  ulpDistance,
} from '../../src/numerics/index.js';
import { rounded } from './mpfr.js';
import { doubleOf, seededRandom, specialDoubles } from './operands.js';

const narrow = ['fp8e4m3', 'fp8e5m2', 'fp16', 'bf16'] as const;
const nanOf = { fp8e4m3: 0x7fn, fp8e5m2: 0x7fn, fp16: 0x7fffn, bf16: 0x7fffn };
const binary: readonly BinaryFormat[] = ['fp16', 'bf16', 'fp32', 'fp64'];

/** The result of CUDA's saturating conversions to 8-bit formats for a number that is too large, for which other formats give infinity. */
const beyond = (format: BinaryFormat) => (isStorageOnly(format) ? formats[format].largest : Infinity);

/** Any double, with special values and the limits of a format more often than by chance. */
function anyDouble(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.double(),
    fc.constantFrom(...specialDoubles),
    fc
      .tuple(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(...narrow))
      .map(([bits, f]) => decodeBits(f, BigInt(bits % 2 ** formats[f].bits))),
  );
}

describe.each(narrow)('%s', (format) => {
  const values: number[] = [];
  const patterns = 2 ** formats[format].bits;
  for (let bits = 0; bits < patterns; bits++) values.push(decodeBits(format, BigInt(bits)));

  it('keeps each of its values under decoding, rounding and encoding', () => {
    for (let bits = 0; bits < patterns; bits++) {
      const x = values[bits]!;
      if (Number.isNaN(x)) {
        expect(roundTo(format, x)).toBeNaN();
        expect(encodeBits(format, x)).toBe(nanOf[format]);
        continue;
      }
      if (isStorageOnly(format) && !Number.isFinite(x)) {
        expect(roundTo(format, x)).toBe(Math.sign(x) * formats[format].largest);
        continue;
      }
      if (!Object.is(roundTo(format, x), x)) expect.fail(`${x} is rounded to ${roundTo(format, x)}`);
      if (encodeBits(format, x) !== BigInt(bits))
        expect.fail(`${x} is encoded as ${encodeBits(format, x)}, not ${bits}`);
    }
  });

  it('rounds every midpoint of two adjacent values to even, and a double next to it to the nearer value', () => {
    const { largest } = formats[format];
    const top = Number(encodeBits(format, largest));
    for (let bits = 0; bits <= top; bits++) {
      const below = values[bits]!;
      // the next value above the largest, if the exponent range continued: rounding to it is overflow
      const above = bits === top ? 2 * below - values[bits - 1]! : values[bits + 1]!;
      const middle = (below + above) / 2;
      const up = bits === top ? beyond(format) : above;
      const even = bits % 2 === 0 ? below : up;
      const step = middle * 2 ** -52;
      if (roundTo(format, middle) !== even)
        expect.fail(`the midpoint ${middle} is rounded to ${roundTo(format, middle)}`);
      if (roundTo(format, -middle) !== -even) expect.fail(`the midpoint ${-middle} is rounded wrongly`);
      if (roundTo(format, middle - step) !== below) expect.fail(`${middle - step} is not rounded down`);
      if (roundTo(format, middle + step) !== up) expect.fail(`${middle + step} is not rounded up`);
    }
  });
});

describe.each(['fp8e4m3', 'fp8e5m2'] as const)('%s', (format) => {
  it('agrees with MPFR for any double below overflow', () => {
    const { largest } = formats[format];
    fc.assert(
      fc.property(fc.oneof(anyDouble(), fc.double({ min: -2 * largest, max: 2 * largest })), (x) => {
        const exact = rounded('id', [[x]], formats[format]);
        const held = Number.isNaN(exact) ? exact : Math.min(Math.max(exact, -largest), largest);
        expect(roundTo(format, x)).toBe(held);
      }),
      { numRuns: 20_000, seed: 5 },
    );
  });
});

describe('roundTo', () => {
  it('does not round twice through fp32 on the way from a double to fp16 or bf16', () => {
    // above a midpoint by less than fp32 resolves: a conversion through fp32 would make it a tie and round down to even
    expect(roundTo('fp16', 1 + 2 ** -11 + 2 ** -40)).toBe(1 + 2 ** -10);
    expect(roundTo('bf16', 1 + 2 ** -8 + 2 ** -40)).toBe(1 + 2 ** -7);
  });

  it('agrees with MPFR for any double and every binary format', () => {
    fc.assert(
      fc.property(anyDouble(), fc.constantFrom(...binary), (x, format) => {
        expect(roundTo(format, x)).toBe(rounded('id', [[x]], formats[format]));
      }),
      { numRuns: 20_000, seed: 1 },
    );
  });

  it('of the double result of + − × ÷ √ equals the operation in the lower format, which makes emulation exact', () => {
    const operations = {
      add: (a: number, b: number) => a + b,
      sub: (a: number, b: number) => a - b,
      mul: (a: number, b: number) => a * b,
      div: (a: number, b: number) => a / b,
      sqrt: (a: number) => Math.sqrt(a),
    };
    fc.assert(
      fc.property(
        anyDouble(),
        anyDouble(),
        fc.constantFrom<BinaryFormat>('fp16', 'bf16', 'fp32'),
        fc.constantFrom(...(['add', 'sub', 'mul', 'div', 'sqrt'] as const)),
        (x, y, format, operation) => {
          const [a, b] = [roundTo(format, x), roundTo(format, y)];
          const args = operation === 'sqrt' ? [[a]] : [[a], [b]];
          expect(roundTo(format, operations[operation](a, b))).toBe(rounded(operation, args, formats[format]));
        },
      ),
      { numRuns: 20_000, seed: 2 },
    );
  });
});

describe('roundToOdd', () => {
  it('makes a pair of doubles round to lower formats like their exact sum', () => {
    const random = seededRandom(3);
    for (let k = 0; k < 4000; k++) {
      const format = binary[k % 3]!;
      const { significandBits: p } = formats[format];
      // in half of the cases the head is a tie of the format; the tail has either sign
      const tie = (Math.floor(random() * 2 ** (p - 1)) + 2 ** (p - 1) + 0.5) * 2 ** (Math.floor(random() * 8) - p);
      const head = k % 2 === 0 ? tie : doubleOf(random, -6, 6);
      const tail = [0, 1, -1][k % 3]! * Math.abs(head) * 2 ** -(54 + Math.floor(random() * 40));
      expect(roundTo(format, roundToOdd(head, tail))).toBe(rounded('id', [[head, tail]], formats[format]));
    }
  });
});

describe('fma', () => {
  it('rounds a·b + c once, in every binary format', () => {
    fc.assert(
      fc.property(
        anyDouble(),
        anyDouble(),
        anyDouble(),
        fc.boolean(),
        fc.constantFrom(...binary),
        (x, y, z, near, format) => {
          const [a, b] = [roundTo(format, x), roundTo(format, y)];
          const c = near ? roundTo(format, -a * b) : roundTo(format, z);
          const expected = rounded('fma', [[a], [b], [c]], formats[format]);
          expect(fma(format, a, b, c)).toBe(expected);
        },
      ),
      { numRuns: 20_000, seed: 4 },
    );
  });
});

describe('ulpDistance', () => {
  it('counts adjacent values as one apart, also across powers of two and across zero', () => {
    expect(ulpDistance('fp32', [1], [1 + 2 ** -23])).toBe(1);
    expect(ulpDistance('fp32', [1], [1 - 2 ** -24])).toBe(1);
    expect(ulpDistance('fp16', [-(2 ** -24)], [2 ** -24])).toBe(2);
    expect(ulpDistance('fp64', [-0], [0])).toBe(0);
    expect(ulpDistance('bf16', [formats.bf16.largest], [Infinity])).toBe(1);
  });

  it('puts NaN infinitely far from numbers and nowhere from itself', () => {
    expect(ulpDistance('fp64', [NaN], [NaN])).toBe(0);
    expect(ulpDistance('fp64', [NaN], [1])).toBe(Infinity);
    expect(ulpDistance('fp64x2', [1, 0], [Infinity, 0])).toBe(Infinity);
  });

  it('measures multi-part values in units of their nominal last place', () => {
    expect(ulpDistance('fp64x2', [1, 0], [1, 2 ** -105])).toBe(1);
    expect(ulpDistance('fp64x4', [8, 0, 0, 0], [8, 0, 0, 2 ** -208])).toBe(1);
  });
});
