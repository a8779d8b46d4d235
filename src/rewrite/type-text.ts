/** C++ names of formats, and the token of a declaration that names its floating-point base type. */
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type ClassFormat, type Format, isSummed, type SummedFormat } from '../numerics/format.js';
import { endOfBracket, listIn } from '../support/token-lists.js';
import { isName, type Span, type Token, Tokens } from '../support/tokens.js';
import { declarationTokens, SPECIFIERS } from './declaration-text.js';
import { type TypeNames, writtenOut } from './type-naming.js';

/** Null if the languages have no type for a format; multi-part formats have the names in the header added by patches. */
const NAMES: Readonly<Record<Exclude<Format, SummedFormat>, string | null>> = {
  fp8e4m3: '__nv_fp8_e4m3',
  fp8e5m2: '__nv_fp8_e5m2',
  fp16: '__half',
  bf16: '__nv_bfloat16',
  fp32: 'float',
  fp64: 'double',
  cmp32x2: null,
  cmp64x2: null,
};

/** The header that declares the type. */
const HEADERS: Readonly<Record<ClassFormat, string>> = {
  fp8e4m3: 'cuda_fp8.h',
  fp8e5m2: 'cuda_fp8.h',
  fp16: 'cuda_fp16.h',
  bf16: 'cuda_bf16.h',
};

export function headerOfClass(format: ClassFormat): string {
  return HEADERS[format];
}

/** Keywords whose type is that of an expression in parentheses. */
const TYPEOF_KEYWORDS = new Set(['typeof', 'typeof_unqual', '__typeof', '__typeof__', 'decltype']);

export interface TypeToken {
  readonly begin: number;
  readonly end: number;
  readonly name: string;
}

/** A format to write, or the carrier of a reference run, whose type belongs to the instrumentation. */
export type Spelling = Format | 'carrier';

export function formatName(spelling: Spelling): string | null {
  if (spelling === 'carrier') return 'mx_real';
  return isSummed(spelling) ? spelling : NAMES[spelling];
}

/**
 * The first name in this span that means a floating-point type, directly or as a macro. If there is none, an unknown name counts: a system
 * typedef.
 */
export function findTypeToken(
  scope: UnitScope,
  tokens: Tokens,
  { begin, end }: Span,
  /** Depth of nested macro bodies, since a macro may name itself. */
  depth = 0,
): TypeToken | null {
  if (depth > 8) return null;
  const words = declarationTokens(tokens, { begin, end });
  const members = memberTypes(tokens, words);
  let unknown: TypeToken | null = null;
  for (let at = 0; at < words.length; at++) {
    if (!isName(words[at]!)) continue;
    const first = words[at]!;
    const parts = [first.text];
    for (; words[at + 1]?.text === '::' && words[at + 2] && isName(words[at + 2]!); at += 2)
      parts.push(words[at + 2]!.text);
    const name = parts.join('::');
    if (SPECIFIERS.has(name)) continue;
    const member = members.find((one) => one.begin <= first.begin && first.begin < one.end);
    const said = member && { ...member, name: tokens.text.slice(member.begin, member.end) };
    if (said && isMemberOfOwnClass(scope, tokens, said)) return said;
    const token = { begin: first.begin, end: words[at]!.end, name };
    if (name === 'auto' || name === '__auto_type')
      return { begin: beginOfConstraint(scope, tokens, first), end: token.end, name: 'auto' };
    const open = tokens.list[words[at]!.index + 1];
    if (TYPEOF_KEYWORDS.has(name) && open?.text === '(' && tokens.partnerOf(open))
      return typeOfExpression(tokens, first, tokens.partnerOf(open)!);
    const definitions = scope.macros.get(name);
    if (definitions) {
      if (definitions.some(({ body }) => namesType(scope, body, depth + 1))) return token;
      const given = open?.text === '(' && open.end <= end ? typeArgument(scope, tokens, open) : null;
      if (given) return given;
      if (definitions.some(({ body }) => isUnknownName(scope, withoutSpecifiers(body)))) unknown ??= token;
      continue; // an attribute, a qualifier, nothing
    }
    if (scope.types.read({ qualType: name }).format !== null) return token;
    if (words[at + 1]?.text === '<' || !isUnknownName(scope, name)) continue;
    unknown ??= said ?? token;
  }
  return unknown;
}

