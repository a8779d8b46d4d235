import { ByteText } from './byte-text.js';

/** A part of a derived text, with the range of the original that it replaces and whether the two are equal. */
export interface DerivedPart {
  readonly text: string;
  /** Begin and length of the range in the original text. */
  readonly from: number;
  readonly length: number;
}

/** A text derived from the user's text. Offsets refer to the derived text; lines and columns to the user's. */
export class DerivedText extends ByteText {
  private readonly begins: number[] = [];

  constructor(
    private readonly original: ByteText,
    private readonly parts: readonly DerivedPart[],
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

  /** `within` is an offset of the same part; an offset at a boundary belongs to two parts. */
  private writtenOffset(offset: number, within: number): number {
    const after = this.begins.findIndex((begin) => begin > within);
    const at = (after < 0 ? this.begins.length : after) - 1;
    const part = this.parts[at];
    return part ? part.from + Math.min(offset - this.begins[at]!, part.length) : offset;
  }
}
