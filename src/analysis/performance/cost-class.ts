/** Which class of operations the price of an operation or function follows, and how many of that class it counts as. */
import { mathTwin } from '../../program/library/library.js';
import type { Operation } from '../../program/program.js';
import { PROFILED_OPERATIONS, type ProfiledOperation } from '../devices/device-profile.js';

/** `compare` costs as much as an addition, except in formats of several parts; `special` is one instruction of the special units (`__expf`), `round` one of the converter (floor), `free` a modifier of another. */
export type CostClass = ProfiledOperation | 'compare' | 'minmax' | 'special' | 'round' | 'free';

export interface OperationCost {
  readonly class: CostClass;
  /** Equivalent number of operations of that class. */
  readonly times: number;
}

/**
 * Functions without a figure in any profile, each as a number of calls of a function with one.
 * Chosen: estimated by the length of CUDA's library code; no other numbers were tried, and none was measured. Those of fdim, round, tan and similar functions follow from the operations they consist of.
 */
const COUNTED_AS: Readonly<Record<string, readonly [CostClass, number]>> = {
  fabs: ['free', 1],
  copysign: ['free', 1],
  fmin: ['minmax', 1],
  fmax: ['minmax', 1],
  fdim: ['minmax', 1],
  floor: ['round', 1],
  ceil: ['round', 1],
  trunc: ['round', 1],
  rint: ['round', 1],
  nearbyint: ['round', 1],
  round: ['round', 2],
  fma: ['fma', 1],
  exp2: ['exp', 1],
  exp10: ['exp', 1],
  expm1: ['exp', 1.5],
  log2: ['log', 1],
  log10: ['log', 1],
  log1p: ['log', 1.2],
  tan: ['sin', 2],
  sinpi: ['sin', 1],
  cospi: ['cos', 1],
  asin: ['log', 1.5],
  acos: ['log', 1.5],
  atan: ['log', 1.2],
  atan2: ['log', 2],
  sinh: ['exp', 2],
  cosh: ['exp', 2],
  tanh: ['exp', 2],
  asinh: ['log', 1.5],
  acosh: ['log', 1.5],
  atanh: ['log', 1.5],
  cbrt: ['log', 1],
  rcbrt: ['log', 1],
  hypot: ['sqrt', 2],
  fmod: ['div', 4],
  remainder: ['div', 4],
  erf: ['exp', 2],
  erfc: ['exp', 3],
  tgamma: ['pow', 2],
  lgamma: ['pow', 2],
};

export function costOf({ kind, symbol }: Pick<Operation, 'kind' | 'symbol'>): OperationCost {
  switch (kind) {
    case 'add':
    case 'sub':
    case 'atomic':
      return { class: 'add', times: 1 };
    case 'compare':
      return { class: 'compare', times: 1 };
    case 'mul':
      return { class: 'mul', times: 1 };
    case 'div':
      return { class: 'div', times: 1 };
    case 'neg':
    case 'convert': // priced where formats meet
      return { class: 'free', times: 1 };
    case 'math':
      return costOfFunction(symbol);
  }
}

function costOfFunction(symbol: string): OperationCost {
  if (symbol.startsWith('__')) return costOfIntrinsic(symbol);
  const name = mathTwin(symbol)?.name ?? symbol.replace(/f$/, '');
  const kin = COUNTED_AS[name];
  if (kin) return { class: kin[0], times: kin[1] };
  return { class: isProfiled(name) ? name : 'exp', times: 1 }; // a function without a price counts as one of medium length
}

function costOfIntrinsic(symbol: string): OperationCost {
  if (/fma/.test(symbol)) return { class: 'fma', times: 1 };
  if (/add|sub/.test(symbol)) return { class: 'add', times: 1 };
  if (/mul/.test(symbol)) return { class: 'mul', times: 1 };
  if (/^__(?:fdividef|frcp|powf|tanf)/.test(symbol)) return { class: 'special', times: 2 };
  if (/^__(?:exp|log|sin|cos|frsqrt)/.test(symbol)) return { class: 'special', times: 1 };
  if (/div/.test(symbol)) return { class: 'div', times: 1 };
  if (/sqrt/.test(symbol)) return { class: 'sqrt', times: 1 };
  return { class: 'add', times: 1 };
}

function isProfiled(name: string): name is ProfiledOperation {
  return (PROFILED_OPERATIONS as readonly string[]).includes(name);
}
