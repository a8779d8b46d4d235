import path from 'node:path';
import type { AstNode, Location, PlainLocation } from './node.js';

/**
 * clang prints a location's `file` only where it differs from the location printed before it. This walk, in printing order,
 * writes the file into every location, so that any node can afterwards be read on its own. A file goes by one name, however
 * its includes spell it (`kernel/./../main.h`).
 */
export function completeLocations(root: AstNode): void {
  let file = '';
  const names = new Map<string, string>();
  const nameOf = (spelling: string): string => {
    const name = names.get(spelling) ?? path.normalize(spelling);
    names.set(spelling, name);
    return name;
  };
  const plain = (location: PlainLocation): void => {
    if (location.offset === undefined) return;
    if (location.file === undefined) location.file = file;
    else file = location.file = nameOf(location.file);
  };
  const complete = (location: Location): void => {
    if (location.spellingLoc) plain(location.spellingLoc);
    if (location.expansionLoc) plain(location.expansionLoc);
    plain(location);
  };
  const pending: AstNode[] = [root];
  while (pending.length > 0) {
    const node = pending.pop()!;
    if (node.loc) complete(node.loc);
    if (node.range) {
      complete(node.range.begin);
      complete(node.range.end);
    }
    // clang prints the elements of an array that has more of them than are written under another name
    if (!node.inner && Array.isArray(node.array_filler)) node.inner = node.array_filler as AstNode[];
    const inner = node.inner;
    if (inner) for (let k = inner.length - 1; k >= 0; k--) if (inner[k]) pending.push(inner[k]!);
  }
}
