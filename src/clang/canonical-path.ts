import * as fs from 'node:fs';
import path from 'node:path';

const DOT_DOT = /(?:^|\/)\.\.(?:\/|$)/;

export function hasDotDot(file: string): boolean {
  return DOT_DOT.test(file);
}

/**
 * The name of the same file without `..`, so that a header included by two spellings is one file: the shortened text where
 * that leads to the same place, else (a `..` that follows a symbolic link) the place itself. Undefined when there is none.
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
