import { Tokens } from './tokens.js';

/**
 * Source text in which index = byte offset. Every byte becomes one character (Latin-1), so clang's byte offsets index it
 * directly, edits are exact whatever the encoding or line ends, and writing it back reproduces every untouched byte.
 */
export class ByteText {
  readonly text: string;
  private readonly lineStarts: number[] = [0];
  private read: Tokens | null = null;

  constructor(bytes: Buffer) {
    this.text = bytes.toString('latin1');
    for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) this.lineStarts.push(at + 1);
  }

  get tokens(): Tokens {
    this.read ??= new Tokens(this.text);
    return this.read;
  }

  get lineCount(): number {
    return this.lineStarts.length;
  }

  toBytes(): Buffer {
    return Buffer.from(this.text, 'latin1');
  }

  /** What the user wrote: this text itself, unless it was made of that (derived-text.ts). */
  get written(): ByteText {
    return this;
  }

  /** Where a range of this text stands in what the user wrote. */
  writtenRange(begin: number, end: number): { begin: number; end: number } {
    return { begin, end };
  }

  /** 1-based line and column (columns count bytes, as compilers do). */
  position(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.lineStarts[low]! + 1 };
  }

  lineStart(line: number): number {
    return this.lineStarts[line - 1] ?? this.text.length;
  }

  /** One line without its line end, still one character per byte. */
  line(line: number): string {
    const end = line < this.lineStarts.length ? this.lineStarts[line]! - 1 : this.text.length;
    return this.text.slice(this.lineStart(line), end).replace(/\r$/, '');
  }
}

/** Text of ours, a path say, as it stands in a ByteText: one character for each byte of its UTF-8. */
export function byteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** A slice of ByteText as a person should see it: UTF-8 where it is UTF-8, Latin-1 otherwise. */
export function readable(byteString: string): string {
  const bytes = Buffer.from(byteString, 'latin1');
  const decoded = bytes.toString('utf8');
  return decoded.includes('�') ? byteString : decoded;
}