/** `decltype(auto)`, `decltype(v)`, `typename decltype(v)::value_type`. */
function typeOfExpression({ list, text }: Tokens, word: Token, close: Token): TypeToken {
  if (close.index === word.index + 3 && list[close.index - 1]!.text === 'auto')
    return { begin: word.begin, end: close.end, name: 'auto' };
  let last = close;
  while (list[last.index + 1]?.text === '::' && list[last.index + 2] && isName(list[last.index + 2]!))
    last = list[last.index + 2]!;
  const before = list[word.index - 1];
  const begin = last !== close && before?.text === 'typename' ? before.begin : word.begin;
  return { begin, end: last.end, name: text.slice(word.begin, last.end) };
}

/** The begin of `Number auto` and `std::same_as<double> auto`: a concept belongs to the type that it constrains. */
function beginOfConstraint(scope: UnitScope, tokens: Tokens, auto: Token): number {
  const { list } = tokens;
  let at = auto.index - 1;
  if (/^>+$/.test(list[at]?.text ?? '')) {
    const { end } = list[at]!;
    do at--;
    while (at >= 0 && !(list[at]!.text === '<' && endOfBracket(tokens, list[at]!) === end));
    at--;
  }
  const name = list[at];
  if (!name || !isName(name) || SPECIFIERS.has(name.text) || scope.macros.has(name.text)) return auto.begin;
  while (list[at - 1]?.text === '::') at -= list[at - 2] && isName(list[at - 2]!) ? 2 : 1;
  return list[at]!.begin;
}

/** `typename std::iterator_traits<It>::value_type`: the whole is a number type, the names inside are not. */
function memberTypes(tokens: Tokens, words: readonly Token[]): Span[] {
  const found: Span[] = [];
  const says = (at: number, text: string): boolean => words[at]?.text === text;
  for (let begin = 0; begin < words.length; begin++) {
    let at = begin;
    let isMember = says(at, 'typename');
    if (isMember) at++;
    if (says(at, '::')) at++;
    const goesOn = begin > 0 && (says(begin - 1, '::') || says(begin - 1, 'typename'));
    if (!words[at] || !isName(words[at]!) || goesOn) continue;
    for (;;) {
      const close = says(at + 1, '<') ? endOfBracket(tokens, words[at + 1]!) : null;
      const scope = close === null ? at + 1 : words.findIndex((word) => word.begin >= close);
      const next = says(scope + 1, 'template') ? scope + 2 : scope + 1;
      if (scope < 0 || !says(scope, '::') || !words[next] || !isName(words[next]!)) break;
      isMember ||= close !== null;
      at = next;
    }
    const span = { begin: words[begin]!.begin, end: words[at]!.end };
    if (isMember && !found.some((one) => span.begin < one.end)) found.push(span);
  }
  return found;
}

/** `Box<double>::Scalar` of a class template of the program. */
function isMemberOfOwnClass({ builder }: UnitScope, tokens: Tokens, member: Span): boolean {
  const names = new Set([...builder.classTemplates.values()].map(({ name }) => name));
  return tokens.within(member).some(({ text, index }) => names.has(text) && tokens.list[index + 1]?.text === '<');
}

