/**
 * Types spelt in expressions: `(double *) malloc(n * sizeof(double))`, `new double[n]`. Each belongs to the memory it ends up
 * describing, and changes with that memory's group.
 */
import { readNew } from '../frontend/lexical/new-expressions.js';
import type { Range } from '../program/place.js';
import type { SiteIndex } from '../program/program.js';
import { DisjointSets } from '../support/disjoint-sets.js';
import { InfeasibleEdit } from './declaration-edits.js';
import type { SourceEdits } from './source-edits.js';
import { findTypeToken, respell, type Spelling } from './type-text.js';

export function editTypeMentions(edits: SourceEdits, changed: ReadonlyMap<SiteIndex, Spelling>): void {
  const { program, scopes } = edits.syntax;
  const classes = new DisjointSets(program.cells.length);
  for (const flow of program.flows) classes.union(flow.a, flow.b);
  const formatOfClass = new Map<number, { format: Spelling; site: SiteIndex }>();
  for (const [site, format] of changed) formatOfClass.set(classes.find(site), { format, site });
  program.cells.forEach((cell, index) => {
    const target = formatOfClass.get(classes.find(index));
    if (cell.what !== 'type-mention' || cell.range === null || !target) return;
    const { text } = program.files[cell.range.file]!.source;
    const mention = text.slice(cell.range.begin, cell.range.end);
    const type = mentionedType(text, cell.range, cell.name);
    if (!type) return edits.expandUse(cell.range); // a macro spells it
    const scope = scopes.find(({ unit }) => unit.file === program.files[cell.range!.file]!.absolutePath) ?? scopes[0]!;
    const token = findTypeToken(scope, text, type.begin, type.end);
    const spelling = token && respell(scope, token.name, target.format);
    if (!token || !spelling) throw new InfeasibleEdit(target.site, `'${mention}' cannot be spelt in ${target.format}`);
    edits.replace({ file: cell.range.file, begin: token.begin, end: token.end }, 'type', () => spelling);
  });
}

/** The type stands behind `new`, in the first parentheses of a cast or sizeof, or is the mention itself: `alloc<double>(n)`. */
function mentionedType(text: string, { begin, end }: Range, name: string): { begin: number; end: number } | null {
  const made = readNew(text, begin);
  if (made) return made.type;
  const mention = text.slice(begin, end);
  const head = /^(?:sizeof\s*\(|\(|[\w:]+\s*<)/.exec(mention)?.[0].length;
  if (head === undefined) return name === `<${mention.trim()}>` ? { begin, end } : null;
  const stop = mention.slice(head).search(/[)>[(]/);
  return { begin: begin + head, end: stop < 0 ? end : begin + head + stop };
}
