/** The words of a declaration apart from its type: storage, qualifiers, attributes, in whatever order they are written. */
import { blankCommentsAndStrings } from '../support/blank-comments.js';

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

/** What holds a type in its parentheses. */
const HOLDS_TYPE = new Set('_Atomic typeof __typeof __typeof__ decltype'.split(' '));

/** The text with comments, strings, `[[attributes]]` and the arguments of attributes blanked: no offset changes. */
export function codeOfDeclaration(text: string): string {
  const code = blankCommentsAndStrings(text).replace(/\[\s*\[[\s\S]*?\]\s*\]/g, blank);
  let result = '';
  let at = 0;
  for (const match of code.matchAll(/([A-Za-z_]\w*)\s*\(/g)) {
    const open = match.index + match[0].length - 1;
    // `double (*f)(int)`: those parentheses belong to a declarator; `_Atomic(double)` holds the type
    if (match.index < at || HOLDS_TYPE.has(match[1]!) || /^\(\s*(?:[*&^]|__?\w+__\s*\*)/.test(code.slice(open)))
      continue;
    const close = closingParenthesis(code, open);
    result += code.slice(at, open) + blank(code.slice(open, close));
    at = close;
  }
  return result + code.slice(at);
}

/** One past the parenthesis that closes the one at `open`. */
function closingParenthesis(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** Where the specifiers end that all declarators share, for a type that ends at `typeEnd`: `double const __attribute__((…))`. */
export function endOfSpecifiers(
  text: string,
  typeEnd: number,
  stop: number,
  isSpecifier: (word: string) => boolean,
): number {
  const rest = codeOfDeclaration(text.slice(typeEnd, stop));
  const declarator = [...rest.matchAll(/[A-Za-z_]\w*|\S/g)].find(([word]) => !isSpecifier(word));
  return typeEnd + text.slice(typeEnd, typeEnd + (declarator?.index ?? rest.length)).trimEnd().length;
}

const PARENTHESES = String.raw`\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)`;
const ATTRIBUTE = String.raw`(?:\[\[(?:[^\]]|\](?!\]))*\]\]|(?:alignas|_Alignas|__attribute|__attribute__|__declspec|__align__)\s*${PARENTHESES})`;
const ONLY_ATTRIBUTES = new RegExp(String.raw`^(?:\s*${ATTRIBUTE})+\s*$`);

/** The attributes that stand before a declaration that begins at `begin`: clang does not count all of them to it. */
export function attributesBefore(text: string, begin: number, isAttribute: (macro: string) => boolean): string {
  const before = text.slice(Math.max(0, begin - 400), begin);
  const tail = new RegExp(String.raw`(?:(?:${ATTRIBUTE}|\b[A-Za-z_]\w*(?:\s*${PARENTHESES})?)\s*)+$`).exec(before);
  if (!tail) return '';
  let kept = '';
  const parts = [
    ...tail[0].matchAll(new RegExp(String.raw`(${ATTRIBUTE})\s*|\b([A-Za-z_]\w*)(?:\s*${PARENTHESES})?\s*`, 'g')),
  ];
  for (const [part, attribute, name] of parts.reverse()) {
    if (attribute === undefined && !isAttribute(name!)) break;
    kept = part + kept;
  }
  return kept;
}

/** True for a macro's body that is nothing but attributes. */
export function isAttributes(body: string): boolean {
  return ONLY_ATTRIBUTES.test(body);
}
