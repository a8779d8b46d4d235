/** Where statements begin and end in the text, and what stands before a loop. Texts are without comments and insides of strings. */

/** Behind the semicolon that ends the statement which begins here; null where none does. */
export function endOfStatement(code: string, begin: number): number | null {
  let depth = 0;
  for (let at = begin; at < code.length; at++) {
    const character = code[at]!;
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character) && --depth < 0) return null;
    if (character === ';' && depth === 0) return at + 1;
  }
  return null;
}

/** Behind a loop whose last token ends here: its closing bracket, or the semicolon of its last statement. */
export function endOfLoop(code: string, end: number): number | null {
  if (code[end - 1] === '}') return end;
  const semicolon = /\s*;/y;
  semicolon.lastIndex = end;
  return code[end - 1] === ';' ? end : semicolon.test(code) ? semicolon.lastIndex : null;
}

/** The branches of `#if` that a place stands in: two places with the same are compiled together, or neither is. */
export function branchesAround(code: string, place: number): string {
  const around: { readonly opened: number; branch: number }[] = [];
  for (const { index, 1: word } of code
    .slice(0, place)
    .matchAll(/^[ \t]*#[ \t]*(if|ifdef|ifndef|elif\w*|else|endif)\b/gm)) {
    if (word!.startsWith('if')) around.push({ opened: index, branch: 0 });
    else if (word === 'endif') around.pop();
    else if (around.length > 0) around.at(-1)!.branch++;
  }
  return around.map(({ opened, branch }) => `${opened}.${branch}`).join(' ');
}

/**
 * Where a declaration can stand before the loop that begins here: above what `#pragma` says of the loop. Null where something stands
 * before it that a declaration would part from it.
 */
export function beforeLoop(code: string, loop: number): number | null {
  const previous = Math.max(...[...';{}'].map((end) => code.lastIndexOf(end, loop - 1)));
  const between = code.slice(previous + 1, loop);
  const words = between.split('\n').filter((line) => line.trim() !== '');
  if (words.length === 0) return loop;
  if (!words.every((line) => /^\s*#/.test(line))) return null;
  const about = words.filter((line) => /^\s*#\s*pragma\b/.test(line));
  if (about.length === 0) return loop;
  if (about.length < words.length || about.some((line) => !/^\s*#\s*pragma\s+(?:unroll|GCC|clang)\b/.test(line)))
    return null;
  return previous + 1 + between.indexOf(words[0]!);
}
