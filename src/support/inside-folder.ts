/** Whether a path stays inside a folder, textually and after symbolic links are resolved. */
import * as fs from 'node:fs';
import path from 'node:path';

/** Whether one absolute path is below another, textually. */
export function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The reason why a relative name is not a file inside its folder; null if it is. */
export function whyNotInside(name: string): string | null {
  if (name === '' || name.includes('\0')) return 'it is empty or has a null character';
  if (path.isAbsolute(name)) return 'it is an absolute path';
  const plain = path.normalize(name);
  if (plain === '..' || plain.startsWith(`..${path.sep}`)) return "it leaves the folder with '..'";
  return plain === '.' || plain.endsWith(path.sep) ? 'it is a folder' : null;
}

/** The real path of a file that may not exist yet: links in its existing part are resolved. */
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

/** Whether a file is below a folder after all links are resolved. */
export function isReallyBelow(folder: string, file: string): boolean {
  return isBelow(fs.realpathSync(folder), realPlace(file));
}
