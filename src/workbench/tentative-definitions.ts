/**
 * With -fcommon a C variable may be defined in several files, at most one of which initializes it. The instrumented source declares it `extern`
 * in all others, because its variables are in named sections, and a reference run is C++, which has no tentative definitions.
 */
import type { AstNode } from '../frontend/ast/node.js';
import type { SourceEdits } from '../rewrite/source-edits.js';

interface Definition {
  readonly node: AstNode;
  /** Key of the declaration: all its declarators begin at the same place. */
  readonly list: string;
  readonly file: number;
  readonly begin: number;
}

/** The definitions that became declarations. */
export function joinTentativeDefinitions(edits: SourceEdits): ReadonlySet<AstNode> {
  const definitions = edits.syntax.scopes.flatMap(({ unit, others, localTo }) => {
    if (unit.language !== 'c' || !unit.flags?.includes('-fcommon')) return [];
    return [...others].flatMap(([id, node]): Definition[] => {
      const range = edits.rangeOf(node);
      if (node.kind !== 'VarDecl' || node.storageClass !== undefined || localTo.has(id) || !range) return [];
      return [{ node, list: `${range.file}:${range.begin}`, file: range.file, begin: range.begin }];
    });
  });
  const chosen = new Map<string, Definition>();
  for (const one of definitions) {
    const name = one.node.name ?? '';
    if (!chosen.has(name) || (chosen.get(name)!.node.init === undefined && one.node.init !== undefined))
      chosen.set(name, one);
  }
  const isChosen = (one: Definition): boolean => chosen.get(one.node.name ?? '') === one;
  const mixed = new Set(definitions.filter(isChosen).map(({ list }) => list));
  const joined = new Set<AstNode>();
  for (const one of definitions) {
    if (mixed.has(one.list)) continue; // the same declaration contains a chosen definition
    joined.add(one.node);
    edits.insert(one.file, one.begin, 'common', 'extern ');
  }
  return joined;
}
