import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { isReallyBelow, whyNotInside } from '../support/inside-folder.js';
import { irregularity } from '../support/regular-file.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import type { RunRequest } from './engine.js';

/** Largest output file that is collected. */
const MOST_COLLECTED_BYTES = 2 ** 31;

/** The working directory of a run: the requested folder, or a temporary one that is removed afterwards. */
export class WorkingFolder {
  readonly path: string;
  private readonly temporary: TemporaryFolder | null;

  constructor(private readonly request: RunRequest) {
    this.temporary = request.workingFolder === undefined ? temporaryFolder('mantissa-run-') : null;
    this.path = path.resolve(request.workingFolder ?? this.temporary!.path);
    if (!fs.statSync(this.path).isDirectory()) throw new Error(`${this.path} is not a folder`);
    try {
      for (const [name, contents] of Object.entries(request.files ?? {})) {
        const file = fileInside(this.path, name);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, contents);
      }
      for (const [name, from] of Object.entries(request.copies ?? {})) {
        const file = fileInside(this.path, name);
        if (fs.existsSync(file)) continue;
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.copyFileSync(from, file, fs.constants.COPYFILE_FICLONE);
      }
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** The requested output files by name; missing files are left out. */
  collect(): Map<string, Buffer> {
    const found = new Map<string, Buffer>();
    for (const name of this.request.collect ?? []) {
      const file = fileInside(this.path, name);
      const stats = fs.statSync(file, { throwIfNoEntry: false });
      if (!stats) continue;
      const why = irregularity(stats, MOST_COLLECTED_BYTES);
      if (why) throw new MantissaError('MX2026', `${name} ${why}`);
      found.set(name, fs.readFileSync(file));
    }
    return found;
  }

  remove(): void {
    this.temporary?.remove();
  }
}

/** Resolves a name in a folder. Throws if the result is outside, by its text or through links. */
export function fileInside(folder: string, name: string): string {
  const why = whyNotInside(name);
  if (why) throw new MantissaError('MX2026', `${name}: ${why}`);
  const file = path.resolve(folder, name);
  if (!isReallyBelow(folder, file))
    throw new MantissaError('MX2026', `${name}: a link in its path leads out of the folder`);
  return file;
}

/** Removes the output of an earlier run, so that it is not mistaken for that of the next. Links are removed, never their targets. */
export function removeEarlierOutput(folder: string, name: string): void {
  const why = whyNotInside(name);
  if (why) throw new MantissaError('MX2026', `${name}: ${why}`);
  const file = path.resolve(folder, name);
  const parent = path.dirname(file);
  if (parent !== folder) fileInside(folder, path.relative(folder, parent));
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new MantissaError('MX2026', `${name} is a folder`);
  fs.rmSync(file, { force: true });
}
