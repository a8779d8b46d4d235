import * as fs from 'node:fs';
import path from 'node:path';

const DOT_DOT = /(?:^|\/)\.\.(?:\/|$)/;

export function hasDotDot(file: string): boolean {
  return DOT_DOT.test(file);
}

/**
 * A canonical name of a file without `..`, so that a header included under two names counts as one file. The path shortened textually if that is the
 * same file, else (`..` after a symbolic link) the real path. Undefined if the file does not exist.
 */
export function canonicalPath(file: string): string | undefined {
  if (!hasDotDot(file)) return file;
  const end = file.lastIndexOf('/..') + '/..'.length;
  const shortened = path.posix.normalize(file.slice(0, end));
  try {
    const resolved = fs.realpathSync.native(file.slice(0, end));
    const isSame = fs.realpathSync.native(shortened) === resolved;
    return path.posix.join(isSame ? shortened : resolved, file.slice(end));
  } catch {
    return undefined;
  }
}
