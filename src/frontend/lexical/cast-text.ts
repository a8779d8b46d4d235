/** Where a cast spells its type: `(double)x`, `static_cast<double>(x)`, `double(x)`, `Real{x}`; offsets into the text of the cast. */
export function readCast(text: string): { readonly begin: number; readonly end: number } | null {
  if (text.startsWith('(')) return enclosed(text, 0);
  const named = /^static_cast\s*</.exec(text);
  if (named) return enclosed(text, named[0].length - 1);
  const functional = /^[\w:\s]+?(?=\s*[({])/.exec(text);
  return functional ? { begin: 0, end: functional[0].length } : null;
}

/** What stands in the bracket that opens here. */
function enclosed(text: string, open: number): { begin: number; end: number } | null {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (/[(<]/.test(text[at]!)) depth++;
    else if (/[)>]/.test(text[at]!) && --depth === 0) return { begin: open + 1, end: at };
  }
  return null;
}
