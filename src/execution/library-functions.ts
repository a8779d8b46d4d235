import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';
import { mathFunctions } from '../program/library/library.js';

/**
 * Functions whose last bit depends on who computes them. A compiler that sees a constant argument computes them itself: gcc with MPFR,
 * clang the fp32 ones by way of fp64, and neither as the C library does when the program runs. A constant hidden by a call, as in an
 * instrumented program, would then give another result than the same constant in sight. So no compiler of ours may know them.
 * Functions with one right answer (sqrt, fmod, floor, fma) are not here: it does not matter who computes them.
 */
const INEXACT = [
  ...mathFunctions.filter((one) => !one.isCorrectlyRounded && !one.isCudaOnly).map(({ name }) => name),
  ...'exp10 gamma j0 j1 jn pow10 sincos y0 y1 yn'.split(' '),
];

/** The same of complex numbers. */
const INEXACT_COMPLEX =
  'cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp clog cpow csin csinh csqrt ctan ctanh'.split(' ');

export const libraryFunctions: readonly string[] = INEXACT.flatMap((name) => [name, `${name}f`]);
export const complexLibraryFunctions: readonly string[] = INEXACT_COMPLEX.flatMap((name) => [name, `${name}f`]);

/** As gcc and clang take it: calls of these are calls of the library's. */
export const leftToTheLibrary: readonly string[] = [...libraryFunctions, ...complexLibraryFunctions].map(
  (name) => `-fno-builtin-${name}`,
);

/** Read before everything else: the same for what the C++ libraries call by the compiler's own names, and pow made quick again. */
export function libraryMathHeader(): string {
  return path.join(runtimeFolder(), 'library', 'library-math.h');
}
