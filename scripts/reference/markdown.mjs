/** Text as a cell of a table: one line, with its bars escaped. */
export function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

export function table(head, rows) {
  const row = (cells) => `| ${cells.map(cell).join(' | ')} |`.replaceAll('|  |', '| |');
  return [row(head), `|${head.map(() => '---|').join('')}`, ...rows.map(row)].join('\n');
}

export function code(text) {
  return `\`${text}\``;
}

export const GENERATED = '<!-- written by scripts/write-reference.mjs from the program itself -->';
