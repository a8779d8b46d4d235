/** The user's error command: it gets two files, the expected and the found output, and prints the error as one number. */
import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { run } from '../../execution/spawn.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const TIMEOUT_MS = 60_000;

/** The command ran but printed no valid error. For a trial that counts against the trial, for the baseline against the command. */
export class UnusableAnswer extends Error {}

export class ErrorCommand {
  private readonly program: string;

  /** A first word with a slash is relative to `folder`. */
  constructor(
    private readonly words: readonly string[],
    folder: string,
  ) {
    const [first = ''] = words;
    this.program = first.includes('/') ? path.resolve(folder, first) : first;
  }

  async errorOf(expected: Buffer, found: Buffer): Promise<number> {
    const folder = temporaryFolder('mantissa-error-');
    try {
      const files = { expected: path.join(folder.path, 'expected'), found: path.join(folder.path, 'found') };
      fs.writeFileSync(files.expected, expected);
      fs.writeFileSync(files.found, found);
      const args = [...this.words.slice(1), files.expected, files.found];
      const { missing, ok, exitCode, stdout, stderr } = await run(this.program, args, { timeoutMs: TIMEOUT_MS });
      if (missing) throw new MantissaError('MX2021', `'${this.program}' cannot be started`);
      if (!ok) throw new UnusableAnswer(`${this.words[0]} ended with ${exitCode ?? 'no exit code'}: ${stderr.trim()}`);
      const text = stdout.trim();
      const error = text === '' ? Number.NaN : Number(text);
      if (!(error >= 0))
        throw new UnusableAnswer(`${this.words[0]} printed '${text.slice(0, 80)}' instead of a number from 0`);
      return error;
    } finally {
      folder.remove();
    }
  }
}
