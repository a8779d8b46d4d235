/**
 * Math functions for which LLVM has no vector form. Before LLVM vectorises, a call `log1pf(x)` becomes `pow(x, tag)` with a tag that is an
 * unknown number, which LLVM can only carry along: the result is read back as a call of the function. Functions of two numbers that do not
 * depend on their signs become `fma(x, y, tag)`.
 */

/** C library name without its suffix f → name in the vector library. */
const LIBRARY: Readonly<Record<string, string>> = {
  ...{ log1p: 'log1p', expm1: 'expm1', cbrt: 'cbrt', erf: 'erf', erfc: 'erfc', rsqrt: 'rsqrt', exp10: 'exp10' },
  ...{ asinh: 'asinh', acosh: 'acosh', atanh: 'atanh', sinpi: 'sinpi', cospi: 'cospi', normcdf: 'normcdf' },
};
/** CUDA's fast functions, as kernels_on_host.h names them. */
const FAST: Readonly<Record<string, string>> = {
  ...{ mantissa_fast_exp: 'fast_exp', mantissa_fast_log: 'fast_log', mantissa_fast_sin: 'fast_sin' },
  ...{ mantissa_fast_cos: 'fast_cos', mantissa_fast_log2: 'fast_log2', mantissa_fast_tan: 'fast_tan' },
};
const OF_ONE: Readonly<Record<string, string>> = { ...LIBRARY, ...FAST };
const OF_TWO: Readonly<Record<string, string>> = { hypot: 'hypot' };

const TAG = 'mantissa_tag_';
const CALL = new RegExp(
  String.raw`\bcall (float|double) @(${[...Object.keys(OF_ONE), ...Object.keys(OF_TWO)].join('|')})(f?)\(([^()]*)\)`,
  'g',
);

/** The vector library's names. */
export const SCALAR_FUNCTIONS: readonly string[] = Object.values({ ...OF_ONE, ...OF_TWO });

export function callsScalarFunctions(ir: string): boolean {
  return ir.search(CALL) >= 0;
}

/** Unoptimised LLVM code with tags in place of the calls. */
export function withVectorCalls(ir: string): string {
  const declared = new Set<string>();
  let loads = 0;
  const lines = ir.split('\n').flatMap((line) => {
    const before: string[] = [];
    const changed = line.replace(CALL, (call, type: string, name: string, suffix: string, given: string) => {
      if ((suffix === 'f') !== (type === 'float')) return call;
      const tag = `@${TAG}${name}_${type}`;
      const value = `%${TAG}${loads++}`;
      const intrinsic = `@llvm.${name in OF_ONE ? 'pow' : 'fma'}.${type === 'float' ? 'f32' : 'f64'}`;
      const parameters = name in OF_ONE ? [type, type] : [type, type, type];
      declared.add(`${tag} = external constant ${type}`);
      declared.add(`declare ${type} ${intrinsic}(${parameters.join(', ')})`);
      before.push(`  ${value} = load ${type}, ptr ${tag}`);
      return `call ${type} ${intrinsic}(${given}, ${type} ${value})`;
    });
    return [...before, changed];
  });
  const own = [...declared].filter((one) => !lines.some((line) => line.startsWith(one.split('(')[0]!)));
  return `${lines.join('\n')}\n${own.join('\n')}\n`;
}

/** The function that a tag stands for; null for other names. */
export function taggedFunction(array: string): string | null {
  if (!array.startsWith(TAG)) return null;
  const name = array.slice(TAG.length).replace(/_(?:float|double)$/, '');
  return { ...OF_ONE, ...OF_TWO }[name] ?? null;
}
