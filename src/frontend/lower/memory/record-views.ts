/** Memory accessed through another record type, an array type, or as bytes. */

import type { AstNode, TypeName } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import type { Argument } from '../calls/argument-memory.js';
import type { Result } from '../expressions/results.js';
import type { UnitScope } from '../unit-scope.js';
import { type RecordSites, recordSites } from './record-sites.js';
import { beginAlike, shareBeginning } from './shared-bytes.js';

/** A pointer to numbers cast to a pointer to a struct of such numbers, or back: all fields share the memory. */
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
 * A pointer to one struct cast to a pointer to another, as in C's inheritance. Equal beginnings share memory; if the shorter struct is not a prefix
 * of the longer one, both are frozen.
 */
export function viewAsOtherRecord(body: BodyLowering, node: AstNode, from: string, to: string): void {
  const [a, b] = [recordSites(body.scope, from), recordSites(body.scope, to)];
  const place = body.place(node);
  if (!a || !b || !place || body.scope.record(from) === body.scope.record(to)) return;
  const [x, y] = [a.leaves(), b.leaves()];
  if (beginAlike(x, y)) shareBeginning(body.builder, x, y, place);
  else
    for (const site of [...a.values, ...a.pointers, ...b.values, ...b.pointers])
      body.builder.freeze(site, 'reinterpreted', `at ${body.placeText(node)}`);
}

/** `std::as_bytes(s)`, `std::bit_cast<Words>(r)`: numbers and records in the arguments and the result keep their formats. */
export function viewAsBytes(body: BodyLowering, node: AstNode, args: readonly Argument[]): Result {
  const evidence = `at ${body.placeText(node)}`;
  for (const { result } of args)
    if (result.cell !== null) body.builder.freezeCell(result.cell, 'reinterpreted', evidence);
  for (const { type } of [node, ...args.map((argument) => argument.node)])
    for (const record of recordsIn(body.scope, type))
      for (const site of record.values) body.builder.freeze(site, 'reinterpreted', evidence);
  const carrier = body.builder.newCarrier('void-pointer', evidence, body.place(node)?.range ?? null);
  body.builder.freezeCell(carrier, 'reinterpreted', evidence);
  return { cell: carrier };
}

/** All records of the program in a type: `std::span<Point, 4>`. */
function recordsIn(scope: UnitScope, type: TypeName | undefined): RecordSites[] {
  const spelling = scope.types.expand(type?.desugaredQualType ?? type?.qualType ?? '');
  const isMentioned = (name: string): boolean =>
    spelling
      .split(name)
      .some((before, at, parts) => at + 1 < parts.length && !/\w$/.test(before) && !/^\w/.test(parts[at + 1]!));
  return [...scope.records.keys()]
    .filter((name) => name !== '' && isMentioned(name))
    .map((name) => recordSites(scope, name))
    .filter((record) => record !== null);
}
