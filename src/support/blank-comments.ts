/**
 * Tokens of C and C++ in which quotes and slashes may stand: comments, raw strings, strings and characters, behind names and numbers, so that
 * the apostrophe of a digit separator (`1'000`) and the prefix of a string (`u8"…"`) are parts of a token. A number is what the standard
 * calls a preprocessing number: a digit, or a point and a digit, with all letters, digits, points, signs of exponents and separators behind it.
 */
const TOKEN =
  /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$)|(?<![\w$])(?:u8|[uUL])?R"([^()\\\s]{0,16})\([\s\S]*?\)\1"|[A-Za-z_$][\w$]*|\.?\d(?:[eEpP][+-]|'\w|[\w.])*|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g;

/** The text with every comment replaced by blanks of the same length, so that offsets and line ends stay. */
export function blankComments(text: string): string {
  return text.replace(TOKEN, (match) => (match[0] === '/' ? blank(match) : match));
}

/** As blankComments, and the insides of string and character literals blanked too: only code is left. */
export function blankCommentsAndStrings(text: string): string {
  return text.replace(TOKEN, (match) => {
    if (match[0] === '/') return blank(match);
    const quote = match.at(-1)!;
    if (quote !== '"' && quote !== "'") return match; // a name or a number
    const begin = Math.max(0, match.indexOf('R"')); // the prefix of a raw string is no part of it
    return `${match.slice(0, begin)}${quote}${blank(match.slice(begin + 1, -1))}${quote}`;
  });
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
