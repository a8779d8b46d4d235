/**
 * Files that a program's arguments name. Every run has an empty folder of its own, so that it neither finds what another left nor writes over
 * anything of the user's: what a relative argument names is copied there, under the same name. What lies above the folder it is looked
 * for in gets a place in the run's folder, and the argument names that. Absolute paths are left to the program.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { RunRequest } from '../execution/engine.js';

/** Where files from above the folder are put. */
const ABOVE = 'mantissa-arguments';

export type GivenArguments = Pick<RunRequest, 'arguments' | 'copies'>;

/** `folders` are where a relative name is looked for, the first that has it. */
export function withArgumentFiles(given: readonly string[], folders: readonly string[]): GivenArguments {
  const copies: Record<string, string> = {};
  const place = (name: string): string => {
    const file = fileNamed(name, folders);
    if (file === null) return name;
    const inside = path.normalize(name);
    if (inside.split(path.sep)[0] !== '..') {
      copies[inside] = file;
      return name;
    }
    const known = Object.entries(copies).find(([, from]) => from === file)?.[0];
    const above = known ?? path.join(ABOVE, String(Object.keys(copies).length + 1), path.basename(file));
    copies[above] = file;
    return above;
  };
  const placed = given.map((one) => {
    const [, option = '', value = ''] = /^(-[^=]*=|\w+=)(.+)$/s.exec(one) ?? [];
    return option === '' ? place(one) : `${option}${place(value)}`;
  });
  return Object.keys(copies).length === 0 ? { arguments: given } : { arguments: placed, copies };
}

function fileNamed(name: string, folders: readonly string[]): string | null {
  if (name === '' || name.includes('\0') || path.isAbsolute(name)) return null;
  for (const folder of folders) {
    const file = path.resolve(folder, name);
    try {
      if (fs.statSync(file).isFile()) return file;
    } catch {
      // not there, too long for a name, or not to be looked at: it names no file
    }
  }
  return null;
}

/** Arguments that look like the name of a file and name none, for whoever wonders why a program failed. */
export function missingFiles(given: readonly string[], folders: readonly string[]): string[] {
  return given.filter(
    (one) => /[\w)]\.[a-z]\w*$|^[\w.]+\/./i.test(one) && !path.isAbsolute(one) && fileNamed(one, folders) === null,
  );
}
