/** Memory seen through another struct, or through none. */
import type { AstNode } from '../ast/node.js';
import type { Result } from './expressions.js';
import type { BodyLowering } from './function-body.js';
import { recordSites } from './record-sites.js';

/** A pointer to numbers seen as a pointer to a struct of the same numbers (or back): all its fields share the memory. */
export function viewRecord(
  body: BodyLowering,
  node: AstNode,
  result: Result,
  record: string,
  explicit: boolean,
): Result {
  const found = recordSites(body.scope, record);
  const sites = found?.values ?? [];
  const mention = explicit
    ? body.builder.newCarrier('type-mention', `(${node.type?.qualType ?? ''})`, body.place(node)?.range ?? null)
    : null;
  body.join(mention, result.cell, 'cast', node);
  if (found && found.format !== null)
    for (const site of sites) body.join(result.cell ?? mention ?? sites[0]!, site, 'viewed', node);
  else {
    if (result.cell !== null)
      body.builder.freezeCell(
        result.cell,
        'reinterpreted',
        `as ${node.type?.qualType ?? record} at ${body.placeText(node)}`,
      );
    for (const site of sites) body.builder.freeze(site, 'reinterpreted', `at ${body.placeText(node)}`);
    if (mention !== null) body.builder.freezeCell(mention, 'reinterpreted', `at ${body.placeText(node)}`);
  }
  return { cell: mention ?? result.cell ?? sites[0] ?? null, site: null };
}

/**
 * A pointer to one struct cast to a pointer to another: C's inheritance, where the fields they begin with are the same. Those
 * fields are one memory; where the shorter struct is not the beginning of the longer one, both are frozen.
 */
export function viewAsOtherRecord(body: BodyLowering, node: AstNode, from: string, to: string): void {
  const [a, b] = [body.scope.record(from), body.scope.record(to)];
  if (!a || !b || a === b) return;
  const spelling = (field: AstNode) => body.scope.types.expand(field.type?.qualType ?? '');
  const shared = Math.min(a.fields.length, b.fields.length);
  const differs = a.fields
    .slice(0, shared)
    .some((field, position) => !sameLayout(spelling(field), spelling(b.fields[position]!)));
  for (let position = 0; position < shared; position++) {
    if (differs) break;
    body.join(a.sites[position] ?? null, b.sites[position] ?? null, 'viewed', node);
  }
  if (!differs) return;
  for (const site of [...a.sites, ...b.sites])
    if (site !== null) body.builder.freeze(site, 'reinterpreted', `at ${body.placeText(node)}`);
}

/** Pointers have one size, whatever they point to. */
function sameLayout(a: string, b: string): boolean {
  return a === b || (a.includes('*') && b.includes('*') && !/\b(?:double|float|half)\b/.test(`${a} ${b}`));
}
