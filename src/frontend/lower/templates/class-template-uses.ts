/** The uses of a class template in the text: its arguments, its members defined outside it, and its default arguments. */
import type { Range } from '../../../program/place.js';
import { endOfBracket, listIn } from '../../../support/token-lists.js';
import { isName, type Token, type Tokens } from '../../../support/tokens.js';
import type { ProgramBuilder } from '../builder.js';

export interface ClassMentions {
  /** The argument lists of all uses with arguments. */
  readonly lists: readonly (readonly Range[])[];
  /** Members defined outside the class, without their `template <…>`. */
  readonly outside: readonly Range[];
  /** The member names after its arguments, as in `Name<double>::Scalar`. */
  readonly members: readonly (Range & { readonly name: string })[];
}

const RECORDS = new Set(['class', 'struct', 'union']);

/** Null if a use is not understood: without arguments, in a macro, in a branch that is not compiled, specialised. */
export function readClassTemplateUses(
  builder: ProgramBuilder,
  name: string,
  texts: readonly Range[],
): ClassMentions | null {
  const lists: Range[][] = [];
  const outside: Range[] = [];
  const members: (Range & { readonly name: string })[] = [];
  const bare: { readonly file: number; readonly token: Token }[] = [];
  for (const [file, { source }] of builder.places.files.entries())
    for (const token of source.tokens.list) {
      if (!isName(token) || token.text !== name || isMember(source.tokens, token)) continue;
      if (token.directive) {
        if (token.directive.name === 'include') continue;
        return null;
      }
      const open = source.tokens.list[token.index + 1];
      if (open?.text !== '<') {
        bare.push({ file, token });
        continue;
      }
      const list = listIn(source.tokens, open);
      const member = list && memberDefinedAt(source.tokens, token, list.end);
      if (!list || member === 'unknown' || isSpecialisation(source.tokens, token)) return null;
      const isLeftOut = builder.inactive.some(
        ({ range }) => range.file === file && range.begin <= token.begin && token.begin < range.end,
      );
      if (isLeftOut) return null;
      lists.push(list.parts.map((part) => ({ file, ...part })));
      if (member) outside.push({ file, ...member });
      const behind = source.tokens.list.slice(source.tokens.indexFrom(list.end));
      if (behind[0]?.text === '::' && behind[1])
        members.push({ file, begin: behind[1].begin, end: behind[1].end, name: behind[1].text });
    }
  const own = [...texts, ...outside];
  const isKnown = bare.every(
    ({ file, token }) =>
      own.some((text) => text.file === file && text.begin <= token.begin && token.end <= text.end) ||
      isUnderstoodAlone(builder.places.files[file]!.source.tokens, token),
  );
  return isKnown ? { lists, outside, members } : null;
}

/** `object.name`: a member of that name. */
function isMember({ list }: Tokens, { index }: Token): boolean {
  return ['.', '->'].includes(list[index - 1]?.text ?? '');
}

/** `template <> struct Name<double>`, `template <class T> struct Name<T *>`. */
function isSpecialisation({ list }: Tokens, { index }: Token): boolean {
  return RECORDS.has(list[index - 1]?.text ?? '') && isClosing(list[index - 2]);
}

function isClosing(token: Token | undefined): boolean {
  return token !== undefined && /^>+$/.test(token.text);
}

/** `template <class T> struct Name;`, `using space::Name;`, `Name<T>::Name(…)`, `~Name()`: valid uses without arguments. */
function isUnderstoodAlone({ list }: Tokens, { index }: Token): boolean {
  const [before, behind] = [list[index - 1], list[index + 1]];
  if (before?.text === '~' || (RECORDS.has(before?.text ?? '') && behind?.text === ';')) return true;
  if (before?.text === '::' && isClosing(list[index - 2])) return true;
  let first = index;
  while (list[first - 1]?.text === '::' && list[first - 2] && isName(list[first - 2]!)) first -= 2;
  return list[first - 1]?.text === 'using' && behind?.text === ';';
}

/**
 * The definition `template <class T> void Name<T>::step() { … }`, after its heads up to its end; null for any other use, 'unknown' if it cannot be
 * parsed.
 */
function memberDefinedAt(tokens: Tokens, name: Token, end: number): { begin: number; end: number } | 'unknown' | null {
  const { list } = tokens;
  let first = name.index;
  while (first > 0 && !['{', '}', ';'].includes(list[first - 1]!.text) && !list[first - 1]!.directive) first--;
  const heads: ReturnType<typeof listIn>[] = [];
  while (list[first]?.text === 'template' && list[first + 1]?.text === '<') {
    const head = listIn(tokens, list[first + 1]!);
    if (!head) return 'unknown';
    heads.push(head);
    first = tokens.indexFrom(head.end);
  }
  if (heads.some((head) => head!.parts.length === 0)) return 'unknown'; // a specialisation of the member
  if (heads.length === 0 || first > name.index) return null;
  const isInside = list
    .slice(first, name.index)
    .some((token) => token.text === '(' && (token.partner ?? 0) > name.index);
  let at = tokens.indexFrom(end);
  if (isInside || list[at]?.text !== '::') return null;
  while (list[at]?.text === '::') at += list[at + 1]?.text === '~' ? 3 : 2;
  const isDeclarator = list[at - 1]?.text === 'operator' || ['(', '=', ';', '{', '['].includes(list[at]?.text ?? '');
  if (!isDeclarator) return null; // a member type, not a definition
  const last = endOfDefinition(tokens, at);
  return last === null ? 'unknown' : { begin: list[first]!.begin, end: last };
}

/** The index after the body of a function or the semicolon of a variable; a constructor may have initialisers in braces before its body. */
function endOfDefinition(tokens: Tokens, from: number): number | null {
  let isInitialising = false;
  for (let at = from; at < tokens.list.length; at++) {
    const token = tokens.list[at]!;
    if (token.text === ';') return token.end;
    if (token.text === ':') isInitialising = true;
    if (token.partner === null) continue;
    const end = endOfBracket(tokens, token);
    if (end === null || token.partner < at) return null;
    const isBody = token.text === '{' && (!isInitialising || [')', '}'].includes(tokens.list[at - 1]!.text));
    if (isBody) return end;
    at = token.partner;
  }
  return null;
}
