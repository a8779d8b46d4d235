/** A quote without its end. */
export class UnclosedQuote extends Error {
  constructor(readonly quote: string) {
    super(`a ${quote === '"' ? 'double' : 'single'} quote is not closed`);
  }
}

const ESCAPED_IN_QUOTES = /^\\["\\$`\n]/;

/**
 * Splits a command line as a POSIX shell does, without expansions: blanks separate words; '…' is verbatim; in "…" a
 * backslash escapes " \ $ ` and a line end only; elsewhere it escapes any character.
 */
export function splitShellWords(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quote !== null) {
      if (character === quote) quote = null;
      else if (quote === '"' && character === '\\' && ESCAPED_IN_QUOTES.test(text.slice(at, at + 2)))
        word += text[++at]!.replace('\n', '');
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === '\\' && text[at + 1] === '\n') {
      at++; // joins two lines; starts no word
    } else if (character === '\\' && at + 1 < text.length) {
      word = (word ?? '') + text[++at]!;
    } else if (/[ \t\r\n]/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== null) throw new UnclosedQuote(quote);
  if (word !== null) words.push(word);
  return words;
}

/** One word as a POSIX shell reads it back. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
