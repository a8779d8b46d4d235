/**
 * Types spelt in expressions: `(double *) malloc(n * sizeof(double))`, `new double[n]`. Each belongs to the memory it ends up
 * describing, and changes with that memory's group.
 */
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
    // the type stands in the first parentheses of a cast or sizeof, or right after `new`
    const mention = text.slice(cell.range.begin, cell.range.end);
    const head = /^(?:sizeof\s*\(|\(|new\b|[\w:]+\s*<)/.exec(mention);
    if (!head) return edits.expandUse(cell.range); // a macro spells it
    const scope = scopes.find(({ unit }) => unit.file === program.files[cell.range!.file]!.absolutePath) ?? scopes[0]!;
    const begin = cell.range.begin + head[0].length;
    const stop = mention.slice(head[0].length).search(/[)>[(]/);
    const token = findTypeToken(scope, text, begin, stop < 0 ? cell.range.end : begin + stop);
    const spelling = token && respell(scope, token.name, target.format);
    if (!token || !spelling) throw new InfeasibleEdit(target.site, `'${mention}' cannot be spelt in ${target.format}`);
    edits.replace({ file: cell.range.file, begin: token.begin, end: token.end }, 'type', () => spelling);
  });
}
