/** `template double f<3>(double, const float *);`: clang's tree has no node for it, so it is found in the text. */
import { blankCommentsAndStrings } from '../../support/blank-comments.js';

export interface ExplicitInstantiation {
  /** The function's name without what it is a member of. */
  readonly name: string;
  /** What stands before the name, the return type among it. */
  readonly head: { readonly begin: number; readonly end: number };
  /** What it says in angle brackets behind its name; null where it says nothing. */
  readonly said: readonly { readonly begin: number; readonly end: number }[] | null;
  readonly parameters: readonly { readonly begin: number; readonly end: number }[];
}

/** Those of functions; `template class Grid<3>;` spells no type of a parameter. */
export function explicitInstantiations(text: string): ExplicitInstantiation[] {
  if (!/\btemplate\b(?!\s*<)/.test(text)) return [];
  const code = blankCommentsAndStrings(text);
  const found: ExplicitInstantiation[] = [];
  // not `object.template get<3>()`, which names a member
  for (const word of code.matchAll(/(?<!(?:\.|->|::)\s*)\btemplate\b(?!\s*<)/g)) {
    const begin = word.index + word[0].length;
    const end = code.indexOf(';', begin);
    const one = /^\s*(?:class|struct|union)\b/.test(code.slice(begin)) ? null : read(code, begin, end);
    if (one) found.push(one);
  }
  return found;
}

function read(code: string, begin: number, limit: number): ExplicitInstantiation | null {
  const end = limit < 0 ? code.length : limit;
  let depth = 0;
  for (let at = begin; at < end; at++) {
    if (code[at] === '<') depth++;
    else if (code[at] === '>') depth--;
    else if (code[at] === '(' && depth === 0) {
      const name = QUALIFIED_NAME.exec(code.slice(begin, at));
      const parameters = argumentsAt(code, at);
      if (name && !IS_ATTRIBUTE.test(name[1]!))
        return {
          name: name[1]!,
          head: { begin, end: begin + name.index },
          said: saidArguments(code, begin + name.index, at),
          parameters: parameters.list,
        };
      at = parameters.end - 1;
    }
  }
  return null;
}

/** `<double, 4>` at the end of text[begin, end). */
function saidArguments(code: string, begin: number, end: number): ExplicitInstantiation['said'] {
  const list = new RegExp(String.raw`(${ANGLES})\s*$`).exec(code.slice(begin, end));
  return list ? argumentsAt(code, begin + list.index).list : null;
}
const ANGLES = '<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>';
const QUALIFIED_NAME = new RegExp(
  String.raw`(?:\b[A-Za-z_]\w*\s*(?:${ANGLES})?\s*::\s*)*\b([A-Za-z_]\w*|operator\s*\S+)\s*(?:${ANGLES})?\s*$`,
);
const IS_ATTRIBUTE = /^(?:__attribute(?:__)?|__declspec|alignas|decltype|__typeof(?:__)?|typeof|__\w+__)$/;

/** What stands between the commas of the parentheses that open here; nothing for `()` and `(void)`. */
function argumentsAt(code: string, open: number): { list: { begin: number; end: number }[]; end: number } {
  const list: { begin: number; end: number }[] = [];
  let depth = 0;
  let begin = open + 1;
  for (let at = open; at < code.length; at++) {
    if (/[([{<]/.test(code[at]!)) depth++;
    else if (/[)\]}>]/.test(code[at]!)) depth--;
    if (depth === 0 || (depth === 1 && code[at] === ',')) {
      if (depth === 1 || !/^\s*(?:void\s*)?$/.test(code.slice(begin, at))) list.push({ begin, end: at });
      begin = at + 1;
    }
    if (depth === 0) return { list, end: at + 1 };
  }
  return { list, end: code.length };
}
