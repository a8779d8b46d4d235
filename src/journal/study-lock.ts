import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { registerCleanup } from '../support/at-exit.js';
import { readRegularFile } from '../support/regular-file.js';

/** Prevents two processes from working on one study. The lock of a process that no longer runs is taken over. */
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
    throw new MantissaError('MX2016', { text: 'several processes try to open it at once', place: { file: folder } });
  }

  release(): void {
    this.forget();
    fs.rmSync(this.file, { force: true });
  }
}

/** Whether a running process has locked the study in this folder. */
export function isHeld(folder: string): boolean {
  const holder = readHolder(path.join(folder, 'lock'));
  return holder !== null && mayLive(holder);
}

/** Throws if another process has locked the study. */
export function checkNotHeld(folder: string): void {
  refuseHeld(folder, readHolder(path.join(folder, 'lock')));
}

interface Holder {
  readonly pid: number;
  /** Its host; this host for locks of earlier versions. */
  readonly host: string;
}

/** A process number, a host name and a newline. */
const MOST_LOCK_BYTES = 320;

function readHolder(file: string): Holder | null {
  try {
    const [pid, host = os.hostname()] = readRegularFile(file, MOST_LOCK_BYTES).toString('utf8').trim().split(' ');
    return /^[1-9]\d*$/.test(pid ?? '') ? { pid: Number(pid), host } : null;
  } catch {
    return null;
  }
}

/** A process on another host that shares the folder may always be running. */
function mayLive({ pid, host }: Holder): boolean {
  return host !== os.hostname() || isAlive(pid);
}

function refuseHeld(folder: string, holder: Holder | null): void {
  if (holder === null || !mayLive(holder)) return;
  const { pid, host } = holder;
  if (host !== os.hostname())
    throw new MantissaError('MX2095', { text: `locked by process ${pid} on ${host}`, place: { file: folder } });
  throw new MantissaError('MX2016', { text: `locked by process ${pid}`, place: { file: folder } });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
