/**
 * Launches that nobody makes: in a template that is never instantiated, or in a branch that every instantiation leaves out. There is
 * nothing to run, but a C++ compiler reads the text all the same and does not know the brackets.
 */
import type { Range } from '../program/place.js';
import { blankCommentsAndStrings } from '../support/blank-comments.js';
import type { SourceEdits } from './source-edits.js';

export function dropDormantLaunches(edits: SourceEdits, made: readonly Range[]): void {
  edits.syntax.places.files.forEach(({ source: { text } }, file) => {
    if (!text.includes('<<<')) return;
    const code = blankCommentsAndStrings(text);
    for (const { index } of code.matchAll(/<<</g)) {
      const isMade = made.some((one) => one.file === file && one.begin <= index && index < one.end);
      const isDirective = /^[ \t]*#/.test(code.slice(code.lastIndexOf('\n', index) + 1, index));
      const begin = isMade || isDirective ? null : beginOfCallee(code, index);
      const end = begin === null ? null : endOfLaunch(code, index + 3);
      if (begin !== null && end !== null) edits.replace({ file, begin, end }, 'dormant launch', () => '((void)0)');
    }
  });
}

/** `bench::kernel<T, 4>` before the brackets. */
function beginOfCallee(code: string, end: number): number | null {
  let at = code.slice(0, end).trimEnd().length;
  if (code[at - 1] === '>')
    for (let depth = 0; at > 0; ) {
      at--;
      depth += code[at] === '>' ? 1 : code[at] === '<' ? -1 : 0;
      if (depth === 0) break;
    }
  const name = /(?:[A-Za-z_]\w*\s*(?:::|\.|->)\s*)*[A-Za-z_]\w*\s*$/.exec(code.slice(0, at));
  return name?.index ?? null;
}

/** Behind the parenthesis that closes the arguments. */
function endOfLaunch(code: string, begin: number): number | null {
  let depth = 0;
  let isOpen = true; // the brackets of the launch
  for (let at = begin; at < code.length; at++) {
    if (isOpen && depth === 0 && code.startsWith('>>>', at)) {
      isOpen = false;
      at += 2;
    } else if (/[([{]/.test(code[at]!)) depth++;
    else if (/[)\]}]/.test(code[at]!)) {
      depth--;
      if (depth === 0 && !isOpen) return at + 1;
      if (depth < 0) return null;
    } else if (code[at] === ';' && depth === 0) return null;
  }
  return null;
}
