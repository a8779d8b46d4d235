import { endOfBracket } from '../../support/token-lists.js';
import { isName, type Span, Tokens } from '../../support/tokens.js';

/** The span of the type in the text of a cast: `(double)x`, `static_cast<double>(x)`, `double(x)`, `Real{x}`. */
export function readCast(text: string): Span | null {
  const tokens = new Tokens(text);
  const [first, second] = tokens.list;
  const open = first?.text === 'static_cast' ? second : first;
  if (open?.text === '(' || open?.text === '<') {
    const end = endOfBracket(tokens, open);
    return end === null ? null : { begin: open.end, end: end - 1 };
  }
  const other = tokens.list.findIndex((token) => !isName(token) && token.text !== '::');
  const isList = tokens.list[other]?.text === '(' || tokens.list[other]?.text === '{';
  return other > 0 && isList ? { begin: first!.begin, end: tokens.list[other - 1]!.end } : null;
}
