const OPENING = '([{<';
const CLOSING = ')]}>';

/** Splits a list at commas outside brackets and strings. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') quoted = !quoted;
    if (quoted) continue;
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character)) depth--;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === '' ? parts : [...parts, last];
}

/** Position of the matching closing bracket. */
export function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (OPENING.includes(text[at]!)) depth++;
    else if (CLOSING.includes(text[at]!) && --depth === 0) return at;
  }
  return text.length;
}
