/**
 * Untyped pointers whose targets are only freed or compared (`void *all[] = {a, b}`, each passed to cudaFree). They do not access numbers, so the
 * memories assigned to them stay separate.
 */
import type { CellIndex, Flow } from '../../../program/program.js';
import { retain } from '../../../support/retain.js';
import type { ProgramBuilder } from '../builder.js';

export function separateFreedMemory(builder: ProgramBuilder): void {
  const ends = terminalPointers(builder);
  if (ends.size === 0) return;
  const isKept = ({ a, b }: Flow) => !ends.has(a) && !ends.has(b);
  retain(builder.flowOwners, (_, index) => isKept(builder.flows[index]!));
  retain(builder.flows, isKept);
}

/** Pointers of unknown target type that are only assigned to others of the same kind. */
function terminalPointers(builder: ProgramBuilder): ReadonlySet<CellIndex> {
  const used = new Set<CellIndex | null>([
    ...builder.frozenCarriers.map(({ cell }) => cell),
    ...builder.sizeFacts.map(({ cell }) => cell),
    ...builder.cellSpaces.map(({ cell }) => cell),
    ...builder.sharedByteCounts.map(({ cell }) => cell),
    ...builder.atomics.map(({ cell }) => cell),
    ...builder.transfers.flatMap(({ destination, source }) => [destination, source]),
    ...builder.measures.flatMap(({ count, memory }) => [count, memory]),
    ...builder.traversed,
  ]);
  const ends = new Set([...builder.untypedPointers].filter((cell) => !used.has(cell)));
  for (let before = -1; before !== ends.size; ) {
    before = ends.size;
    for (const { a, b, kind } of builder.flows) {
      if (kind === 'assigned' || kind === 'argument') {
        if (!ends.has(b)) ends.delete(a);
      } else {
        ends.delete(a);
        ends.delete(b);
      }
    }
  }
  return ends;
}