/** All number types in a container's type: `std::map<double, std::vector<double>>`. */
export function findTypeTokens(scope: UnitScope, source: Tokens, { begin, end }: Span): TypeToken[] {
  const first = findTypeToken(scope, source, { begin, end });
  if (!first) return [];
  const tokens = [first];
  if (!source.within({ begin, end: first.begin }).some(({ text }) => text === '<')) return tokens;
  for (let next = first; ; ) {
    const found = findTypeToken(scope, source, { begin: next.end, end });
    if (!found || isUnknownName(scope, found.name) || found.name === 'auto') return tokens;
    tokens.push(found);
    next = found;
  }
}

/** True for a macro body with a floating-point type, directly or through another macro. */
function namesType(scope: UnitScope, body: string, depth: number): boolean {
  const token = findTypeToken(scope, new Tokens(body), { begin: 0, end: body.length }, depth);
  return token !== null && (token.name === 'auto' || !isUnknownName(scope, token.name));
}

function isUnknownName(scope: UnitScope, name: string): boolean {
  if (!/^[A-Za-z_][\w:\s]*$/.test(name) || SPECIFIERS.has(name) || scope.macros.has(name)) return false;
  const { format, record } = scope.types.read({ qualType: name });
  return format === null && record !== null && scope.record(record) === null;
}

/** `__host__ __device__ inline` names no type. */
function withoutSpecifiers(body: string): string {
  return new Tokens(body).list
    .map(({ text }) => text)
    .filter((word) => !SPECIFIERS.has(word))
    .join(' ');
}

/** `API(double)`: a macro argument that is a single type. */
function typeArgument(scope: UnitScope, tokens: Tokens, open: Token): TypeToken | null {
  for (const part of listIn(tokens, open)?.parts ?? []) {
    const words = tokens.within(part);
    const name = words.map(({ text }) => text).join('');
    const isPlain =
      words.length % 2 === 1 && words.every((word, at) => (at % 2 === 0 ? isName(word) : word.text === '::'));
    if (isPlain && scope.types.read({ qualType: name }).format !== null) return { ...part, name };
  }
  return null;
}

/** The new text of a type token for this base format; null if there is no such type. */
export function respell(
  scope: UnitScope,
  token: string,
  format: Spelling,
  names: Pick<TypeNames, 'changed'> = writtenOut,
): string | null {
  const named = names.changed(token, format);
  if (named !== null) return named;
  const target = formatName(format);
  if (target === null) return null;
  const definitions = scope.macros.get(token);
  if (definitions) {
    // only definitions as a number type count: `#define T int` is for another inclusion of a file
    const ofNumbers = definitions.filter(({ body }) => namesType(scope, body, 1));
    const spellings = new Set(
      (ofNumbers.length > 0 ? ofNumbers : definitions).map(({ body, takesArguments }) =>
        takesArguments ? null : respellIn(scope, body, format),
      ),
    );
    return spellings.size === 1 ? [...spellings][0]! : null; // branches of an #if may differ
  }
  const expanded = token === 'auto' ? 'double' : scope.types.expand(token);
  const facts = scope.types.read({ qualType: expanded });
  if (facts.format === null) return target; // a system typedef
  const spelt =
    expanded
      .replace(/\b(?:double|float|__half|half|__nv_bfloat16|nv_bfloat16)([1-4]?)\b/g, (_, lanes: string) => {
        if (lanes === '') return target;
        return format === 'fp64' || format === 'fp32' ? `${target}${lanes}` : '?';
      })
      .replace(/^.*\?.*$/, '') || null;
  // `rvec d` of `typedef double rvec[3]`: otherwise the array bounds would have to follow the name
  return spelt !== null && /\[/.test(expanded) ? `__typeof__(${spelt})` : spelt;
}

/** A type's text with another base format: `const double *` in fp32 is `const float *`. */
export function respellIn(scope: UnitScope, type: string, format: Spelling): string | null {
  const token = findTypeToken(scope, new Tokens(type), { begin: 0, end: type.length });
  const spelling = token && respell(scope, token.name, format);
  return token && spelling ? type.slice(0, token.begin) + spelling + type.slice(token.end) : null;
}
