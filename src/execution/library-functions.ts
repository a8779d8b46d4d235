import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';
import { mathFunctions } from '../program/library/library.js';

/**
 * Functions whose last bit depends on the implementation. Compilers evaluate them for constant arguments (gcc with MPFR, clang with fp64 for fp32
 * functions), with other results than the C library at run time. In an instrumented program, where the constant is hidden by a call, the result
 * would differ. Compilers must therefore not treat them as builtins. Correctly rounded functions (sqrt, fmod, floor, fma) are not affected.
 */
const INEXACT = [
  ...mathFunctions.filter((one) => !one.isCorrectlyRounded && !one.isCudaOnly).map(({ name }) => name),
  ...'exp10 gamma j0 j1 jn pow10 sincos y0 y1 yn'.split(' '),
];

/** Such functions for complex numbers. */
const INEXACT_COMPLEX =
  'cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp clog cpow csin csinh csqrt ctan ctanh'.split(' ');

export const libraryFunctions: readonly string[] = INEXACT.flatMap((name) => [name, `${name}f`]);
export const complexLibraryFunctions: readonly string[] = INEXACT_COMPLEX.flatMap((name) => [name, `${name}f`]);

/** Flags of gcc and clang that keep calls of these functions as library calls. */
export const leftToTheLibrary: readonly string[] = [...libraryFunctions, ...complexLibraryFunctions].map(
  (name) => `-fno-builtin-${name}`,
);

/** Header included first: redirects the builtin names that C++ libraries use, and restores a fast pow. */
export function libraryMathHeader(): string {
  return path.join(runtimeFolder(), 'library', 'library-math.h');
}
