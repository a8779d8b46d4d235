/** Gathers the tens of millions of few-byte writes clang makes into one growing buffer. */
export class OutputBuffer {
  private bytes = new Uint8Array(1 << 16);
  private used = 0;

  append(memory: Uint8Array, start: number, length: number): void {
    const { used } = this;
    if (used + length > this.bytes.length) this.grow(used + length);
    // most writes are a few bytes long, where a loop beats the call into a copy
    if (length < 48) for (let k = 0; k < length; k++) this.bytes[used + k] = memory[start + k]!;
    else this.bytes.set(memory.subarray(start, start + length), used);
    this.used = used + length;
  }

  contents(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.used);
  }

  private grow(needed: number): void {
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, needed));
    larger.set(this.bytes.subarray(0, this.used));
    this.bytes = larger;
  }
}
