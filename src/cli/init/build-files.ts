/** Finds files that show how a program is built and run: the Makefile, scripts, a README. Names are relative to the folder. */
import path from 'node:path';
import { isFile, listFolder } from '../../frontend/project/input-files.js';

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];
const SCRIPT_FOLDERS = ['.', 'test', 'tests', 'scripts', 'examples'];

export function makefileOf(root: string): string | null {
  return MAKEFILES.find((name) => isFile(path.join(root, name))) ?? null;
}

export function scriptsOf(root: string): string[] {
  return SCRIPT_FOLDERS.flatMap((folder) => namesIn(root, folder, (name) => /\.sh$|^run$/.test(name)));
}

export function readmesOf(root: string): string[] {
  return namesIn(root, '.', (name) => /^(?:README|USAGE)(?:\.\w+)?$/i.test(name));
}

function namesIn(root: string, folder: string, wanted: (name: string) => boolean): string[] {
  const whole = path.join(root, folder);
  try {
    return listFolder(whole, folder)
      .filter(({ name }) => wanted(name) && isFile(path.join(whole, name)))
      .map(({ name }) => path.join(folder, name));
  } catch {
    return []; // the folder does not exist
  }
}
