import { Tokens } from './tokens.js';

/**
 * Source text in which an index is a byte offset. Every byte is one character (Latin-1), so that clang's byte offsets index it directly, edits are
 * exact in any encoding, and writing it back reproduces every unchanged byte.
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

  /** The user's own text: this text, unless it was derived from it (derived-text.ts). */
  get written(): ByteText {
    return this;
  }

  /** The range in the user's own text that corresponds to a range of this text. */
  writtenRange(begin: number, end: number): { begin: number; end: number } {
    return { begin, end };
  }

  /** 1-based line and column; columns count bytes, as in compilers. */
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

  /** One line without its line end, one character per byte. */
  line(line: number): string {
    const end = line < this.lineStarts.length ? this.lineStarts[line]! - 1 : this.text.length;
    return this.text.slice(this.lineStart(line), end).replace(/\r$/, '');
  }
}

/** Converts a string, such as a path, to the representation in a ByteText: one character per byte of its UTF-8. */
export function byteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Converts a slice of a ByteText for display: decoded as UTF-8 if valid, else as Latin-1. */
export function readable(byteString: string): string {
  const bytes = Buffer.from(byteString, 'latin1');
  const decoded = bytes.toString('utf8');
  return decoded.includes('�') ? byteString : decoded;
}
