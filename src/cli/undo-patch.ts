/** Undo for `apply --write` without version control: the written patch is saved in the study's folder. */
import * as fs from 'node:fs';
import path from 'node:path';
import { shellWord } from '../support/shell-word.js';
import { writeWhole } from '../support/write-whole.js';

/** Saves the patch and returns the command that undoes it; null if it cannot be saved. */
export function keepForUndoing(folder: string, trial: number, applied: string, patch: string): string | null {
  const file = Array.from({ length: 1000 }, (_, at) => nameOf(folder, trial, at)).find((one) => !fs.existsSync(one));
  if (file === undefined) return null;
  try {
    writeWhole(file, Buffer.from(patch, 'latin1'));
  } catch {
    return null;
  }
  return commandFor(file, applied);
}

/** The command that undoes the latest patch of a trial; null if none is saved. */
export function undoingCommand(folder: string, trial: number, applied: string): string | null {
  const kept = Array.from({ length: 1000 }, (_, at) => nameOf(folder, trial, at)).filter((one) => fs.existsSync(one));
  return kept.length > 0 ? commandFor(kept.at(-1)!, applied) : null;
}

function nameOf(folder: string, trial: number, at: number): string {
  return path.join(folder, `applied-trial-${trial}${at === 0 ? '' : `-${at + 1}`}.patch`);
}

function commandFor(file: string, applied: string): string {
  const here = (one: string) => shellWord(path.relative(process.cwd(), one) || '.');
  return `patch -R -p1${path.resolve(applied) === process.cwd() ? '' : ` -d ${here(applied)}`} < ${here(file)}`;
}
