/**
 * Escapes text from elsewhere for the terminal: names and sources may contain characters that move the cursor, hide text or change its direction.
 * They are shown as `\u001b`, as in JSON; line ends, tabs and our own colours stay.
 */
const COLOUR = '\\u001b\\[(?:1|2|22|31|32|33|39)m';
const LINE_END = '\\r(?=\\n)';
const CONTROL =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]';
const WITH_COLOURS = new RegExp(`${COLOUR}|${LINE_END}|${CONTROL}`, 'g');
const PLAIN = new RegExp(`${LINE_END}|${CONTROL}`, 'g');

export function visibleText(text: string, { hasColours = false } = {}): string {
  return text.replace(hasColours ? WITH_COLOURS : PLAIN, (found, at: number) =>
    found.length > 1 || (found === '\r' && text[at + 1] === '\n') ? found : escaped(found),
  );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
