import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { registerCleanup } from '../support/at-exit.js';
import { readRegularFile } from '../support/regular-file.js';

/** Keeps two processes off one study. A lock whose process is gone (killed, machine restarted) is taken over. */
export class StudyLock {
  private readonly forget: () => void;

  private constructor(private readonly file: string) {
    this.forget = registerCleanup(() => this.release());
  }

  static acquire(folder: string): StudyLock {
    const file = path.join(folder, 'lock');
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        fs.writeFileSync(file, `${process.pid} ${os.hostname()}\n`, { flag: 'wx' });
        return new StudyLock(file);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code !== 'EEXIST')
          throw new MantissaError('MX1007', { text: message, place: { file: folder } }, { cause: error });
        refuseHeld(folder, readHolder(file));
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
  return holder !== null && mayLive(holder);
}

/** Refuses a study that another process has, before anything of it is touched. */
export function checkNotHeld(folder: string): void {
  refuseHeld(folder, readHolder(path.join(folder, 'lock')));
}

interface Holder {
  readonly pid: number;
  /** Where it runs; here, where an earlier version wrote the lock. */
  readonly host: string;
}

/** A number, the name of a machine and a line's end. */
const MOST_LOCK_BYTES = 320;

function readHolder(file: string): Holder | null {
  try {
    const [pid, host = os.hostname()] = readRegularFile(file, MOST_LOCK_BYTES).toString('utf8').trim().split(' ');
    return /^[1-9]\d*$/.test(pid ?? '') ? { pid: Number(pid), host } : null;
  } catch {
    return null;
  }
}

/** Of a process on another machine that shares the folder, nobody here can say that it is gone. */
function mayLive({ pid, host }: Holder): boolean {
  return host !== os.hostname() || isAlive(pid);
}

function refuseHeld(folder: string, holder: Holder | null): void {
  if (holder === null || !mayLive(holder)) return;
  const { pid, host } = holder;
  if (host !== os.hostname())
    throw new MantissaError('MX2095', { text: `process ${pid} on ${host} works on it`, place: { file: folder } });
  throw new MantissaError('MX2016', { text: `process ${pid} works on it`, place: { file: folder } });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
