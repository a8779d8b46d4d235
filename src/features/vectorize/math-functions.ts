import { SCALAR_FUNCTIONS } from './scalar-functions.js';

/** Name of a math function in LLVM (an intrinsic without its type, or a C library function) → name in the vector library. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  sqrt: 'sqrt',
  fabs: 'abs',
  pow: 'pow',
  exp: 'exp',
  exp2: 'exp2',
  exp10: 'exp10',
  log: 'log',
  log2: 'log2',
  log10: 'log10',
  sin: 'sin',
  cos: 'cos',
  tan: 'tan',
  asin: 'asin',
  acos: 'acos',
  atan: 'atan',
  atan2: 'atan2',
  sinh: 'sinh',
  cosh: 'cosh',
  tanh: 'tanh',
  floor: 'floor',
  ceil: 'ceil',
  trunc: 'trunc',
  rint: 'rint',
  nearbyint: 'rint',
  roundeven: 'rint',
  round: 'round',
  minnum: 'min',
  minimumnum: 'min',
  maxnum: 'max',
  maximumnum: 'max',
  copysign: 'copysign',
  fma: 'fma',
  fmuladd: 'fma',
};

/** The vector library's names. */
export const VECTOR_FUNCTIONS: readonly string[] = [
  ...new Set([...Object.values(FUNCTIONS), ...SCALAR_FUNCTIONS, 'fmod']),
];

/** `llvm.sqrt.v8f32`, or per lane `llvm.sqrt.f32`, → `sqrt`; null for functions not in the library. */
export function vectorFunction(callee: string): string | null {
  const intrinsic = /^llvm\.(\w+)\.(?:v\d+)?b?f(?:16|32|64)$/.exec(callee);
  return intrinsic ? (FUNCTIONS[intrinsic[1]!] ?? null) : null;
}
