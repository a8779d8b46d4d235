import * as fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Runs a program with a file for its GPU times; `times` reads the file, null if the program did not write it. */
export async function runWithTimes<T>(
  environment: Readonly<Record<string, string>>,
  run: (environment: Record<string, string>, times: () => string | null) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder('mantissa-times-');
  const file = path.join(folder.path, 'times');
  try {
    return await run({ ...environment, MANTISSA_TIMES: file }, () =>
      fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null,
    );
  } finally {
    folder.remove();
  }
}
