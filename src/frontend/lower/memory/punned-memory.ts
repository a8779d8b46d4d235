/**
 * Untyped memory used as a record in one place and as something else in another: an array of numbers, or a record with the same beginning. No cast
 * names both types, because a `void *` is in between. Fields in the same bytes change together, or not at all.
 */
import { type CellIndex, isOneMemory } from '../../../program/program.js';
import { SparseSets } from '../../../support/sparse-sets.js';
import type { ProgramBuilder } from '../builder.js';
import type { RecordSites } from './record-sites.js';
import { beginAlike, isLink, shareBeginning } from './shared-bytes.js';

export function joinPunnedMemory(builder: ProgramBuilder): void {
  const uses = recordUses(builder);
  if (uses.length === 0) return;
  const memory = new SparseSets();
  for (const flow of builder.flows) if (isOneMemory(flow)) memory.union(flow.a, flow.b);
  const numbers = new Set<CellIndex>();
  for (const site of builder.sites.keys()) numbers.add(memory.find(site));
  builder.carriers.forEach(({ format }, index) => {
    if (format !== null) numbers.add(memory.find(-index - 1));
  });
  for (const { cell, role, element } of builder.sizeFacts)
    if (role === 'holds' && element.kind === 'numbers') numbers.add(memory.find(cell));
  for (const { cell, record } of uses) if (numbers.has(memory.find(cell))) viewAsNumbers(builder, cell, record);
  const memories = new Map<CellIndex, Map<string, RecordUse>>();
  for (const one of uses) {
    const root = memory.find(one.cell);
    const records = memories.get(root) ?? new Map<string, RecordUse>();
    const isStored = one.isStored || records.get(one.record.name)?.isStored === true;
    memories.set(root, records.set(one.record.name, { ...one, isStored }));
  }
  for (const records of memories.values())
    [...records.values()].forEach((one, position, all) => {
      for (const other of all.slice(position + 1)) joinPunnedRecords(builder, one, other);
    });
}

interface RecordUse {
  readonly cell: CellIndex;
  readonly record: RecordSites;
  /** An object of the type is stored there, not only read from it. */
  readonly isStored: boolean;
}

function recordUses({ sizeFacts }: ProgramBuilder): RecordUse[] {
  return sizeFacts.flatMap(({ cell, role, element, isStored = false }) =>
    role === 'holds' && element.kind === 'record' ? [{ cell, record: element.record, isStored }] : [],
  );
}

/**
 * Records that share memory are joined as far as their layouts agree. If objects of only one type are stored and the memory is read as the other, the
 * fields beyond are frozen; if both are stored, each may be read as itself. The links of a list alone read no numbers.
 */
function joinPunnedRecords(builder: ProgramBuilder, one: RecordUse, other: RecordUse): void {
  const [a, b] = [one.record, other.record];
  const sites = [...a.values, ...a.pointers, ...b.values, ...b.pointers];
  if (sites.length === 0) return;
  const [x, y] = [a.leaves(), b.leaves()];
  shareBeginning(builder, x, y, builder.sites[sites[0]!]!.place);
  const isReadAsOther = one.isStored !== other.isStored && ![x, y].some((leaves) => leaves.every(isLink));
  if (!isReadAsOther || beginAlike(x, y)) return;
  for (const site of sites) builder.freeze(site, 'reinterpreted', `${a.name} as ${b.name}, through an untyped pointer`);
}

function viewAsNumbers(builder: ProgramBuilder, cell: CellIndex, { name, values, format }: RecordSites): void {
  const evidence = `${name} as numbers, through an untyped pointer`;
  for (const site of values)
    if (format !== null) builder.join(cell, site, 'viewed', builder.sites[site]!.place);
    else builder.freeze(site, 'reinterpreted', evidence);
  if (format === null && values.length > 0) builder.freezeCell(cell, 'reinterpreted', evidence);
}
