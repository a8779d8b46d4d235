// fp64x4: the unevaluated sum of four doubles, each at most half an ulp of the one before it; u = 2^−53.
//
// After Hida, Li and Bailey, "Library for double-double and quad-double arithmetic" (2007), in the accurate form: every term
// down to order u³ is summed without error, and the dropped terms are below the last bit of the last part.
//   +, −  merge the eight parts by magnitude, distil, keep four
//   ×     partial products a_i·b_j of order i+j ≤ 3 with their errors, those of order 4 rounded, summed order by order
//   ÷     long division by doubles, five quotient digits; √: Heron's correction twice
// The bound for a sum or product of four-part expansions renormalised this way is 2^−208 (Joldes, Marty, Muller, Popescu,
// "Arithmetic algorithms for extended precision using floating-point expansions", IEEE TC 65(4), 2016: 2^−(p−1)n, n = 4);
// ÷ and √ follow from it. Zero and non-finite results are those of the heads. runtime/formats/quad-word.h is the same.

import { errorFree64 } from './error-free-transforms.js';

export type QuadWord = readonly [number, number, number, number];

const { twoSum, fastTwoSum, twoProd } = errorFree64;

/** Adds the terms from the last to the first and keeps the rounding errors in place: the sum is unchanged, but the terms overlap less. */
function distil(terms: number[]): void {
  for (let i = terms.length - 2; i >= 0; i--) {
    const [s, e] = twoSum(terms[i]!, terms[i + 1]!);
    terms[i] = s;
    terms[i + 1] = e;
  }
}

/** The first four non-overlapping parts of a sum of terms sorted by magnitude (overlaps allowed). */
export function renormalise(terms: number[]): QuadWord {
  distil(terms);
  const parts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  let count = 0;
  let carry = terms[0]!;
  for (let i = 1; i < terms.length; i++) {
    const [r, e] = fastTwoSum(carry, terms[i]!);
    if (e === 0) {
      carry = r;
    } else {
      if (count < 5) parts[count] = r;
      count++;
      carry = e;
    }
  }
  if (count < 5) parts[count] = carry;
  // two more passes make each part at most half an ulp of the one before
  distil(parts);
  let [p0, p1, p2, p3] = parts;
  const p4 = parts[4];
  [p0, p1] = fastTwoSum(p0, p1);
  [p1, p2] = fastTwoSum(p1, p2);
  [p2, p3] = fastTwoSum(p2, p3);
  return [p0, p1, p2, p3 + p4];
}

function isOrdinary(x: number): boolean {
  return x !== 0 && Number.isFinite(x);
}

/** Returns the heads' own result if it is not a normal number, or if the expansion overflowed. */
function settle(z: QuadWord, heads: number): QuadWord {
  if (isOrdinary(z[0])) return z;
  if (z[0] === 0 || !Number.isFinite(heads)) return [heads, 0, 0, 0];
  return [Math.sign(heads) * Infinity, 0, 0, 0];
}

function add(x: QuadWord, y: QuadWord): QuadWord {
  // a bitonic merge: x descending, y ascending, then compare-exchanges at distance 4, 2, 1
  const terms = [x[0], x[1], x[2], x[3], y[3], y[2], y[1], y[0]];
  for (const distance of [4, 2, 1]) {
    for (let i = 0; i < 8; i++) {
      if (i & distance) continue;
      const a = terms[i]!;
      const b = terms[i + distance]!;
      if (Math.abs(a) < Math.abs(b)) {
        terms[i] = b;
        terms[i + distance] = a;
      }
    }
  }
  return settle(renormalise(terms), x[0] + y[0]);
}

/** Adds the partial products of one order; the rounding errors go to the next order. */
function sumOrder(terms: number[], next: number[]): number {
  distil(terms);
  for (let i = 1; i < terms.length; i++) next.push(terms[i]!);
  return terms[0]!;
}

function mul(x: QuadWord, y: QuadWord): QuadWord {
  // orders[k] contains the terms of order u^k: first the errors of earlier products, then the products, then the errors from the order before
  const orders: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  for (let order = 0; order < 4; order++) {
    for (let i = 0; i <= order; i++) {
      const [p, e] = twoProd(x[i]!, y[order - i]!);
      orders[order]!.push(p);
      orders[order + 1]!.push(e);
    }
  }
  for (let i = 1; i < 4; i++) orders[4].push(x[i]! * y[4 - i]!);
  const [o0, o1, o2, o3, o4] = orders;
  const s0 = o0[0]!;
  const s1 = sumOrder(o1, o2);
  const s2 = sumOrder(o2, o3);
  const s3 = sumOrder(o3, o4);
  let s4 = 0;
  for (const term of o4) s4 += term;
  return settle(renormalise([s0, s1, s2, s3, s4]), s0);
}

