/** Math functions that exist in several formats. Any other function computes in the format of its name. */
import { type LibraryFunction, type MathTwin, named } from './library-function.js';

const UNARY = `sqrt rsqrt cbrt rcbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh
  atanh sinpi cospi erf erfc tgamma lgamma fabs floor ceil trunc round rint nearbyint`;
const BINARY = 'pow atan2 fmod hypot fmin fmax fdim copysign remainder';
const TERNARY = 'fma';
/** Every result is representable in the format of the operands. */
const EXACT = new Set('fabs fmin fmax floor ceil trunc round rint nearbyint copysign'.split(' '));
const CORRECTLY_ROUNDED = new Set([...EXACT, ...'sqrt fmod fdim remainder fma'.split(' ')]);
/** runtime/formats computes these in double. */
const ONLY_IN_DOUBLE = new Set('erf erfc tgamma lgamma sinpi cospi sincospi remainder'.split(' '));
const CUDA_ONLY = new Set('rsqrt rcbrt exp10 sinpi cospi'.split(' '));

function twins(names: string, operands: MathTwin['operands']): [string, LibraryFunction][] {
  return names.split(/\s+/).flatMap((name) => {
    const [isExact, isCorrectlyRounded] = [EXACT.has(name), CORRECTLY_ROUNDED.has(name)];
    const [isWide, isCudaOnly] = [!ONLY_IN_DOUBLE.has(name), CUDA_ONLY.has(name)];
    const takesOneMore = name === 'hypot';
    const twin: MathTwin = { name, operands, takesOneMore, isExact, isCorrectlyRounded, isWide, isCudaOnly };
    return named(`${name} ${name}f`, { twin });
  });
}

const byName = [...twins(UNARY, 1), ...twins(BINARY, 2), ...twins(TERNARY, 3)];

/** std::abs and std::min compute in the format of the arguments. */
const aliases = (['abs fabs', 'min fmin', 'max fmax'] as const).map((pair): [string, LibraryFunction] => {
  const [alias, name] = pair.split(' ') as [string, string];
  return [alias, { twin: new Map(byName).get(name)!.twin! }];
});

export const mathFunctionTable: readonly [string, LibraryFunction][] = [
  ...byName,
  ...aliases,
  ...named('min max', { chooses: true }),
  // the built-ins behind the macros of <math.h>
  ...Object.entries({ fpclassify: 5, isnormal: 0, issubnormal: 0 }).flatMap(([name, number]) =>
    named(`__builtin_${name}`, { effect: { kind: 'classifies', number, name } }),
  ),
  ...['sincos', 'sincospi', 'modf'].flatMap((name) =>
    named(`${name} ${name}f`, { effect: { kind: 'several-results', name } }),
  ),
];

export const isWideName = (name: string): boolean => !ONLY_IN_DOUBLE.has(name);
