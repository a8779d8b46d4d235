const COMMENT_OR_STRING =
  /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$)|R"([^()\\\s]{0,16})\([\s\S]*?\)\1"|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g;

/** The text with every comment replaced by blanks of the same length, so that offsets and line ends stay. */
export function blankComments(text: string): string {
  return text.replace(COMMENT_OR_STRING, (match) => (match[0] === '/' ? blank(match) : match));
}

/** As blankComments, and the insides of string and character literals blanked too: only code is left. */
export function blankCommentsAndStrings(text: string): string {
  return text.replace(COMMENT_OR_STRING, (match) => {
    if (match[0] === '/') return blank(match);
    const quote = match.at(-1)!;
    return match.length < 2 ? match : quote + blank(match.slice(1, -1)) + quote;
  });
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
