import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { registerCleanup } from './at-exit.js';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** A new folder in the system's temporary folder or in `parent`. It is removed when the process exits, if not before. */
export function temporaryFolder(prefix: string, parent = os.tmpdir()): TemporaryFolder {
  const folder = fs.mkdtempSync(path.join(parent, prefix));
  const forget = registerCleanup(() => remove());
  const remove = () => {
    forget();
    // a program that is being killed may still write files
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 20 });
  };
  return { path: folder, remove };
}
