/**
 * Keeps text aligned in columns: names behind aligned types, values behind aligned signs, comments behind code. More than one space between two
 * tokens of a line starts a column.
 */
import { ByteText } from '../support/byte-text.js';
import { lineChanges, linesWithEnds } from '../support/line-changes.js';

export function keepColumns(before: string, after: string): string {
  if (before === after) return after;
  const known = linesOf(before);
  const found = linesOf(after);
  const lines = after.split('\n');
  for (const change of lineChanges(linesWithEnds(before), linesWithEnds(after))) {
    const old = known.slice(change.before.begin, change.before.end);
    const now = found.slice(change.after.begin, change.after.end);
    const commented = new Map(
      old
        .filter((line) => line.length > 1 && line.at(-1)!.isComment)
        .reverse()
        .map((line) => [line.at(-1)!.text, line]),
    );
    now.forEach((line, k) => {
      const same = old.length === now.length ? old[k]! : commented.get(line.at(-1)?.text ?? '');
      const text = same && aligned(same, line);
      if (text != null) lines[change.after.begin + k] = text;
    });
  }
  return lines.join('\n');
}

/** The text of one column, up to the next column or the end of the line. */
interface Piece {
  readonly at: number;
  readonly text: string;
  readonly isComment: boolean;
}

type Line = readonly Piece[];

/** The new line with its columns at the old positions; null if the two lines cannot be compared. */
function aligned(old: Line, now: Line): string | null {
  const isAlike = old.length === now.length;
  if (now.length < 2 || (!isAlike && !endsAlike(old, now))) return null;
  let text = '';
  now.forEach((piece, k) => {
    const isPlaced = isAlike || k === now.length - 1;
    const column = isPlaced ? (isAlike ? old[k]! : old.at(-1)!).at : text.length + piece.at - endOf(now[k - 1]);
    text += ' '.repeat(Math.max(k === 0 ? 0 : 1, column - text.length)) + piece.text;
  });
  return text;
}

function endOf(piece: Piece | undefined): number {
  return piece ? piece.at + piece.text.length : 0;
}

function endsAlike(old: Line, now: Line): boolean {
  const [a, b] = [old.at(-1), now.at(-1)];
  return old.length > 1 && now.length > 1 && a!.isComment && a!.text === b!.text;
}

/** The columns of every line; none for lines with tabs, or inside a comment or string of several lines. */
function linesOf(text: string): Line[] {
  const source = new ByteText(Buffer.from(text, 'latin1'));
  const lines: Piece[][] = text.split('\n').map(() => []);
  const isOpen = new Set<number>();
  const { list, comments } = source.tokens;
  const spans = [
    ...list.map((token) => ({ ...token, isComment: false })),
    ...comments.map((comment) => ({ ...comment, isComment: true })),
  ].sort((a, b) => a.begin - b.begin);
  for (const { begin, end, isComment } of spans) {
    const { line, column } = source.position(begin);
    const last = source.position(end).line;
    for (let at = line + 1; at <= last; at++) isOpen.add(at - 1);
    const pieces = lines[line - 1]!;
    const start = source.lineStart(line);
    const before = pieces.at(-1);
    const gap = before && text.slice(start + endOf(before), begin);
    if (gap?.includes('\t')) isOpen.add(line - 1);
    const own = text.slice(begin, Math.min(end, start + source.line(line).length));
    if (gap !== undefined && gap.length < 2)
      pieces[pieces.length - 1] = { at: before!.at, text: before!.text + gap + own, isComment };
    else pieces.push({ at: column - 1, text: own, isComment });
  }
  return lines.map((pieces, at) => {
    const line = source.line(at + 1);
    return isOpen.has(at) || /^\s*\t/.test(line) || endOf(pieces.at(-1)) !== line.length ? [] : pieces;
  });
}
