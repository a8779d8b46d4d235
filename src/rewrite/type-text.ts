/** C++ spellings of formats, and the token of a declaration that names its floating base type. */
import { findTypeOfExpression } from '../frontend/ast/types-of-expressions.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, type HalfFormat, isSummed, type SummedFormat } from '../numerics/format.js';
import { codeOfDeclaration, SPECIFIERS } from './declaration-text.js';
import { type TypeNames, writtenOut } from './type-naming.js';

/** Null where the languages have no type for one; sums of machine numbers are called what they are in the header that patches bring. */
const NAMES: Readonly<Record<Exclude<Format, SummedFormat>, string | null>> = {
  fp16: '__half',
  bf16: '__nv_bfloat16',
  fp32: 'float',
  fp64: 'double',
  cmp32x2: null,
  cmp64x2: null,
};

/** What declares the type. */
const HEADERS: Readonly<Record<HalfFormat, string>> = { fp16: 'cuda_fp16.h', bf16: 'cuda_bf16.h' };

export function halfHeader(format: HalfFormat): string {
  return HEADERS[format];
}

export interface TypeToken {
  readonly begin: number;
  readonly end: number;
  readonly name: string;
}

/** A format to write, or the carrier of a reference run, whose type is the instrumentation's own. */
export type Spelling = Format | 'carrier';

export function formatName(spelling: Spelling): string | null {
  if (spelling === 'carrier') return 'mx_real';
  return isSummed(spelling) ? spelling : NAMES[spelling];
}

/**
 * The first identifier in text[begin, end) that names a floating type here, itself or as a macro. A name of which nothing is known
 * counts if there is no other: a typedef of the system.
 */
export function findTypeToken(
  scope: UnitScope,
  text: string,
  begin: number,
  end: number,
  /** How many macros this is the body of, one in the other: a macro may name itself. */
  depth = 0,
): TypeToken | null {
  if (depth > 8) return null;
  const region = codeOfDeclaration(text.slice(begin, end));
  let unknown: TypeToken | null = null;
  const members = memberTypes(region);
  for (const match of region.matchAll(/[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*/g)) {
    const name = match[0];
    if (SPECIFIERS.has(name)) continue;
    const token = { begin: begin + match.index, end: begin + match.index + name.length, name };
    if (name === 'auto' || name === '__auto_type') return { ...token, name: 'auto' };
    const deduced = /^decltype\s*\(\s*auto\s*\)/.exec(region.slice(match.index));
    if (deduced) return { ...token, end: token.begin + deduced[0].length, name: 'auto' };
    const said = findTypeOfExpression(region.slice(match.index));
    if (said?.begin === 0)
      return { ...token, end: token.begin + said.end, name: region.slice(match.index, match.index + said.end) };
    const definitions = scope.macros.get(name);
    if (definitions) {
      if (definitions.some(({ body }) => namesType(scope, body, depth + 1))) return token;
      const given = typeArgument(scope, text, token.end, end);
      if (given) return given;
      if (definitions.some(({ body }) => isUnknownName(scope, withoutSpecifiers(body)))) unknown ??= token;
      continue; // an attribute, a qualifier, nothing
    }
    const facts = scope.types.read({ qualType: name });
    if (facts.format !== null) return token;
    if (region[match.index + name.length] === '<' || !isUnknownName(scope, name)) continue;
    const member = members.find((one) => one.begin <= match.index && match.index < one.end);
    unknown ??= member
      ? { begin: begin + member.begin, end: begin + member.end, name: region.slice(member.begin, member.end) }
      : token;
  }
  return unknown;
}

/** `typename std::iterator_traits<It>::value_type`: what stands inside is no type of numbers, the whole is. */
function memberTypes(region: string): { begin: number; end: number }[] {
  const found: { begin: number; end: number }[] = [];
  for (const match of region.matchAll(/(?:\btypename\s+)?(?<![\w:])(?:::\s*)?[A-Za-z_]\w*/g)) {
    let end = match.index + match[0].length;
    let isMember = match[0].startsWith('typename');
    for (;;) {
      const close = /^\s*</.test(region.slice(end)) ? closingBracket(region, region.indexOf('<', end)) : null;
      const next = /^\s*::\s*(?:template\s+)?[A-Za-z_]\w*/.exec(region.slice(close ?? end));
      if (!next) break;
      isMember ||= close !== null;
      end = (close ?? end) + next[0].length;
    }
    if (isMember && !found.some((one) => match.index < one.end)) found.push({ begin: match.index, end });
  }
  return found;
}

/** One past the bracket that closes the one at `open`. */
function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '<') depth++;
    else if (text[at] === '>' && --depth === 0) return at + 1;
  }
  return text.length;
}

