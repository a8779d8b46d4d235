/** The span of the type in `new (place) double *[n]{…}`, and its end. In a template instantiation, clang reports the first word as the end. */
import { endOfBracket } from '../../support/token-lists.js';
import { isName, type Span, type Token, Tokens } from '../../support/tokens.js';

export interface NewExpression {
  readonly type: Span;
  readonly end: number;
}

/** Longer than any `new` expression. */
const MAX_NEW_LENGTH = 4000;
const HOLDS_TYPE = new Set(['decltype', '__typeof__', '__typeof', 'typeof']);

/** The `new` expression at this offset; null if there is none. */
export function readNew(text: string, begin: number): NewExpression | null {
  const tokens = new Tokens(text.slice(begin, begin + MAX_NEW_LENGTH));
  const { list } = tokens;
  const word = list[0]?.text === '::' ? 1 : 0;
  if (list[word]?.text !== 'new') return null;
  const behind = (token: Token): number => tokens.indexFrom(endOfBracket(tokens, token) ?? tokens.text.length);
  /** Skips array bounds and the initialiser. */
  const pastGroups = (from: number): number => {
    let at = from;
    while (['(', '[', '{'].includes(list[at]?.text ?? '')) at = behind(list[at]!);
    return at;
  };
  /** Skips a type such as `unsigned T<a, b>::type *const`: everything up to a bound, an initialiser or another token that types do not contain. */
  const pastType = (from: number): number => {
    let at = from;
    while (list[at] && (isName(list[at]!) || list[at]!.text === '::' || list[at]!.text === '*')) {
      const holdsType = HOLDS_TYPE.has(list[at]!.text) && list[at + 1]?.text === '(';
      at++;
      if (holdsType || list[at]?.text === '<') at = behind(list[at]!);
    }
    return at;
  };
  const ends = (from: number, to: number, end: number): NewExpression => ({
    type: { begin: begin + (list[from]?.begin ?? 0), end: begin + (list[to - 1]?.end ?? 0) },
    end: begin + list[end - 1]!.end,
  });
  let first = word + 1;
  if (list[first]?.text === '(') {
    const rest = behind(list[first]!);
    // after `new (place)` the type follows; in `new (T)(0.5)` the parentheses contain it
    const hasType = list[rest] !== undefined && (isName(list[rest]!) || list[rest]!.text === '::');
    if (!hasType) return ends(first + 1, rest - 1, pastGroups(rest));
    first = rest;
  }
  const past = pastType(first);
  return ends(first, past, pastGroups(past));
}
