/**
 * Removes launches that never run: in a template that is never instantiated, or in a branch that every instantiation leaves out. A C++ compiler
 * still parses their text and does not know the <<<>>> syntax.
 */
import type { Range } from '../program/place.js';
import { isName, type Tokens } from '../support/tokens.js';
import type { SourceEdits } from './source-edits.js';

export function dropDormantLaunches(edits: SourceEdits, made: readonly Range[]): void {
  edits.syntax.places.files.forEach(({ source: { text, tokens } }, file) => {
    if (!text.includes('<<<')) return;
    for (const token of tokens.list) {
      if (token.text !== '<<<' || token.directive) continue;
      if (made.some((one) => one.file === file && one.begin <= token.begin && token.begin < one.end)) continue;
      const begin = beginOfCallee(tokens, token.index);
      const end = endOfLaunch(tokens, token.index);
      if (begin !== null && end !== null) edits.replace({ file, begin, end }, 'dormant launch', () => '((void)0)');
    }
  });
}

/** `bench::kernel<T, 4>` before the <<<. */
function beginOfCallee({ list }: Tokens, launch: number): number | null {
  let at = launch - 1;
  if (/^>+$/.test(list[at]?.text ?? ''))
    for (let depth = 0; at >= 0; at--) {
      const { text } = list[at]!;
      if (/^[<>]+$/.test(text)) depth += text[0] === '>' ? text.length : -text.length;
      if (depth === 0) break;
    }
  if (/^<+$/.test(list[at]?.text ?? '')) at--;
  if (!list[at] || !isName(list[at]!)) return null;
  while (['::', '.', '->'].includes(list[at - 1]?.text ?? '') && list[at - 2] && isName(list[at - 2]!)) at -= 2;
  return list[at]!.begin;
}

/** Behind the parenthesis that closes the arguments. */
function endOfLaunch(tokens: Tokens, launch: number): number | null {
  const { list } = tokens;
  for (let at = launch + 1; list[at] && list[at]!.text !== ';'; at++) {
    const { text, partner } = list[at]!;
    if (text === '>>>') return list[at + 1]?.text === '(' ? (tokens.partnerOf(list[at + 1])?.end ?? null) : null;
    if (partner !== null && partner < at) return null;
    at = partner ?? at;
  }
  return null;
}
