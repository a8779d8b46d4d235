import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { undoneAtExit } from '../support/at-exit.js';
import { readRegularFile } from '../support/regular-file.js';

/** Keeps two processes off one study. A lock whose process is gone (killed, machine restarted) is taken over. */
export class StudyLock {
  private readonly forget: () => void;

  private constructor(private readonly file: string) {
    this.forget = undoneAtExit(() => this.release());
  }

  static acquire(folder: string): StudyLock {
    const file = path.join(folder, 'lock');
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        fs.writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
        return new StudyLock(file);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code !== 'EEXIST')
          throw new MantissaError('MX1007', { text: message, place: { file: folder } }, { cause: error });
        const holder = readHolder(file);
        if (holder !== null && isAlive(holder))
          throw new MantissaError('MX2016', { text: `process ${holder} works on it`, place: { file: folder } });
        fs.rmSync(file, { force: true });
      }
    }
    throw new MantissaError('MX2016', { text: 'several processes want it at once', place: { file: folder } });
  }

  release(): void {
    this.forget();
    fs.rmSync(this.file, { force: true });
  }
}

/** Whether a living process works on the study in this folder; asking does not disturb it. */
export function isHeld(folder: string): boolean {
  const holder = readHolder(path.join(folder, 'lock'));
  return holder !== null && isAlive(holder);
}

/** A number and a line's end. */
const MOST_LOCK_BYTES = 64;

function readHolder(file: string): number | null {
  try {
    const holder = Number(readRegularFile(file, MOST_LOCK_BYTES).toString('utf8'));
    return Number.isInteger(holder) && holder > 0 ? holder : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
