// fp32x2 and fp64x2: a value is the unevaluated sum hi + lo with hi = fl(hi + lo), so |lo| ≤ ulp(hi)/2.
//
// The algorithms, with u = 2^−24 or 2^−53 and relative error bounds in the absence of underflow and overflow:
//   +, −  AccurateDWPlusDW, 3u²+O(u³)   Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building blocks
//         of double-word arithmetic", ACM TOMS 44(2), 2017, algorithm 6: the "IEEE add" of Hida, Li and Bailey's QD
//   ×     DWTimesDW1, 5u²               same, algorithm 10; bound from Muller and Rideau, "Formalization of double-word
//         arithmetic, and comments on…", ACM TOMS 48(1), 2022
//   ÷     DWDivDW2, 15u²+56u³           same as +, algorithm 17 with DWTimesFP1 (algorithm 7)
//   √     SQRTDWtoDW, 25/8·u²           Lefèvre, Louvet, Muller, Picot, Rideau, "Accurate calculation of Euclidean norms
//         using double-word arithmetic", ACM TOMS 49(1), 2023
// × and ÷ of fp32x2 keep these bounds with fused multiply-adds in fewer operations, and 1/√ is one step of Newton's: see
// runtime/formats/double-word.h, which computes the same, bit for bit.
// If the tail of a sum, product or root is not finite, the result is that of the heads alone with a zero tail: infinities and NaNs
// are IEEE's. Signed zeros are, too, but for −0 + −0, which is +0 here.

import { type ErrorFreeTransforms, errorFree32, errorFree64, type Pair } from './error-free-transforms.js';
import { fma } from './fused-multiply-add.js';

export type DoubleWord = Pair;

export interface DoubleWordArithmetic {
  readonly add: (x: DoubleWord, y: DoubleWord) => DoubleWord;
  readonly sub: (x: DoubleWord, y: DoubleWord) => DoubleWord;
  readonly mul: (x: DoubleWord, y: DoubleWord) => DoubleWord;
  readonly div: (x: DoubleWord, y: DoubleWord) => DoubleWord;
  readonly sqrt: (x: DoubleWord) => DoubleWord;
  readonly fma: (x: DoubleWord, y: DoubleWord, z: DoubleWord) => DoubleWord;
  readonly neg: (x: DoubleWord) => DoubleWord;
  readonly abs: (x: DoubleWord) => DoubleWord;
  readonly floor: (x: DoubleWord) => DoubleWord;
  readonly ceil: (x: DoubleWord) => DoubleWord;
  readonly trunc: (x: DoubleWord) => DoubleWord;
  /** Negative, zero or positive as x < y, x = y, x > y; NaN where unordered. */
  readonly compare: (x: DoubleWord, y: DoubleWord) => number;
}

function isOrdinary(x: number): boolean {
  return x !== 0 && Number.isFinite(x);
}

/** Operations that fp32x2 computes by fused multiply-adds. */
interface FusedOperations {
  readonly crossTerms: (x: DoubleWord, y: DoubleWord, productError: number) => number;
  readonly usualQuotient: (x: DoubleWord, y: DoubleWord) => DoubleWord;
  readonly remainderOfRoot: (x: number, root: number) => number;
}

/** Without a finite tail, the result is that of the heads `alone`. */
function settle(z: DoubleWord, alone: number): DoubleWord {
  return Number.isFinite(z[1]) ? z : [alone, 0];
}

