/** The words of a declaration apart from its type: storage, qualifiers, attributes, in any order. */
import { isName, type Span, type Token, Tokens } from '../support/tokens.js';

export const SPECIFIERS: ReadonlySet<string> = new Set(
  (
    'const volatile static extern register inline constexpr mutable thread_local typename struct class restrict virtual explicit friend ' +
    'consteval constinit unsigned signed long short int char alignas noexcept throw ' +
    '_Alignas _Atomic _Noreturn _Thread_local _Nonnull _Nullable ' +
    '__const __const__ __volatile __volatile__ __inline __inline__ __restrict __restrict__ __signed__ __extension__ __thread ' +
    '__attribute __attribute__ __declspec __asm __asm__ asm ' +
    '__shared__ __constant__ __device__ __global__ __host__ __managed__ __forceinline__ __noinline__ __grid_constant__ ' +
    '__launch_bounds__ __cluster_dims__ __block_size__ __maxnreg__ __align__ __builtin_align__'
  ).split(' '),
);

/** Keywords with a type in parentheses. */
const HOLDS_TYPE = new Set('_Atomic typeof __typeof __typeof__ decltype'.split(' '));

/** The tokens of a declaration without `[[attributes]]` and without the arguments of other attributes. */
export function declarationTokens(tokens: Tokens, { begin, end }: Span): Token[] {
  const { list } = tokens;
  const found: Token[] = [];
  for (let at = tokens.indexFrom(begin); list[at] && list[at]!.end <= end; at++) {
    const token = list[at]!;
    const next = list[at + 1];
    if (token.text === '[' && next?.text === '[' && token.partner !== null) at = token.partner;
    else {
      found.push(token);
      const hasArguments = isName(token) && next?.text === '(' && !HOLDS_TYPE.has(token.text);
      if (hasArguments && !opensDeclarator(list, at + 1)) at = next.partner ?? list.length;
    }
  }
  return found;
}

/** `double (*f)(int)`: these parentheses belong to a declarator; those of `_Atomic(double)` contain the type. */
function opensDeclarator(list: readonly Token[], open: number): boolean {
  const inside = list[open + 1]?.text ?? '';
  return ['*', '&', '&&', '^'].includes(inside) || (/^__?\w+__$/.test(inside) && list[open + 2]?.text === '*');
}

/** End of the specifiers shared by all declarators, for a type that ends at `begin`: `double const __attribute__((…))`. */
export function endOfSpecifiers(tokens: Tokens, { begin, end }: Span, isSpecifier: (word: string) => boolean): number {
  const rest = declarationTokens(tokens, { begin, end });
  const declarator = rest.find(({ text }) => !isSpecifier(text));
  const last = tokens.list[tokens.indexFrom(declarator?.begin ?? end) - 1];
  return Math.max(begin, last?.end ?? begin);
}

const ATTRIBUTES = new Set(['alignas', '_Alignas', '__attribute', '__attribute__', '__declspec', '__align__']);

/** The attributes before a declaration that begins at `begin`, some of which clang leaves out of its range. */
export function attributesBefore(tokens: Tokens, begin: number, isAttribute: (macro: string) => boolean): string {
  const { list, text } = tokens;
  let first = tokens.indexFrom(begin);
  for (
    let at = attributeBefore(tokens, first, isAttribute);
    at !== null;
    at = attributeBefore(tokens, first, isAttribute)
  )
    first = at;
  return text.slice(list[first]?.begin ?? begin, begin);
}

/** The first token of the attribute that ends before this one. */
function attributeBefore({ list }: Tokens, end: number, isAttribute: (macro: string) => boolean): number | null {
  const last = list[end - 1];
  if (!last || last.directive) return null;
  if (last.text === ']' && last.partner !== null && list[last.partner + 1]?.text === '[') return last.partner;
  const at = last.text === ')' && last.partner !== null ? last.partner - 1 : end - 1;
  const word = list[at];
  if (!word || !isName(word)) return null;
  return (ATTRIBUTES.has(word.text) && at < end - 1) || isAttribute(word.text) ? at : null;
}

/** True for a macro body that consists of attributes only. */
export function isAttributes(body: string): boolean {
  const tokens = new Tokens(body);
  return tokens.list.length > 0 && attributesBefore(tokens, body.length, () => false).trim() === body.trim();
}
