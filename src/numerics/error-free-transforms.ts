// Error-free transforms: sums and products of two machine numbers as the rounded result plus its exact rounding error.
//
//   two-sum       Knuth, TAOCP vol. 2, §4.2.2; Møller 1965         s = fl(a+b), s + e = a + b, any order of magnitude
//   fast-two-sum  Dekker 1971, "A floating-point technique…"       the same where |a| ≥ |b| or a = 0, in 3 operations
//   two-prod      Dekker 1971 with Veltkamp's split                p = fl(a·b), p + e = a·b, unless e underflows
//
// JavaScript has no fused multiply-add, and neither has WebAssembly; where one exists the C++ side uses fma(a, b, −p),
// which gives the same e. To agree with it everywhere the split scales operands whose halves would overflow or underflow.

export type Pair = readonly [head: number, tail: number];

export interface ErrorFreeTransforms {
  /** Rounding to the machine format. */
  readonly fl: (x: number) => number;
  readonly twoSum: (a: number, b: number) => Pair;
  readonly fastTwoSum: (a: number, b: number) => Pair;
  readonly twoProd: (a: number, b: number) => Pair;
}

function twoSum(a: number, b: number): Pair {
  const s = a + b;
  const bb = s - a;
  return [s, a - (s - bb) + (b - bb)];
}

function fastTwoSum(a: number, b: number): Pair {
  const s = a + b;
  return [s, b - (s - a)];
}

const splitter = 2 ** 27 + 1;

/** e with p + e = a·b, by Veltkamp's split into 26-bit halves, whose four products are exact. */
function productError(a: number, b: number, p: number): number {
  const ta = splitter * a;
  const ah = ta - (ta - a);
  const al = a - ah;
  const tb = splitter * b;
  const bh = tb - (tb - b);
  const bl = b - bh;
  return ah * bh - p + ah * bl + al * bh + al * bl;
}

function exponentOf(x: number): number {
  // x is normal or zero here after one scaling of subnormals
  const magnitude = Math.abs(x);
  if (magnitude < 2 ** -1022) return Math.floor(Math.log2(magnitude * 2 ** 60)) - 60;
  return Math.floor(Math.log2(magnitude));
}

function twoProd(a: number, b: number): Pair {
  const p = a * b;
  const size = Math.abs(p);
  if (size > 2 ** -900 && size < Infinity) {
    // a split rounds its upper half up: neither it nor the product of two such halves may overflow
    if (Math.abs(b) > 2 ** 970) return [p, productError(a, b * 2 ** -60, p * 2 ** -60) * 2 ** 60];
    if (Math.abs(a) > 2 ** 970 || size > 2 ** 1020) return [p, productError(a * 2 ** -60, b, p * 2 ** -60) * 2 ** 60];
    return [p, productError(a, b, p)];
  }
  // the error of a subnormal product is at most half the smallest number, and rounds to zero
  if (!(size >= 2 ** -1022) || size === Infinity) return [p, 0];
  const ka = exponentOf(a);
  const kb = exponentOf(b);
  const scaledA = ka < -1000 ? a * 2 ** 500 * 2 ** (-ka - 500) : a * 2 ** -ka;
  const scaledB = kb < -1000 ? b * 2 ** 500 * 2 ** (-kb - 500) : b * 2 ** -kb;
  return [p, productError(scaledA, scaledB, scaledA * scaledB) * 2 ** (ka + kb)];
}

export const errorFree64: ErrorFreeTransforms = { fl: (x) => x, twoSum, fastTwoSum, twoProd };

const fround = Math.fround;

export const errorFree32: ErrorFreeTransforms = {
  fl: fround,
  // the sum in double, rounded again to fp32, equals the sum in fp32 (53 ≥ 2·24+2)
  twoSum: (a, b) => {
    const s = fround(a + b);
    const bb = fround(s - a);
    return [s, fround(fround(a - fround(s - bb)) + fround(b - bb))];
  },
  fastTwoSum: (a, b) => {
    const s = fround(a + b);
    return [s, fround(b - fround(s - a))];
  },
  // the product of two 24-bit numbers has 48 bits, so a double represents it exactly, and its rounding error too
  twoProd: (a, b) => {
    const exact = a * b;
    const p = fround(exact);
    return [p, fround(exact - p)];
  },
};
