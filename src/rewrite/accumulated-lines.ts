/** Inserts the lines of another summation method, laid out like the text around them. */
import type { Accumulation, Update } from '../analysis/accumulators/accumulation.js';
import type { Range } from '../program/place.js';
import type { SourceEdits } from './source-edits.js';

export function beforeLoop(edits: SourceEdits, { loop, beforeLoop: at }: Accumulation, declarations: string[]): void {
  const { eol, indent, isFirst } = lineOf(edits, loop);
  const isAboveDirective = at < loop.begin;
  const lines = declarations.map((one) =>
    isAboveDirective ? `${indent}${one}${eol}` : isFirst ? `${one}${eol}${indent}` : `${one} `,
  );
  edits.insert(loop.file, at, `declared ${declarations.join(' ')}`, lines.join(''));
}

/** Behind the loop and any comment on its last line. */
export function afterLoop(edits: SourceEdits, { loop }: Accumulation, statements: string[]): void {
  const { eol, indent } = lineOf(edits, loop);
  const { text } = edits.syntax.places.files[loop.file]!.source;
  const rest = /^[^\r\n]*/.exec(text.slice(loop.end))![0];
  const isRemark = /^\s*(?:\/\/.*[^\\]|\/\*(?:(?!\*\/).)*\*\/\s*)?$/.test(rest);
  const offset = isRemark ? loop.end + rest.length : loop.end;
  const lines = statements.map((one) => (isRemark ? `${eol}${indent}${one}` : ` ${one}`));
  edits.insert(loop.file, offset, `completed ${statements.join(' ')}`, lines.join(''));
}

/** Replaces one statement by several, in braces if it was the body of a loop or a branch. */
export function inPlaceOf(edits: SourceEdits, { statement, aloneIn }: Update, lines: readonly string[]): void {
  const { eol, indent, isFirst } = lineOf(edits, statement);
  const unit = indentUnit(edits, statement.file);
  const [only] = lines;
  const put = (range: Range, text: string) => edits.replace(range, 'added up', () => text);
  if (only !== undefined && lines.length === 1) return put(statement, only);
  if (aloneIn !== null) return put(statement, lines.join(`${eol}${isFirst ? indent : `${indent}${unit}`}`));
  const head = isFirst ? headAbove(edits, statement, indent, unit) : null;
  const outer = head ? head.indent : indent;
  const block = `{${eol}${outer}${unit}${lines.join(`${eol}${outer}${unit}`)}${eol}${outer}}`;
  return head ? put({ ...statement, begin: head.end }, `${head.opens}${block}`) : put(statement, block);
}

/**
 * `for (…)` on the line above a statement that is its whole body: its end, its indentation, and the text between it and an opening brace in this
 * file's style.
 */
function headAbove(
  edits: SourceEdits,
  { file, begin }: Range,
  indent: string,
  unit: string,
): { readonly end: number; readonly indent: string; readonly opens: string } | null {
  const { text, tokens } = edits.syntax.places.files[file]!.source;
  const head = tokens.list[tokens.indexFrom(begin) - 1];
  const isHead =
    head && [')', 'else', 'do'].includes(head.text) && text.slice(head.end, begin).split('\n').length === 2;
  if (!isHead || !indent.endsWith(unit)) return null;
  const { end } = head;
  const outer = indent.slice(unit.length);
  const isOnItsLine = /(?:\)|\belse)[ \t]*\{/.test(text);
  if (isOnItsLine && text.slice(end, begin).trim() === '') return { end, indent: outer, opens: ' ' };
  const line = text.lastIndexOf('\n', begin) + 1;
  return { end: line, indent: outer, opens: outer };
}

function lineOf(edits: SourceEdits, { file, begin }: Range): { eol: string; indent: string; isFirst: boolean } {
  const { text } = edits.syntax.places.files[file]!.source;
  const line = text.slice(text.lastIndexOf('\n', begin - 1) + 1, begin);
  const indent = /^[ \t]*/.exec(line)![0];
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', indent, isFirst: indent === line };
}

/** Indentation unit of the file: a tab, or the smallest number of spaces at the start of a line (at most 4). */
export function indentUnit(edits: SourceEdits, file: number): string {
  const { text, tokens } = edits.syntax.places.files[file]!.source;
  if (/^\t/m.test(text) && !/^ {2}/m.test(text)) return '\t';
  const widths = tokens.list.flatMap(({ begin }) => {
    const before = text.slice(text.lastIndexOf('\n', begin) + 1, begin);
    return before.length > 1 && before.trim() === '' && !before.includes('\t') ? [before.length] : [];
  });
  return ' '.repeat(Math.min(4, ...widths));
}
