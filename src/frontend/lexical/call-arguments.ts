import { listIn } from '../../support/token-lists.js';
import { type Span, Tokens } from '../../support/tokens.js';

/** The spans of the arguments in the text of a call, `f(a, g(b, c))`; macros are not expanded. Null for any other text. */
export function callArguments(call: string): readonly Span[] | null {
  const tokens = new Tokens(call);
  const open = tokens.list.find(({ text }) => text === '(');
  const list = open && listIn(tokens, open);
  return list && tokens.list.at(-1)!.end === list.end ? list.parts : null;
}