function makeDoubleWordArithmetic(eft: ErrorFreeTransforms, byFusing: FusedOperations | null): DoubleWordArithmetic {
  const { fl, twoSum, fastTwoSum, twoProd } = eft;
  /** A power of two that brings a dividend near overflow to where no intermediate product can. */
  const scale = 2 ** -8;

  function add(x: DoubleWord, y: DoubleWord): DoubleWord {
    const [sh, sl] = twoSum(x[0], y[0]);
    const [th, tl] = twoSum(x[1], y[1]);
    const [vh, vl] = fastTwoSum(sh, fl(sl + th));
    return settle(fastTwoSum(vh, fl(tl + vl)), sh);
  }

  function crossTerms(x: DoubleWord, y: DoubleWord, productError: number): number {
    return fl(productError + fl(fl(x[0] * y[1]) + fl(x[1] * y[0])));
  }

  function mul(x: DoubleWord, y: DoubleWord): DoubleWord {
    const [ch, cl] = twoProd(x[0], y[0]);
    const [zh, zl] = fastTwoSum(ch, (byFusing?.crossTerms ?? crossTerms)(x, y, cl));
    return settle([zh === 0 && (ch < 0 || Object.is(ch, -0)) ? -0 : zh, zl], ch);
  }

  function quotient(x: DoubleWord, y: DoubleWord, head: number): DoubleWord {
    const [ch, cl] = twoProd(y[0], head);
    const [th, tl] = fastTwoSum(ch, fl(y[1] * head));
    const [rh, rl] = fastTwoSum(th, fl(tl + cl));
    const rest = fl(fl(x[0] - rh) + fl(x[1] - rl));
    return fastTwoSum(head, fl(rest / y[0]));
  }

  function div(x: DoubleWord, y: DoubleWord): DoubleWord {
    const usual = byFusing?.usualQuotient(x, y);
    if (usual && isNormal(usual[0])) return usual;
    const head = fl(x[0] / y[0]);
    const z = quotient(x, y, head);
    if (isOrdinary(z[0])) return z;
    if (!isOrdinary(head) || !Number.isFinite(y[0])) return [head, 0];
    const small = quotient([fl(x[0] * scale), fl(x[1] * scale)], y, fl(fl(x[0] * scale) / y[0]));
    const [hi, lo] = [fl(small[0] / scale), fl(small[1] / scale)];
    return Number.isFinite(hi) ? [hi, lo] : [hi, 0];
  }

  function remainderOfRoot(x: number, root: number): number {
    const [p, e] = twoProd(root, root);
    return fl(fl(x - p) - e);
  }

  function sqrt(x: DoubleWord): DoubleWord {
    const head = fl(Math.sqrt(x[0]));
    if (!isOrdinary(head)) return [head, 0];
    const rest = fl(x[1] + (byFusing?.remainderOfRoot ?? remainderOfRoot)(x[0], head));
    return fastTwoSum(head, fl(rest / fl(2 * head)));
  }

  function toInteger(x: DoubleWord, round: (part: number) => number): DoubleWord {
    const head = round(x[0]);
    return head === x[0] && isOrdinary(head) ? fastTwoSum(head, round(x[1])) : [head, 0];
  }

  const neg = (x: DoubleWord): DoubleWord => [-x[0], -x[1]];
  const isNegative = (x: DoubleWord) => x[0] < 0 || Object.is(x[0], -0);
  const floor = (x: DoubleWord) => toInteger(x, Math.floor);
  const ceil = (x: DoubleWord) => toInteger(x, Math.ceil);
  return {
    add,
    sub: (x, y) => add(x, neg(y)),
    mul,
    div,
    sqrt,
    fma: (x, y, z) => add(mul(x, y), z),
    neg,
    abs: (x) => (isNegative(x) ? neg(x) : x),
    floor,
    ceil,
    trunc: (x) => (isNegative(x) ? ceil(x) : floor(x)),
    compare: (x, y) => (x[0] === y[0] ? x[1] - y[1] : x[0] < y[0] ? -1 : x[0] > y[0] ? 1 : NaN),
  };
}

const fused = (a: number, b: number, c: number): number => fma('fp32', a, b, c);
const { fastTwoSum: fastTwoSum32, twoProd: twoProd32 } = errorFree32;
const fl = Math.fround;

/** Whether a float is neither zero, subnormal, infinite nor NaN. */
function isNormal(x: number): boolean {
  return Math.abs(x) >= 2 ** -126 && Number.isFinite(x);
}

function usualQuotient(x: DoubleWord, y: DoubleWord): DoubleWord {
  const inverse = fl(1 / y[0]);
  const guess = fl(x[0] * inverse);
  const q = fused(fused(-guess, y[0], x[0]), inverse, guess);
  const rest = fl(fused(-q, y[1], fused(-q, y[0], x[0])) + x[1]);
  return fastTwoSum32(q, fl(rest * inverse));
}

/** 1/√x of fp32x2. */
export function rsqrtOfFloats(x: DoubleWord): DoubleWord {
  const head = fl(1 / fl(Math.sqrt(x[0])));
  const [rootHead, rootTail] = twoProd32(x[0], head);
  const rest = fused(-fused(x[1], head, rootTail), head, fused(-rootHead, head, 1));
  return settle(fastTwoSum32(head, fl(fl(0.5 * head) * rest)), head);
}

export const fp32x2: DoubleWordArithmetic = makeDoubleWordArithmetic(errorFree32, {
  crossTerms: (x, y, productError) => fused(x[1], y[0], fused(x[0], y[1], productError)),
  usualQuotient,
  remainderOfRoot: (x, root) => fused(-root, root, x),
});
export const fp64x2: DoubleWordArithmetic = makeDoubleWordArithmetic(errorFree64, null);
