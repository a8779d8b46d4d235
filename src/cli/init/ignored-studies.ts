/** Keeps studies out of the user's git repository by a line in .gitignore. */
import * as fs from 'node:fs';
import path from 'node:path';
import { writeNamedFile } from '../named-file.js';

const STUDIES = '.mantissa/';
const PATTERN = /^(?:\*\*)?\/?\.mantissa\/?\s*$/m;

/** Whether git ignores studies; also true outside a git repository. */
export function ignoresStudies(root: string): boolean {
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (PATTERN.test(textOf(folder))) return true;
    if (fs.existsSync(path.join(folder, '.git'))) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** Adds a line to the .gitignore of the folder and returns the file's path. */
export function ignoreStudies(root: string): string {
  const file = path.join(root, '.gitignore');
  const text = textOf(root);
  writeNamedFile(file, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${STUDIES}\n`);
  return file;
}

function textOf(folder: string): string {
  try {
    return fs.readFileSync(path.join(folder, '.gitignore'), 'utf8');
  } catch {
    return '';
  }
}
