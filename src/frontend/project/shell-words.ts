/** A quote that is not closed. */
export class UnclosedQuote extends Error {
  constructor(readonly quote: string) {
    super(`a ${quote === '"' ? 'double' : 'single'} quote is not closed`);
  }
}

const ESCAPED_IN_QUOTES = /^\\["\\$`\n]/;

/**
 * Splits a command line like a POSIX shell, without expansions: blanks separate words; '…' is verbatim; in "…" a backslash escapes only " \ $ ` and a
 * line end; elsewhere it escapes any character.
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
      at++; // joins two lines without starting a word
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

/** Quotes one word for a POSIX shell. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
