/** Comments behind code stay in their columns where the code before them became longer or shorter. */
import { diffLines } from 'diff';
import { ByteText } from '../support/byte-text.js';

export function keepCommentColumns(before: string, after: string): string {
  if (before === after) return after;
  const known = commentsOf(before);
  const found = commentsOf(after);
  const lines = after.split('\n');
  let [from, to] = [0, 0];
  const changes = diffLines(before, after);
  changes.forEach(({ added, removed, count }, at) => {
    const next = changes[at + 1];
    if (removed && next?.added) {
      const old = known.slice(from, from + count);
      for (let line = to; line < to + next.count; line++) {
        const comment = found[line]!;
        const same = comment && old.find((one) => one?.text === comment.text);
        if (same && isColumn(same.gap))
          lines[line] = `${comment.code}${' '.repeat(Math.max(1, same.at - comment.code.length))}${comment.text}`;
      }
    }
    if (!added) from += count;
    if (!removed) to += count;
  });
  return lines.join('\n');
}

/** More than one blank is there for a column. */
function isColumn(gap: string): boolean {
  return gap.length > 1 && !gap.includes('\t');
}

interface Comment {
  readonly code: string;
  readonly gap: string;
  readonly at: number;
  readonly text: string;
}

/** Of every line the comment that stands behind its code; null where there is none. */
function commentsOf(text: string): (Comment | null)[] {
  const source = new ByteText(Buffer.from(text, 'latin1'));
  const found: (Comment | null)[] = text.split('\n').map(() => null);
  for (const { begin } of source.tokens.comments) {
    const { line } = source.position(begin);
    const start = source.lineStart(line);
    const before = text.slice(start, begin);
    const behind = text.slice(begin, source.lineStart(line + 1)).replace(/\n$/, '');
    const hasCodeBehind = source.tokens.within({ begin, end: begin + behind.length }).length > 0;
    const code = before.trimEnd();
    if (code !== '' && found[line - 1] === null && !hasCodeBehind)
      found[line - 1] = { code, gap: before.slice(code.length), at: before.length, text: behind };
  }
  return found;
}
