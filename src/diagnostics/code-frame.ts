import { type ByteText, readable } from '../support/byte-text.js';

const WIDTH = 100;
const BEFORE = 60;

/**
 * A source line with a caret under the column, as compilers print it. Of a long line only the part around the column is shown. Control characters (in
 * a binary file) are shown as `·` and never reach the terminal.
 */
export function codeFrame(source: ByteText, line: number, column: number, length = 1): string {
  const text = source.line(line);
  const start = text.length > WIDTH ? Math.max(0, column - 1 - BEFORE) : 0;
  const stop = Math.min(text.length, start + WIDTH);
  const before = (start > 0 ? '…' : '') + printable(text.slice(start, column - 1));
  const after = printable(text.slice(column - 1, stop)) + (stop < text.length ? '…' : '');
  const caret = '^'.repeat(Math.max(1, Math.min(length, stop - column + 1)));
  const gutter = ' '.repeat(String(line).length);
  return `  ${line} | ${before}${after}\n  ${gutter} | ${before.replace(/[^\t]/gu, ' ')}${caret}`;
}

function printable(byteString: string): string {
  return readable(byteString).replace(/[^\t\P{Cc}]/gu, '·');
}
