import { ByteText } from './byte-text.js';

/** A part of a text that was made of another: what it stands for there, and whether it says the same. */
export interface MadePart {
  readonly text: string;
  /** Where in the text it was made of, and how long that is. */
  readonly from: number;
  readonly length: number;
}

/** A text that was made of what the user wrote. Offsets are its own; lines and columns are those of the user's. */
export class DerivedText extends ByteText {
  private readonly begins: number[] = [];

  constructor(
    private readonly original: ByteText,
    private readonly parts: readonly MadePart[],
  ) {
    super(Buffer.from(parts.map(({ text }) => text).join(''), 'latin1'));
    let at = 0;
    for (const { text } of parts) {
      this.begins.push(at);
      at += text.length;
    }
  }

  override get written(): ByteText {
    return this.original;
  }

  override get lineCount(): number {
    return this.written.lineCount;
  }

  override position(offset: number): { line: number; column: number } {
    return this.written.position(this.writtenOffset(offset, offset));
  }

  override lineStart(line: number): number {
    return this.written.lineStart(line);
  }

  override line(line: number): string {
    return this.written.line(line);
  }

  override writtenRange(begin: number, end: number): { begin: number; end: number } {
    return { begin: this.writtenOffset(begin, begin), end: this.writtenOffset(end, Math.max(begin, end - 1)) };
  }

  /** `within` is a place of the part that the offset belongs to, which may be where that ends. */
  private writtenOffset(offset: number, within: number): number {
    const after = this.begins.findIndex((begin) => begin > within);
    const at = (after < 0 ? this.begins.length : after) - 1;
    const part = this.parts[at];
    return part ? part.from + Math.min(offset - this.begins[at]!, part.length) : offset;
  }
}
