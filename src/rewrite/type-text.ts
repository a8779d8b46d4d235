/** C++ spellings of formats, and the token of a declaration that names its floating base type. */
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Format } from '../numerics/format.js';

const NAMES: Readonly<Partial<Record<Format, string>>> = {
  fp64: 'double',
  fp32: 'float',
  fp16: '__half',
  bf16: '__nv_bfloat16',
};
const NOT_A_TYPE = new Set(
  'const volatile static extern register inline constexpr mutable thread_local typename struct class auto_ __restrict__ __restrict restrict __shared__ __constant__ __device__ __global__ __host__ __managed__ __forceinline__ __noinline__ __inline__ __launch_bounds__ __align__ __attribute__ alignas unsigned signed long short int char virtual explicit friend consteval constinit'.split(
    ' ',
  ),
);

export interface TypeToken {
  readonly begin: number;
  readonly end: number;
  readonly name: string;
}

/** A format to write, or the carrier of a reference run, whose type is the instrumentation's own. */
export type Spelling = Format | 'carrier';

export function formatName(spelling: Spelling): string | null {
  return spelling === 'carrier' ? 'mx_real' : (NAMES[spelling] ?? null);
}

/** The first identifier in text[begin, end) that names a floating type here; an unknown identifier counts if nothing else does. */
export function findTypeToken(scope: UnitScope, text: string, begin: number, end: number): TypeToken | null {
  const region = text
    .slice(begin, end)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
  let unknown: TypeToken | null = null;
  for (const match of region.matchAll(/[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*/g)) {
    const name = match[0];
    if (NOT_A_TYPE.has(name)) continue;
    const token = { begin: begin + match.index, end: begin + match.index + name.length, name };
    if (name === 'auto') return token;
    const facts = scope.types.read({ qualType: name });
    if (facts.format !== null) return token;
    if (region[match.index + name.length] !== '<' && facts.record !== null && scope.record(facts.record) === null)
      unknown ??= token;
  }
  return unknown;
}

/** What to write for a type token so that its base has the format; null where there is no such type. */
export function respell(scope: UnitScope, token: string, format: Spelling): string | null {
  const target = formatName(format);
  if (target === null) return null;
  const expanded = token === 'auto' ? 'double' : scope.types.expand(token);
  const facts = scope.types.read({ qualType: expanded });
  if (facts.format === null) return target; // a macro that stands for the type
  if (/\[/.test(expanded)) return null; // an array typedef has no prefix spelling
  return (
    expanded
      .replace(/\b(?:double|float|__half|half|__nv_bfloat16|nv_bfloat16)([1-4]?)\b/, (_, lanes: string) => {
        if (lanes === '') return target;
        return format === 'fp64' || format === 'fp32' ? `${target}${lanes}` : '?';
      })
      .replace(/^.*\?.*$/, '') || null
  );
}
