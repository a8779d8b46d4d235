/** Whether a name stays in the folder it is given for: by its text, and by where links lead. */
import * as fs from 'node:fs';
import path from 'node:path';

/** Whether one absolute path is below another, by the text alone. */
export function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** Why a relative name is none of a file below the folder it is relative to; null where it is one. */
export function whyNotInside(name: string): string | null {
  if (name === '' || name.includes('\0')) return 'it is empty or has a null character';
  if (path.isAbsolute(name)) return 'it is an absolute path';
  const plain = path.normalize(name);
  if (plain === '..' || plain.startsWith(`..${path.sep}`)) return "it leaves the folder with '..'";
  return plain === '.' || plain.endsWith(path.sep) ? 'it is a folder' : null;
}

/** The real place of a file that may not be there yet: links in what is there are followed. */
export function realPlace(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const folder = path.dirname(file);
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || folder === file) throw error;
    return path.join(realPlace(folder), path.basename(file));
  }
}

/** Whether a file lies below a folder after all links were followed. */
export function isReallyBelow(folder: string, file: string): boolean {
  return isBelow(fs.realpathSync(folder), realPlace(file));
}
