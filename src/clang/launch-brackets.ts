/**
 * nvcc accepts `k << < 1, 1 >> > (a)` as a launch; clang needs `<<<` and `>>>` as single tokens. The brackets are joined in place: the text keeps its
 * length, and only the blanks between them move.
 */
import { type Directive, type Token, Tokens } from '../support/tokens.js';

const MAY_HAVE = /<<(?:\s|\\|\/[*/])[\s\S]*?<|>>(?:\s|\\|\/[*/])[\s\S]*?>/;

export function joinLaunchBrackets(text: string): string {
  if (!MAY_HAVE.test(text)) return text;
  const { list } = new Tokens(text);
  let output = '';
  let copied = 0;
  /** Joins two tokens; the blanks and comments between them move behind the bracket. */
  const join = (token: Token, bracket: string): void => {
    if (token.text === bracket) return;
    const { end } = list[token.index + 1]!;
    output += text.slice(copied, token.begin) + bracket + text.slice(token.end, end - 1);
    copied = end;
  };
  /** The open launches, each with the number of parentheses open around it. */
  let open: number[] = [];
  let depth = 0;
  let definition: Directive | null = null;
  for (const token of list) {
    if (token.directive?.name === 'define' && token.directive !== definition) {
      definition = token.directive;
      open = [];
      depth = 0;
    }
    if (opens(list, token)) {
      open.push(depth);
      join(token, '<<<');
    } else if (closes(list, token)) {
      if (open.at(-1) !== depth && !mayEndMacro(token)) continue;
      open.pop();
      join(token, '>>>');
    } else if (token.text === '(' || token.text === '[') depth++;
    else if (token.text === ')' || token.text === ']') depth--;
    else if (['{', '}'].includes(token.text) || (token.text === ';' && open.at(-1) !== depth)) open = [];
  }
  return output + text.slice(copied);
}

/** Excludes `operator<< <T>`. */
function opens(list: readonly Token[], { text, index }: Token): boolean {
  const isBracket = text === '<<<' || (text === '<<' && list[index + 1]?.text === '<');
  return isBracket && list[index - 1]?.text !== 'operator';
}

function closes(list: readonly Token[], { text, index }: Token): boolean {
  return text === '>>>' || (text === '>>' && list[index + 1]?.text === '>');
}

/** The end of a macro's body may close what another macro opens; `>> >` after a `<` closes templates. */
function mayEndMacro({ directive, begin }: Token): boolean {
  return directive?.name === 'define' && !directive.body.some((one) => one.begin < begin && one.text.startsWith('<'));
}
