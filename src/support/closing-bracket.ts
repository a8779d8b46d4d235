const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/**
 * Where the bracket at `open` is closed, counting brackets of its own kind; null where it is not, or where there is none. In what stands
 * between `<` and `>` the other kinds are passed over as a whole. The text has neither comments nor strings.
 */
export function closingBracket(text: string, open: number): number | null {
  const opening = text[open];
  const closes = opening === undefined ? undefined : CLOSES[opening];
  let depth = 0;
  for (let at = open; closes !== undefined && at < text.length; at++) {
    if (text[at] === opening) depth++;
    else if (text[at] === closes && --depth === 0) return at;
    else if (opening === '<' && '([{'.includes(text[at]!)) at = closingBracket(text, at) ?? text.length;
  }
  return null;
}
