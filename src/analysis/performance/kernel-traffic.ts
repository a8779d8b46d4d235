/**
 * Estimates the numbers that a kernel moves. Every access goes through the first-level cache or shared memory; from DRAM an array comes at most
 * once per launch, since the caches serve repeated reads. The size of an array is known from its copies in a profiling run. For an array without
 * a copy, accesses outside loops count as different elements, and in loops one access in `LOOP_REUSE` reaches DRAM: neighbouring elements and
 * other threads account for the rest.
 */
import { type FunctionIndex, isOneMemory, type Program, type SiteIndex } from '../../program/program.js';
import { DisjointSets } from '../../support/disjoint-sets.js';
import type { ExecutionCounts } from './block-executions.js';
import type { MemoryAccess } from './memory-accesses.js';

/**
 * Number of accesses in a loop for each access that reaches DRAM.
 * Chosen: a guess, that half a warp of neighbouring threads reads each fetched line; tried 4 and 64 (results/without-a-gpu/model/other-constants.txt): 4 is nearer to the three
 * programs that depend on it.
 */
const LOOP_REUSE = 16;

/** Counts of numbers, independent of their format: bytes follow from the format of their site. */
export interface KernelTraffic {
  /** Accesses that reach a cache, broadcasts excepted. */
  readonly touched: ReadonlyMap<SiteIndex, number>;
  /** Loads of one element by a whole warp: each is one cache access, independent of its format. */
  readonly broadcasts: number;
  /** Elements from and to DRAM. */
  readonly moved: ReadonlyMap<SiteIndex, number>;
  /** Load and store instructions. */
  readonly accesses: number;
}

export function findTraffic(
  program: Program,
  kernel: FunctionIndex,
  parts: readonly { readonly function: FunctionIndex; readonly share: number }[],
  accesses: readonly MemoryAccess[],
  counts: ExecutionCounts | null,
): KernelTraffic {
  const shares = new Map(parts.map((part) => [part.function, part.share]));
  const memory = memories(program);
  const sizes = arraySizes(program, counts, memory);
  const launches = launchesOf(program, kernel, counts);
  const touched = new Map<SiteIndex, number>();
  const byMemory = new Map<number, { site: SiteIndex; all: number; fresh: number }>();
  let [instructions, broadcasts] = [0, 0];
  for (const access of accesses) {
    const executions = access.executions * (shares.get(access.function) ?? 0);
    if (executions === 0) continue;
    instructions += executions;
    if (access.isUniform) broadcasts += executions;
    else touched.set(access.site, (touched.get(access.site) ?? 0) + executions);
    if (access.space !== 'global') continue;
    const key = memory.find(access.site);
    const before = byMemory.get(key) ?? { site: access.site, all: 0, fresh: 0 };
    before.all += executions;
    before.fresh += access.inLoop ? executions / LOOP_REUSE : executions;
    byMemory.set(key, before);
  }
  const moved = new Map<SiteIndex, number>();
  for (const [key, { site, all, fresh }] of byMemory) {
    const size = sizes.get(key);
    moved.set(site, size === undefined || launches === null ? fresh : Math.min(all, size * launches));
  }
  return { touched, broadcasts, moved, accesses: instructions };
}

/** Sites that name the same memory. */
function memories(program: Program): DisjointSets {
  const sets = new DisjointSets(program.cells.length);
  for (const flow of program.flows) if (isOneMemory(flow)) sets.union(flow.a, flow.b);
  return sets;
}

function arraySizes(program: Program, counts: ExecutionCounts | null, memory: DisjointSets): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const [index, { largest }] of counts?.transfers ?? []) {
    const { destination, source } = program.transfers[index]!;
    for (const cell of [destination, source]) {
      if (cell === null) continue;
      const key = memory.find(cell);
      sizes.set(key, Math.max(sizes.get(key) ?? 0, largest));
    }
  }
  return sizes;
}

/** Launches of the kernel; null without counts. */
export function launchesOf(program: Program, kernel: FunctionIndex, counts: ExecutionCounts | null): number | null {
  if (!counts?.launches) return null;
  let total = 0;
  program.launches.forEach((launch, index) => {
    if (launch.kernel === kernel) total += counts.launches!.get(index) ?? 0;
  });
  return total > 0 ? total : null;
}
