/**
 * With -fcommon a C variable may be defined in several files, as long as one of them at most gives it a value. Instrumented text says
 * `extern` in all the others: variables there stand in sections of ours, and a reference run is C++, which has no such definitions.
 */
import type { AstNode } from '../frontend/ast/node.js';
import type { SourceEdits } from '../rewrite/source-edits.js';

interface Definition {
  readonly node: AstNode;
  /** Declarators of one declaration begin at one place. */
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
  const kept = new Map<string, Definition>();
  for (const one of definitions) {
    const name = one.node.name ?? '';
    if (!kept.has(name) || (kept.get(name)!.node.init === undefined && one.node.init !== undefined))
      kept.set(name, one);
  }
  const isLeft = (one: Definition): boolean => kept.get(one.node.name ?? '') === one;
  const mixed = new Set(definitions.filter(isLeft).map(({ list }) => list));
  const joined = new Set<AstNode>();
  for (const one of definitions) {
    if (mixed.has(one.list)) continue; // it also declares what must stay
    joined.add(one.node);
    edits.insert(one.file, one.begin, 'common', 'extern ');
  }
  return joined;
}
