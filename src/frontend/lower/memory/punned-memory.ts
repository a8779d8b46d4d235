/**
 * Untyped memory that is a record's in one place and something else's in another: the numbers of an array, or a record that begins alike.
 * No cast names both, since a `void *` stands between them. What is one memory changes together, or not at all.
 */
import { type CellIndex, isOneMemory } from '../../../program/program.js';
import type { ProgramBuilder } from '../builder.js';
import { CellSets } from '../cell-sets.js';
import type { RecordSites } from './record-sites.js';
import { sameLayout } from './record-views.js';

export function joinPunnedMemory(builder: ProgramBuilder): void {
  const held = recordsHeld(builder);
  if (held.length === 0) return;
  const memory = new CellSets();
  for (const flow of builder.flows) if (isOneMemory(flow)) memory.union(flow.a, flow.b);
  const numbers = new Set<CellIndex>();
  for (const site of builder.sites.keys()) numbers.add(memory.find(site));
  builder.carriers.forEach(({ format }, index) => {
    if (format !== null) numbers.add(memory.find(-index - 1));
  });
  for (const { cell, role, element } of builder.sizeFacts)
    if (role === 'holds' && element.kind === 'numbers') numbers.add(memory.find(cell));
  const first = new Map<CellIndex, RecordSites>();
  for (const { cell, record } of held) {
    const root = memory.find(cell);
    if (numbers.has(root)) seeAsNumbers(builder, cell, record);
    const other = first.get(root);
    if (other === undefined) first.set(root, record);
    else if (other.name !== record.name) joinBeginnings(builder, other, record);
  }
}

function recordsHeld({ sizeFacts }: ProgramBuilder): { cell: CellIndex; record: RecordSites }[] {
  return sizeFacts.flatMap(({ cell, role, element }) =>
    role === 'holds' && element.kind === 'record' && element.record.values.length > 0
      ? [{ cell, record: element.record }]
      : [],
  );
}

function seeAsNumbers(builder: ProgramBuilder, cell: CellIndex, { name, values, format }: RecordSites): void {
  const evidence = `${name} as numbers, through an untyped pointer`;
  for (const site of values)
    if (format !== null) builder.join(cell, site, 'viewed', builder.sites[site]!.place);
    else builder.freeze(site, 'reinterpreted', evidence);
  if (format === null) builder.freezeCell(cell, 'reinterpreted', evidence);
}

/** Whoever takes the one for the other comes as far as their fields are the same. */
function joinBeginnings(builder: ProgramBuilder, a: RecordSites, b: RecordSites): void {
  for (const [position, { type, site }] of a.fields.entries()) {
    const other = b.fields[position];
    if (!other || !sameLayout(type, other.type)) return;
    if (site !== null) builder.join(site, other.site, 'viewed', builder.sites[site]!.place);
  }
}
