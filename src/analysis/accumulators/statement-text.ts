/** Finds in the text where statements and loops end, and where a declaration can be placed before a loop. */
import { endOfPart } from '../../support/token-lists.js';
import type { Directive, Tokens } from '../../support/tokens.js';

/** End of the statement that begins here, behind its semicolon; null if no statement begins here. */
export function endOfStatement(tokens: Tokens, begin: number): number | null {
  const last = tokens.list[endOfPart(tokens.list, tokens.indexFrom(begin))];
  return last?.text === ';' ? last.end : null;
}

/** End of a loop whose last token ends here: its closing bracket, or the semicolon of its last statement. */
export function endOfLoop(tokens: Tokens, end: number): number | null {
  const next = tokens.indexFrom(end);
  const last = tokens.list[next - 1]?.text;
  if (last === '}' || last === ';') return end;
  return tokens.list[next]?.text === ';' ? tokens.list[next]!.end : null;
}

/** The `#if` branches around a place, as a key: places with equal keys are compiled together or not at all. */
export function branchesAround({ directives }: Tokens, place: number): string {
  const around: { readonly opened: number; branch: number }[] = [];
  for (const { name, begin } of directives) {
    if (begin >= place) break;
    if (name.startsWith('if')) around.push({ opened: begin, branch: 0 });
    else if (name === 'endif') around.pop();
    else if (name.startsWith('el') && around.length > 0) around.at(-1)!.branch++;
  }
  return around.map(({ opened, branch }) => `${opened}.${branch}`).join(' ');
}

/** Directives that only advise how to compile a loop. */
const LOOP_HINTS = new Set(['unroll', 'GCC', 'clang']);

/**
 * Where a declaration can stand before the loop that begins here: above the loop's `#pragma` lines. Null if a declaration there would separate
 * the loop from the text before it.
 */
export function beforeLoop(tokens: Tokens, loop: number): number | null {
  const between = new Set<Directive>();
  let at = tokens.indexFrom(loop) - 1;
  for (; at >= 0 && tokens.list[at]!.directive; at--) between.add(tokens.list[at]!.directive!);
  if (at >= 0 && !['{', '}', ';'].includes(tokens.list[at]!.text)) return null;
  const about = [...between].filter(({ name }) => name === 'pragma');
  if (about.length === 0) return loop;
  if (about.length < between.size || !about.every(({ body }) => LOOP_HINTS.has(body[0]?.text ?? ''))) return null;
  return tokens.text.lastIndexOf('\n', about.at(-1)!.begin) + 1;
}
