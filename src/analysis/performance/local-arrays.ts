/**
 * Models arrays private to a thread. Once loops are unrolled and functions inlined they are in registers: an element that is read repeatedly in
 * another format is converted once per store. This file computes the ratio to its loads.
 */
import { type FunctionIndex, isOneMemory, type Program, type SiteIndex } from '../../program/program.js';
import { DisjointSets } from '../../support/disjoint-sets.js';
import { findMemorySpaces } from '../memory-spaces.js';

/** Site → stores ÷ loads of its memory, at most 1; only for arrays in local memory. */
export function conversionsPerLoad(
  program: Program,
  functions: ReadonlySet<FunctionIndex>,
  executions: (index: FunctionIndex, value: number) => number,
): Map<SiteIndex, number> {
  const spaces = findMemorySpaces(program);
  const memory = new DisjointSets(program.cells.length);
  for (const flow of program.flows) if (isOneMemory(flow)) memory.union(flow.a, flow.b);
  const isLocalArray = (site: SiteIndex) => spaces[site] === 'local' && program.sites[site]!.shape !== 'scalar';
  const loads = new Map<number, number>();
  const stores = new Map<number, number>();
  for (const index of functions)
    program.functions[index]!.values.forEach((value, at) => {
      if ((value.kind !== 'load' && value.kind !== 'store') || value.site === null || !isLocalArray(value.site)) return;
      const counts = value.kind === 'load' ? loads : stores;
      const key = memory.find(value.site);
      counts.set(key, (counts.get(key) ?? 0) + executions(index, at));
    });
  const found = new Map<SiteIndex, number>();
  program.sites.forEach((_, site) => {
    if (!isLocalArray(site)) return;
    const key = memory.find(site);
    const read = loads.get(key) ?? 0;
    if (read > 0) found.set(site, Math.min(1, (stores.get(key) ?? 0) / read));
  });
  return found;
}
