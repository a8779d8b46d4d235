/** Questions on a terminal. Enter accepts the default answer. */
import { createInterface } from 'node:readline/promises';
import { interruption } from '../interruption.js';

export class Questions implements Disposable {
  private readonly lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  private readonly signal = interruption();

  /** The trimmed answer; `usual` for an empty one. */
  async ask(what: string, usual: string): Promise<string> {
    const ended = new Promise<never>((_, reject) =>
      this.lines.once('close', () => reject(Object.assign(new Error('interrupted'), { name: 'Interrupted' }))),
    );
    ended.catch(() => undefined);
    const shown = usual === '' ? 'none' : usual;
    const asked = this.lines.question(`${what} [${shown}]: `, { signal: this.signal });
    const text = await Promise.race([asked, ended]).catch((error: unknown) => {
      throw error instanceof Error && error.name === 'AbortError'
        ? Object.assign(new Error('interrupted'), { name: 'Interrupted' })
        : error;
    });
    return text.trim() === '' ? usual : text.trim();
  }

  [Symbol.dispose](): void {
    this.lines.close();
  }
}

export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}
