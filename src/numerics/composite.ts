// cmp32x2 and cmp64x2: Taufer's composite precision (CMP) float2 and double2, exactly as the seeds define it.
//   seeds 001 (Gu), Figure 2.2 and §2.1.3, and 003 (Nguyen), §2.2, Tables 3 and 4. Sums are evaluated from left to right,
//   every operation rounded, as the PTX of 003 §5.2 shows for the addition.
//
//   value' = x.value + y.value; t = value' − x.value; error' = x.value − (value' − t) + (y.value − t) + x.error + y.error
//   ×: value' = x.value·y.value; error' = x.value·y.error + x.error·y.value + x.error·y.error
//   ÷: t = 1/y.value; s = t·x.value; diff = x.value − s·y.value; value' = s + t·diff; error' = t·diff
//
// The rounding error of the product is lost, and the quotient ignores both errors and counts t·diff twice: less accurate
// than fp32x2 and fp64x2, which is the subject of the study of composite precision. Nothing is renormalised.
// (003's Table 4 prints "+ y2.value" at the end of the addition; its PTX and 001 both add y.error.)
//
// A machine number becomes composite by Dekker's split (001 §3.3.1, 003 §2.2) with t = 12 for fp32 and 27 for fp64 (001
// prints 24 there; Dekker's own t is ⌈p/2⌉ = 27). Where the split overflows, the seeds' formula gives NaN; we keep {x, 0}.

import { errorFree32, errorFree64, type Pair } from './error-free-transforms.js';

export type Composite = Pair;

export interface CompositeArithmetic {
  readonly from: (x: number) => Composite;
  /** value + error: the machine number that a composite represents (003, Table 3). */
  readonly to: (x: Composite) => number;
  readonly add: (x: Composite, y: Composite) => Composite;
  readonly sub: (x: Composite, y: Composite) => Composite;
  readonly mul: (x: Composite, y: Composite) => Composite;
  readonly div: (x: Composite, y: Composite) => Composite;
  /** Not in the seeds: the machine square root of value + error, converted back. */
  readonly sqrt: (x: Composite) => Composite;
  readonly neg: (x: Composite) => Composite;
}

function makeCompositeArithmetic(fl: (x: number) => number, splitter: number): CompositeArithmetic {
  function from(x: number): Composite {
    const p = fl(x * splitter);
    const head = fl(p - fl(p - x));
    return Number.isFinite(p) ? [head, fl(x - head)] : [x, 0];
  }

  function to(x: Composite): number {
    return fl(x[0] + x[1]);
  }

  function add(x: Composite, y: Composite): Composite {
    const value = fl(x[0] + y[0]);
    const t = fl(value - x[0]);
    const error = fl(fl(fl(fl(x[0] - fl(value - t)) + fl(y[0] - t)) + x[1]) + y[1]);
    return [value, error];
  }

  function mul(x: Composite, y: Composite): Composite {
    return [fl(x[0] * y[0]), fl(fl(fl(x[0] * y[1]) + fl(x[1] * y[0])) + fl(x[1] * y[1]))];
  }

  function div(x: Composite, y: Composite): Composite {
    const t = fl(1 / y[0]);
    const s = fl(t * x[0]);
    const correction = fl(t * fl(x[0] - fl(s * y[0])));
    return [fl(s + correction), correction];
  }

  const neg = (x: Composite): Composite => [-x[0], -x[1]];
  return { from, to, add, sub: (x, y) => add(x, neg(y)), mul, div, sqrt: (x) => from(fl(Math.sqrt(to(x)))), neg };
}

export const cmp32x2: CompositeArithmetic = makeCompositeArithmetic(errorFree32.fl, 2 ** 12 + 1);
export const cmp64x2: CompositeArithmetic = makeCompositeArithmetic(errorFree64.fl, 2 ** 27 + 1);
