import { isOneMemory, type MemorySpace, type Program } from '../program/program.js';
import { DisjointSets } from '../support/disjoint-sets.js';

/**
 * Finds the memory space behind each site. For variables and arrays the declaration gives it; a pointer has the space of the values assigned to
 * it: device allocations and kernel parameters are global memory, and the two pointers of a copy between spaces keep their own.
 */
export function findMemorySpaces(program: Program): MemorySpace[] {
  const aliases = new DisjointSets(program.cells.length);
  for (const flow of program.flows) if (isOneMemory(flow)) aliases.union(flow.a, flow.b);
  const known = new Map<number, MemorySpace>();
  const learn = (cell: number, space: MemorySpace): void => {
    const root = aliases.find(cell);
    const before = known.get(root);
    if (before === undefined || rank(space) > rank(before)) known.set(root, space);
  };
  const isField = (cell: number) => program.sites[program.cells[cell]!.site ?? -1]?.kind === 'field';
  for (const { cell, space } of program.cellSpaces) if (!isField(cell)) learn(cell, space);
  program.sites.forEach((site, index) => {
    const owner = site.function === null ? null : program.functions[site.function]!;
    if (site.shape === 'pointer' && site.kind === 'parameter' && owner?.kind === 'kernel') learn(index, 'global');
    else if (site.shape !== 'pointer' && site.shape !== 'reference' && site.kind !== 'field' && site.space !== 'host')
      learn(index, site.space);
    if (/\bdevice_(?:vector|ptr)\s*</.test(site.type)) learn(index, 'global');
  });
  return program.sites.map((site, index) => {
    const takesSpaceOfValues = site.shape === 'pointer' || site.shape === 'reference' || site.shape === 'container';
    if (!takesSpaceOfValues) return site.space;
    return known.get(aliases.find(index)) ?? site.space;
  });
}

/** For a listing: a field is where arrays of its records are allocated. In the performance model the access to an object decides. */
export function listedMemorySpaces(program: Program): MemorySpace[] {
  const spaces = findMemorySpaces(program);
  for (const { cell, space } of program.cellSpaces) {
    const { site } = program.cells[cell]!;
    if (site !== null && program.sites[site]!.kind === 'field' && rank(space) > rank(spaces[site]!))
      spaces[site] = space;
  }
  return spaces;
}

/** A pointer that may point to several spaces is reported with the last of them in this order. */
function rank(space: MemorySpace): number {
  return ['host', 'local', 'constant', 'shared', 'global'].indexOf(space);
}
