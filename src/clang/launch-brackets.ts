/**
 * nvcc takes `k << < 1, 1 >> > (a)` for a launch; clang wants the brackets in one piece. They are put together in place: the text keeps
 * its length, and everything but the blanks between them stays where it is.
 */
import { blankCommentsAndStrings } from '../support/blank-comments.js';

const MAY_HAVE = /<<(?:\s|\\|\/[*/])[\s\S]*?<|>>(?:\s|\\|\/[*/])[\s\S]*?>/;
const BLANK = String.raw`(?:\s|\\\r?\n)+`;
const TOKEN = new RegExp(
  [`<<<`, `>>>`, `<<${BLANK}<(?![<=])`, `>>${BLANK}>(?![>=])`, '[(){}\\[\\];]', '^[ \\t]*#[ \\t]*define\\b'].join('|'),
  'gm',
);

export function joinLaunchBrackets(text: string): string {
  if (!MAY_HAVE.test(text)) return text;
  const code = blankCommentsAndStrings(text);
  let output = '';
  let copied = 0;
  const join = (at: number, length: number, bracket: string): void => {
    // the blanks, with any comment in them, follow the bracket
    output += `${text.slice(copied, at)}${bracket}${text.slice(at + 2, at + length - 1)}`;
    copied = at + length;
  };
  /** Launches that are open, each with how many parentheses are open around it. */
  let open: number[] = [];
  let depth = 0;
  let definition = { begin: -1, end: -1 };
  for (const match of code.matchAll(TOKEN)) {
    const [token] = match;
    const at = match.index;
    if (token.endsWith('define')) {
      definition = { begin: at, end: endOfDirective(code, at) };
      open = [];
      depth = 0;
    } else if (token.startsWith('<<')) {
      if (/\boperator\s*$/.test(code.slice(Math.max(0, at - 40), at))) continue; // operator<< <T>
      open.push(depth);
      if (token !== '<<<') join(at, token.length, '<<<');
    } else if (token.startsWith('>>')) {
      // the end of a macro's body may close what another macro opens; `>> >` after a `<` closes templates
      const endsMacro = at < definition.end && !code.slice(definition.begin, at).includes('<');
      if (open.at(-1) !== depth && !endsMacro) continue;
      open.pop();
      if (token !== '>>>') join(at, token.length, '>>>');
    } else if (token === '(' || token === '[') depth++;
    else if (token === ')' || token === ']') depth--;
    else if (token !== ';' || open.at(-1) === depth) open = [];
  }
  return output + text.slice(copied);
}

function endOfDirective(code: string, begin: number): number {
  return begin + /^(?:\\\r?\n|[^\n])*/.exec(code.slice(begin))![0].length;
}
