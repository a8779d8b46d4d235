/** `new (place) double *[n]{…}`: where its type stands and where it ends. clang ends one that a template instantiates at its first word. */
import { blankCommentsAndStrings } from '../../support/blank-comments.js';
import { closingBracket } from '../../support/closing-bracket.js';

export interface NewExpression {
  readonly type: { readonly begin: number; readonly end: number };
  readonly end: number;
}

/** The `new` that begins at this offset; null where something else does. */
export function readNew(text: string, begin: number): NewExpression | null {
  const code = blankCommentsAndStrings(text.slice(begin, begin + 4000));
  const word = /^(?:::\s*)?new\b\s*/.exec(code);
  if (!word) return null;
  let typeBegin = word[0].length;
  if (code[typeBegin] === '(') {
    const close = pastClosing(code, typeBegin);
    const rest = /^\s*/.exec(code.slice(close))![0].length + close;
    // `new (place) T` has a type to come; `new (T)(0.5)` had it in the parentheses
    if (!/^[\w:]/.test(code.slice(rest)))
      return {
        type: { begin: begin + typeBegin + 1, end: begin + close - 1 },
        end: begin + skipGroups(code, close),
      };
    typeBegin = rest;
  }
  const typeEnd = endOfType(code, typeBegin);
  return { type: { begin: begin + typeBegin, end: begin + typeEnd }, end: begin + skipGroups(code, typeEnd) };
}

/** `unsigned T<a, b>::type *const`: up to a bound, an initialiser, or what no type has in it. */
function endOfType(code: string, begin: number): number {
  let at = begin;
  for (let next = TYPE_PART.exec(code.slice(at)); next; next = TYPE_PART.exec(code.slice(at))) {
    at += next[0].length;
    const isHolder = HOLDS_TYPE.test(next[0]) && /^\s*\(/.test(code.slice(at));
    if (isHolder) at = pastClosing(code, code.indexOf('(', at));
    else if (code[at] === '<') at = pastClosing(code, at);
  }
  return at;
}
const TYPE_PART = /^\s*(?:[A-Za-z_]\w*\s*|::\s*|\*)/;
const HOLDS_TYPE = /\b(?:decltype|__typeof__|__typeof|typeof)\s*$/;

/** Past the bounds and the initialiser. */
function skipGroups(code: string, begin: number): number {
  let at = begin;
  for (let open = /^\s*[[({]/.exec(code.slice(at)); open; open = /^\s*[[({]/.exec(code.slice(at)))
    at = pastClosing(code, at + open[0].length - 1);
  return at;
}

/** One past the bracket that closes the one at `open`. */
function pastClosing(code: string, open: number): number {
  return (closingBracket(code, open) ?? code.length - 1) + 1;
}