/** All types of numbers that a container's type is made of: `std::map<double, std::vector<double>>`. */
export function findTypeTokens(scope: UnitScope, text: string, begin: number, end: number): TypeToken[] {
  const first = findTypeToken(scope, text, begin, end);
  if (!first) return [];
  const tokens = [first];
  if (!text.slice(begin, first.begin).includes('<')) return tokens;
  for (let next = findTypeToken(scope, text, first.end, end); next; next = findTypeToken(scope, text, next.end, end)) {
    if (isUnknownName(scope, next.name) || next.name === 'auto') break;
    tokens.push(next);
  }
  return tokens;
}

/** True for a macro's body with a floating type in it, itself or through another macro. */
function namesType(scope: UnitScope, body: string, depth: number): boolean {
  const token = findTypeToken(scope, body, 0, body.length, depth);
  return token !== null && (token.name === 'auto' || !isUnknownName(scope, token.name));
}

function isUnknownName(scope: UnitScope, name: string): boolean {
  if (!/^[A-Za-z_][\w:\s]*$/.test(name) || SPECIFIERS.has(name) || scope.macros.has(name)) return false;
  const { format, record } = scope.types.read({ qualType: name });
  return format === null && record !== null && scope.record(record) === null;
}

/** `__host__ __device__ inline`, which names no type. */
function withoutSpecifiers(body: string): string {
  const words = body.split(/\s+/).filter((word) => !SPECIFIERS.has(word));
  return words.join(' ');
}

/** `API(double)`: an argument of a macro that is a type and nothing else. */
function typeArgument(scope: UnitScope, text: string, begin: number, end: number): TypeToken | null {
  const given = /^\s*\(([^()]*)\)/.exec(text.slice(begin, end));
  let at = begin + (given?.[0].indexOf('(') ?? 0) + 1;
  for (const argument of given ? given[1]!.split(',') : []) {
    const name = argument.trim();
    const from = at + argument.indexOf(name);
    if (/^[\w:]+$/.test(name) && scope.types.read({ qualType: name }).format !== null)
      return { begin: from, end: from + name.length, name };
    at += argument.length + 1;
  }
  return null;
}

/** What to write for a type token so that its base has the format; null where there is no such type. */
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
    const spellings = new Set(
      definitions.map(({ body, takesArguments }) => (takesArguments ? null : respellIn(scope, body, format))),
    );
    return spellings.size === 1 ? [...spellings][0]! : null; // branches of an #if may say different things
  }
  const expanded = token === 'auto' ? 'double' : scope.types.expand(token);
  const facts = scope.types.read({ qualType: expanded });
  if (facts.format === null) return target; // a typedef of the system
  const spelt =
    expanded
      .replace(/\b(?:double|float|__half|half|__nv_bfloat16|nv_bfloat16)([1-4]?)\b/g, (_, lanes: string) => {
        if (lanes === '') return target;
        return format === 'fp64' || format === 'fp32' ? `${target}${lanes}` : '?';
      })
      .replace(/^.*\?.*$/, '') || null;
  // `rvec d` of `typedef double rvec[3]`: the bounds of an array stand behind the name otherwise
  return spelt !== null && /\[/.test(expanded) ? `__typeof__(${spelt})` : spelt;
}

/** A type's text with its base in another format: `const double *` in fp32 is `const float *`. */
export function respellIn(scope: UnitScope, type: string, format: Spelling): string | null {
  const token = findTypeToken(scope, type, 0, type.length);
  const spelling = token && respell(scope, token.name, format);
  return token && spelling ? type.slice(0, token.begin) + spelling + type.slice(token.end) : null;
}
