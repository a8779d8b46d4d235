import { canonicalPath } from '../../clang/canonical-path.js';
import type { AstNode, Location } from '../ast/node.js';

/** Replaces file names in the locations of a tree by canonical ones; clang prints them as the `#include`s spell them. */
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
      name = canonicalPath(location.file) ?? location.file;
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
