const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/**
 * The index of the bracket that closes the one at `open`; null if there is none. Between `<` and `>`, other kinds of brackets are skipped as a whole.
 * The text must not contain comments or strings.
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