function timesDouble(x: QuadWord, y: number): QuadWord {
  const [p0, e0] = twoProd(x[0], y);
  const [p1, e1] = twoProd(x[1], y);
  const [p2, e2] = twoProd(x[2], y);
  const [p3, e3] = twoProd(x[3], y);
  const o2 = [p2, e1];
  const o3 = [p3, e2];
  const o4 = [e3];
  const s1 = sumOrder([p1, e0], o2);
  const s2 = sumOrder(o2, o3);
  const s3 = sumOrder(o3, o4);
  let s4 = 0;
  for (const term of o4) s4 += term;
  return renormalise([p0, s1, s2, s3, s4]);
}

const neg = (x: QuadWord): QuadWord => [-x[0], -x[1], -x[2], -x[3]];
const scaled = (x: QuadWord, by: number): QuadWord => [x[0] * by, x[1] * by, x[2] * by, x[3] * by];

function quotient(x: QuadWord, y: QuadWord): QuadWord {
  const digits: number[] = [];
  let rest = x;
  for (let k = 0; k < 5; k++) {
    const digit = rest[0] / y[0];
    digits.push(digit);
    if (k < 4) rest = add(rest, neg(timesDouble(y, digit)));
  }
  return renormalise(digits);
}

function div(x: QuadWord, y: QuadWord): QuadWord {
  const head = x[0] / y[0];
  const z = quotient(x, y);
  if (isOrdinary(z[0])) return z;
  if (!isOrdinary(head) || !Number.isFinite(y[0])) return [head, 0, 0, 0];
  const small = scaled(quotient(scaled(x, 2 ** -8), y), 2 ** 8);
  return Number.isFinite(small[0]) ? small : [small[0], 0, 0, 0];
}

function sqrt(x: QuadWord): QuadWord {
  const head = Math.sqrt(x[0]);
  if (!isOrdinary(head)) return [head, 0, 0, 0];
  if (x[0] > 2 ** 1020) return scaled(sqrt(scaled(x, 2 ** -8)), 2 ** 4); // s may be rounded up so that s² overflows
  // s ← s + (x − s²)/(2s): 53 bits, then 106, then all
  const rest = add(x, neg(mul([head, 0, 0, 0], [head, 0, 0, 0])));
  const [h, l] = fastTwoSum(head, rest[0] / (2 * head));
  const s: QuadWord = [h, l, 0, 0];
  const correction = quotient(add(x, neg(mul(s, s))), [2 * h, 2 * l, 0, 0]);
  return add(s, correction);
}

function toInteger(x: QuadWord, round: (part: number) => number): QuadWord {
  const parts = [round(x[0]), 0, 0, 0];
  if (!isOrdinary(x[0])) return [parts[0]!, 0, 0, 0];
  for (let i = 0; i < 3 && parts[i] === x[i]; i++) parts[i + 1] = round(x[i + 1]!);
  const head = parts[0]!;
  return settle(renormalise(parts), head);
}

/**
 * By the sign of the exact difference. A comparison part by part would be wrong, because a second part of exactly half an ulp gives the same value
 * two representations. Heads that differ clearly, or are not finite, decide alone.
 */
function compare(x: QuadWord, y: QuadWord): number {
  const apart = x[0] - y[0];
  if (Math.abs(apart) > Math.abs(x[0]) * 2 ** -50) return apart;
  if (x[0] === y[0] && !Number.isFinite(x[0])) return 0;
  return add(x, neg(y))[0];
}

const isNegative = (x: QuadWord) => x[0] < 0 || Object.is(x[0], -0);

export const fp64x4 = {
  add,
  sub: (x: QuadWord, y: QuadWord): QuadWord => add(x, neg(y)),
  mul,
  div,
  sqrt,
  fma: (x: QuadWord, y: QuadWord, z: QuadWord): QuadWord => add(mul(x, y), z),
  neg,
  abs: (x: QuadWord): QuadWord => (isNegative(x) ? neg(x) : x),
  floor: (x: QuadWord): QuadWord => toInteger(x, Math.floor),
  ceil: (x: QuadWord): QuadWord => toInteger(x, Math.ceil),
  trunc: (x: QuadWord): QuadWord => toInteger(x, isNegative(x) ? Math.ceil : Math.floor),
  compare,
};
