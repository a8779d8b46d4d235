import * as fs from 'node:fs';
import path from 'node:path';
import type { AstNode, Location } from '../ast/node.js';

const DOT_DOT = /(?:^|\/)\.\.(?:\/|$)/;

export function hasDotDot(file: string): boolean {
  return DOT_DOT.test(file);
}

/**
 * The name of the same file without `..`, so that a header included by two spellings is one file: the shortened text where
 * that leads to the same place, else (a `..` that follows a symbolic link) the place itself. Undefined when there is none.
 */
export function plainName(file: string): string | undefined {
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

/** Gives every location of a tree its file's plain name. clang prints names as the `#include`s spell them. */
export function usePlainNames(root: AstNode): void {
  const known = new Map<string, string>();
  const plain = (location: Location | undefined): void => {
    if (!location) return;
    plain(location.spellingLoc);
    plain(location.expansionLoc);
    plain(location.includedFrom as Location | undefined);
    if (location.file === undefined) return;
    let name = known.get(location.file);
    if (name === undefined) {
      name = plainName(location.file) ?? location.file;
      known.set(location.file, name);
    }
    location.file = name;
  };
  const pending: AstNode[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    plain(node.loc);
    plain(node.range?.begin);
    plain(node.range?.end);
    for (const child of node.inner ?? []) if (child) pending.push(child);
  }
}
