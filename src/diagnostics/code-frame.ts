import { type ByteText, readable } from '../support/byte-text.js';

/** The source line with a caret under the column, as compilers print it; tabs keep the caret aligned. */
export function codeFrame(source: ByteText, line: number, column: number, length = 1): string {
  const text = source.line(line);
  const number = String(line);
  const before = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  const caret = '^'.repeat(Math.max(1, Math.min(length, text.length - column + 1)));
  const gutter = ' '.repeat(number.length);
  return `  ${number} | ${readable(text)}\n  ${gutter} | ${before}${caret}`;
}
