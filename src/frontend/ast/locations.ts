import path from 'node:path';
import type { AstNode, Location, PlainLocation } from './node.js';

/**
 * clang prints the `file` of a location only if it differs from the previously printed one. This walk in printing order writes the file into every
 * location, so that nodes can be read separately. Every file gets one canonical name, whatever its includes are spelled like (`kernel/./../main.h`).
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
  const endsOfNews = new Set<string>();
  for (const node of inPrintingOrder(root)) {
    if (node.loc) complete(node.loc);
    if (node.range) {
      complete(node.range.begin);
      complete(node.range.end);
      if (node.kind === 'CXXNewExpr') for (const end of written(node.range.end)) endsOfNews.add(keyOf(end));
    }
    // for an array with more elements than are written, clang prints the elements under another name
    if (!node.inner && node.array_filler) node.inner = node.array_filler;
  }
  if (endsOfNews.size > 0) markEnds(root, endsOfNews);
}

/** A key for one token of the source in one of its readings; null without a place. */
export function locationKey(location: Location): string | null {
  const { expansionLoc, spellingLoc, reading } = location;
  const at = expansionLoc ?? location;
  if (at.offset === undefined) return null;
  const spelling = spellingLoc ? `@${spellingLoc.file}:${spellingLoc.offset}` : '';
  return `${at.file}:${at.offset}${spelling}${reading ? ` reading ${reading}` : ''}`;
}

/** A statement or declaration may end with a `new` expression. */
function markEnds(root: AstNode, endsOfNews: ReadonlySet<string>): void {
  for (const { range } of inPrintingOrder(root))
    for (const end of range ? written(range.end) : []) if (endsOfNews.has(keyOf(end))) end.endsNew = true;
}

function written(location: Location): PlainLocation[] {
  return [location, location.spellingLoc, location.expansionLoc].filter(
    (one) => one?.offset !== undefined,
  ) as PlainLocation[];
}

function keyOf({ file, offset }: PlainLocation): string {
  return `${offset} ${file}`;
}

function* inPrintingOrder(root: AstNode): Generator<AstNode> {
  const pending: AstNode[] = [root];
  while (pending.length > 0) {
    const node = pending.pop()!;
    yield node;
    const inner = node.inner;
    if (inner) for (let k = inner.length - 1; k >= 0; k--) if (inner[k]) pending.push(inner[k]!);
  }
}
