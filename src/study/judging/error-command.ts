/** The user's own judge: a command that is given two files, what was expected and what was found, and prints the error as one number. */
import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { run } from '../../execution/spawn.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const TIMEOUT_MS = 60_000;

/** It ran, and what it said is no error: of one output that is that output's fault, of the baseline's own the command's. */
export class UnusableAnswer extends Error {}

export class ErrorCommand {
  private readonly program: string;

  /** Its first word, where it has a slash, is relative to `folder`. */
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
        throw new UnusableAnswer(`${this.words[0]} printed '${text.slice(0, 80)}', not an error from 0`);
      return error;
    } finally {
      folder.remove();
    }
  }
}
