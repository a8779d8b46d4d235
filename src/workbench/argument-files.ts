/**
 * Files named by a program's arguments. Every run has an empty folder of its own, so that it neither reads the output of another run nor
 * overwrites the user's files. Files with relative names are copied there under the same name. Files above the lookup folder get a place in
 * the run's folder, and the argument is changed. Absolute paths are not changed.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { RunRequest } from '../execution/engine.js';

/** Subfolder for files from above the lookup folder. */
const ABOVE = 'mantissa-arguments';

/** Arguments, and the folders in which relative names are looked up. */
export interface ArgumentLookup {
  readonly arguments: readonly string[];
  readonly argumentsFrom?: readonly string[];
}

export type GivenArguments = Pick<RunRequest, 'arguments' | 'copies'>;

/** Relative names are looked up in `folders`, in order. */
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
      // missing, too long, or not accessible: the argument is not a file
    }
  }
  return null;
}

/** A hint for a program that failed: arguments that look like file names but name no file. Empty if there are none. */
export function missingFilesText({ arguments: given, argumentsFrom: folders = [] }: ArgumentLookup): string {
  const missing = given.filter(
    (one) => /[\w)]\.[a-z]\w*$|^[\w.]+\/./i.test(one) && !path.isAbsolute(one) && fileNamed(one, folders) === null,
  );
  return missing.length > 0 && folders.length > 0 ? `; file not found in ${folders[0]}: ${missing.join(', ')}` : '';
}
