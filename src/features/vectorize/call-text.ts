/** Line width of generated source. */
export const LINE = 120;

/** A call on one line, or wrapped and aligned after the opening bracket. */
export function call(head: string, items: readonly string[], tail: string): string[] {
  const indent = ' '.repeat(4);
  const lines: string[] = [];
  let line = `${head}(`;
  items.forEach((item, at) => {
    const text = `${item}${at < items.length - 1 ? ',' : `)${tail}`}`;
    const joined = line.endsWith('(') ? line + text : `${line} ${text}`;
    if (joined.length <= LINE) line = joined;
    else {
      lines.push(line);
      line = indent + text;
    }
  });
  return [...lines, line];
}
