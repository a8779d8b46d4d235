import { constants } from 'node:buffer';

const [NEWLINE, SPACE] = [0x0a, 0x20];
/** The longest string in JavaScript; the output becomes one before it is parsed. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;

export class OutputTooLarge extends Error {
  override readonly name = 'OutputTooLarge';
}

/** clang indents each level of the tree by two columns. For deeper trees, writing the indentation alone would take minutes. */
const MAX_TREE_LEVELS = 5000;
const MAX_INDENTATION = 4 * MAX_TREE_LEVELS;

export class NestsTooDeeply extends Error {
  override readonly name = 'NestsTooDeeply';
}

/**
 * Collects clang's tens of millions of small writes in one growing buffer. Line ends and indentation of a JSON document are dropped (a JSON string
 * contains no raw line end): for a sum of 2,000 terms, nested as deeply, they are 950 MB of 953.
 */
export class OutputBuffer {
  private bytes = new Uint8Array(1 << 16);
  private used = 0;
  private atLineStart = false;
  private blanks = 0;

  constructor(private readonly isJson: boolean) {}

  write(memory: Uint8Array, start: number, length: number): void {
    if (this.used + length > this.bytes.length) this.grow(this.used + length);
    if (this.isJson) return this.writeJson(memory, start, start + length);
    this.bytes.set(memory.subarray(start, start + length), this.used);
    this.used += length;
  }

  private writeJson(memory: Uint8Array, start: number, end: number): void {
    // a plain loop is faster than a call to copy for writes of a few bytes
    let { used, atLineStart, blanks } = this;
    const { bytes } = this;
    for (let k = start; k < end; k++) {
      const byte = memory[k]!;
      if (byte === NEWLINE) {
        atLineStart = true;
        blanks = 0;
      } else if (byte !== SPACE || !atLineStart) {
        atLineStart = false;
        bytes[used++] = byte;
      } else blanks++;
    }
    if (blanks > MAX_INDENTATION) throw new NestsTooDeeply(`more than ${MAX_TREE_LEVELS.toLocaleString('en')} levels`);
    this.blanks = blanks;
    this.used = used;
    this.atLineStart = atLineStart;
  }

  contents(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.used);
  }

  private grow(needed: number): void {
    if (needed > MAX_BYTES) throw new OutputTooLarge(`clang printed more than ${MAX_BYTES >> 20} MiB`);
    const larger = new Uint8Array(Math.min(Math.max(2 * this.bytes.length, needed), MAX_BYTES));
    larger.set(this.bytes.subarray(0, this.used));
    this.bytes = larger;
  }
}
