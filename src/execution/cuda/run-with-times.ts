import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Runs a program with a place for its GPU times; `times` reads what it wrote there, null where it wrote nothing. */
export async function runWithTimes<T>(
  environment: Readonly<Record<string, string>>,
  run: (environment: Record<string, string>, times: () => string | null) => Promise<T>,
): Promise<T> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-times-'));
  const file = path.join(folder, 'times');
  try {
    return await run({ ...environment, MANTISSA_TIMES: file }, () =>
      fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null,
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
