import { blankCommentsAndStrings } from '../../support/blank-comments.js';

/** Where the arguments stand in the text of a call, `f(a, g(b, c))`: macros among them are not looked into. Null for any other text. */
export function callArguments(call: string): { readonly begin: number; readonly end: number }[] | null {
  const code = blankCommentsAndStrings(call);
  const open = code.indexOf('(');
  if (open < 0) return null;
  const found: { begin: number; end: number }[] = [];
  const add = (begin: number, end: number): void => {
    const text = call.slice(begin, end);
    found.push({ begin: end - text.trimStart().length, end: begin + text.trimEnd().length });
  };
  let [depth, begin] = [0, open + 1];
  for (let at = open; at < code.length; at++) {
    const character = code[at]!;
    if (/[([{]/.test(character)) depth++;
    else if (character === ',' && depth === 1) {
      add(begin, at);
      begin = at + 1;
    } else if (/[)\]}]/.test(character) && --depth === 0) {
      if (code.slice(begin, at).trim() !== '' || found.length > 0) add(begin, at);
      return code.slice(at + 1).trim() === '' ? found : null;
    }
  }
  return null;
}
