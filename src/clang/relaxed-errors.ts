/** What clang refuses by default and gcc or nvcc, which the program was written for, let pass with a warning at most. */
const TOLERATED = [
  'c++11-narrowing',
  'dynamic-exception-spec',
  'implicit-function-declaration',
  'implicit-int',
  'incompatible-function-pointer-types',
  'incompatible-pointer-types',
  'int-conversion',
  'non-pod-varargs',
  'register',
  'reserved-user-defined-literal',
  'return-mismatch',
];

/** cc1 arguments for whatever reads or builds a program: what is read must build. */
export const TOLERANCES: readonly string[] = [
  ...TOLERATED.map((warning) => `-Wno-error=${warning}`),
  ...['-fbracket-depth', '1000'], // more parentheses overflow the stack the module was linked with
];
