/** Errors of clang by default that gcc or nvcc report as warnings at most. The programs were written for those compilers. */
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

/** cc1 arguments for parsing and for building: a program that parses must also build. */
export const TOLERANCES: readonly string[] = [
  ...TOLERATED.map((warning) => `-Wno-error=${warning}`),
  ...['-fbracket-depth', '1000'], // a larger limit would overflow the stack that the module was linked with
];
