import { Tokens } from '../support/tokens.js';

/** The text with comments and what stands in quotes blanked: the patterns by which loops and kernels are recognised are held against it. */
export function codeText(text: string): string {
  const tokens = new Tokens(text);
  let code = '';
  const keep = (begin: number, end: number): void => {
    code += text.slice(code.length, begin).replace(/\S/g, ' ') + text.slice(begin, end);
  };
  for (const { kind, begin, end } of tokens.list) {
    if (kind === 'string' || kind === 'character') {
      keep(begin, begin + 1);
      keep(end - 1, end);
    } else keep(begin, end);
  }
  keep(text.length, text.length);
  return code;
}
