import { describe, expect, it } from 'vitest';
import {
  type DoubleWordFormat,
  errorFree32,
  errorFree64,
  formats,
  fp32x2,
  fp64x2,
  fp64x4,
} from '../../src/numerics/index.js';
import { errorBounds } from './error-bounds.js';
import { judge } from './mpfr.js';
import { drawValue, nearNegative, seededRandom, specialHeads } from './operands.js';

type Wide = DoubleWordFormat | 'fp64x4';
type Arithmetic = Record<'add' | 'sub' | 'mul' | 'div', (x: never, y: never) => readonly number[]> & {
  sqrt: (x: never) => readonly number[];
};
const arithmetic: Record<Wide, Arithmetic> = { fp32x2, fp64x2, fp64x4 };
const wide: readonly Wide[] = ['fp32x2', 'fp64x2', 'fp64x4'];
const operations = ['add', 'sub', 'mul', 'div', 'sqrt'] as const;

function apply(
  format: Wide,
  operation: (typeof operations)[number],
  args: readonly (readonly number[])[],
): readonly number[] {
  return arithmetic[format][operation](args[0] as never, args[1] as never);
}

function expectNormalised(format: Wide, z: readonly number[]): void {
  const p = formats[formats[format].part].significandBits;
  for (let k = 0; k + 1 < z.length; k++) {
    if (Math.abs(z[k + 1]!) > Math.abs(z[k]!) * 2 ** -p * (1 + 2 ** -20)) expect.fail(`${z} overlaps at part ${k}`);
  }
}

const plusZeros = (x: readonly number[]) => x.map((part) => part + 0);

describe.each(wide)('%s', (format) => {
  const bounds = errorBounds[format];
  const [low, high] = bounds.exponents;

  it.each(operations)('%s stays within its error bound of the exact result', (operation) => {
    const bound = operation === 'sub' ? bounds.add : bounds[operation];
    const random = seededRandom(11);
    let worst = 0;
    for (let k = 0; k < 6000; k++) {
      const x = drawValue(format, random, low, high);
      const cancels = k % 2 === 1 && (operation === 'add' || operation === 'sub');
      let y = cancels ? nearNegative(format, x, random) : drawValue(format, random, low, high);
      if (cancels && operation === 'sub') y = y.map((part) => -part);
      const args = operation === 'sqrt' ? [x.map((part) => (x[0]! < 0 ? -part : part))] : [x, y];
      const z = apply(format, operation, args);
      const { exact, relative } = judge(operation, args, z);
      if (exact === 0) {
        expect(z[0]).toBe(0);
        continue;
      }
      expectNormalised(format, z);
      if (!(relative <= bound)) expect.fail(`${operation}(${args.join(' | ')}) is off by 2^${Math.log2(relative)}`);
      worst = Math.max(worst, relative);
    }
    console.info(
      `${format} ${operation}: worst 2^${Math.log2(worst).toFixed(2)}, bound 2^${Math.log2(bound).toFixed(2)}`,
    );
  });

  it.each(operations)(
    '%s treats zeros, infinities, NaNs, subnormals and overflow as the machine format does',
    (operation) => {
      const { part, parts } = formats[format];
      const { largest, smallestSubnormal, epsilon } = formats[part];
      const tails = new Array<number>(parts - 1).fill(0);
      for (const a of specialHeads(format)) {
        for (const b of specialHeads(format)) {
          const args =
            operation === 'sqrt'
              ? [[a, ...tails]]
              : [
                  [a, ...tails],
                  [b, ...tails],
                ];
          const z = apply(format, operation, args);
          const { exact, absolute } = judge(operation, args, z);
          const sum = z.reduce((s, t) => s + t);
          const label = `${operation}(${a}, ${b}) = ${z}, exactly ${exact}`;
          if (Number.isNaN(exact)) expect(z[0], label).toBeNaN();
          else if (Math.abs(exact) > largest || !Number.isFinite(z[0]))
            expect(Math.fround(sum), label).toBe(Math.fround(exact));
          else if (exact === 0) {
            // −0 + −0 is +0 in the double-word formats
            const signless = format !== 'fp64x4' && (operation === 'add' || operation === 'sub');
            expect(signless ? z[0]! + 0 : z[0], label).toBe(signless ? 0 : exact);
          } else expect(absolute, label).toBeLessThanOrEqual(2 * epsilon * Math.abs(exact) + smallestSubnormal);
          if (!Number.isFinite(z[0])) expect(z.slice(1), label).toEqual(tails);
        }
      }
    },
  );

  it('rounds to integers and compares as the exact values do', () => {
    const random = seededRandom(12);
    const { floor, ceil, trunc, abs, compare } = arithmetic[format] as unknown as Record<
      string,
      (x: readonly number[], y?: readonly number[]) => never
    >;
    for (let k = 0; k < 2000; k++) {
      const x = drawValue(format, random, -3, formats[format].significandBits);
      const whole = floor!(x) as readonly number[];
      // all parts of ⌊x⌋ are integers, and 0 ≤ x − ⌊x⌋ < 1 exactly
      for (const part of whole) expect(Number.isInteger(part)).toBe(true);
      const rest = judge('sub', [x, whole], [0]).exact;
      expect(rest).toBeGreaterThanOrEqual(0);
      expect(judge('sub', [x, whole], [1]).relative === 0 || rest <= 1).toBe(true);
      const negative = x.map((part) => -part);
      expect(plusZeros(ceil!(negative))).toEqual(plusZeros(whole.map((part) => -part)));
      expect(trunc!(abs!(x))).toEqual(floor!(abs!(x)));
      const y = nearNegative(format, negative, random);
      expect(Math.sign(compare!(x, y))).toBe(Math.sign(judge('sub', [x, y], [0]).exact));
    }
  });
});

describe('error-free transforms', () => {
  it.each([
    ['fp64', errorFree64],
    ['fp32', errorFree32],
  ] as const)('of %s return the rounded result and its exact error', (part, { fl, twoSum, twoProd }) => {
    const random = seededRandom(13);
    const { exponentMin, exponentMax } = formats[part];
    for (let k = 0; k < 4000; k++) {
      const [a] = drawValue(part, random, exponentMin, exponentMax - 1);
      const [b] = drawValue(part, random, exponentMin, exponentMax - 1);
      const [s, e] = twoSum(a!, b!);
      expect(s).toBe(fl(a! + b!));
      expect(judge('add', [[a!], [b!]], [s, e]).absolute).toBe(0);
      const [p, q] = twoProd(a!, b!);
      expect(p).toBe(fl(a! * b!));
      if (!Number.isFinite(p)) continue;
      // the error of a product may underflow: then it is rounded once, to the nearest multiple of the smallest number
      expect(judge('mul', [[a!], [b!]], [p, q]).absolute).toBeLessThanOrEqual(formats[part].smallestSubnormal / 2);
      if (Math.abs(p) > formats[part].smallestFullPrecision * 2 ** (2 * formats[part].significandBits)) {
        expect(judge('mul', [[a!], [b!]], [p, q]).absolute).toBe(0);
      }
    }
  });
});
