/**
 * Math functions that exist in several formats: `sqrt` and `sqrtf` are one function in two. Keyed by the double name; every
 * other function computes in the format its name says.
 */
const UNARY =
  'sqrt rsqrt cbrt rcbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sinpi cospi erf erfc tgamma lgamma fabs floor ceil trunc round rint nearbyint'.split(
    ' ',
  );
const BINARY = 'pow atan2 fmod hypot fmin fmax fdim copysign remainder'.split(' ');
const TERNARY = ['fma'];

export interface MathTwin {
  /** The fp64 name. */
  readonly name: string;
  readonly operands: 1 | 2 | 3;
}

const twins = new Map<string, MathTwin>();
for (const [names, operands] of [
  [UNARY, 1],
  [BINARY, 2],
  [TERNARY, 3],
] as const) {
  for (const name of names) {
    const twin: MathTwin = { name, operands };
    twins.set(name, twin);
    twins.set(`${name}f`, twin);
  }
}
for (const [alias, name] of [
  ['abs', 'fabs'],
  ['min', 'fmin'],
  ['max', 'fmax'],
] as const)
  twins.set(alias, twins.get(name)!);

/** Functions that write their results through pointers, in two formats each. */
const SEVERAL_RESULTS = 'sincos sincospi modf'.split(' ');
const severalResults = new Map(
  SEVERAL_RESULTS.flatMap((name): [string, string][] => [
    [name, name],
    [`${name}f`, name],
  ]),
);

/** The fp64 name of a function that writes its results through pointers; null for any other. */
export function functionOfSeveralResults(symbol: string): string | null {
  return severalResults.get(symbol) ?? null;
}

export function mathTwin(symbol: string): MathTwin | null {
  return twins.get(symbol) ?? null;
}

export function hasTwins(symbol: string): boolean {
  return twins.has(symbol);
}

/** What runtime/formats computes in double alone: no format of several parts has it. */
const ONLY_IN_DOUBLE = new Set(['erf', 'erfc', 'tgamma', 'lgamma', 'sinpi', 'cospi', 'sincospi', 'remainder']);

/** True where formats of several parts have the function too. */
export function hasWideTwin(symbol: string): boolean {
  const name = twins.get(symbol)?.name ?? severalResults.get(symbol);
  return name !== undefined && !ONLY_IN_DOUBLE.has(name);
}

/** Every function with twins, by its fp64 name. */
export const mathFunctions: readonly MathTwin[] = [...new Set(twins.values())];
