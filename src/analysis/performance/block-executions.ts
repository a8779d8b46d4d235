/**
 * Computes the executions of each basic block, over all threads, from a profiling run. Every operation of a block ran as often as the block. Of a
 * site that several blocks store to, the stores of the last block follow from the count of all. A block with neither runs as often as a block that
 * it always runs together with; otherwise it is assumed to run as often as its nearest dominator in its loop or in a loop around it, times the
 * trips of the loops between the two.
 */
import type {
  BlockIndex,
  FunctionIndex,
  LoopIndex,
  OperationIndex,
  Program,
  SiteIndex,
} from '../../program/program.js';
import { type Dominance, findDominance } from './control-flow.js';

/** Counts of a profiling run (runtime/instrument, mode `count`), over all threads. */
export interface ExecutionCounts {
  readonly operations: ReadonlyMap<OperationIndex, number>;
  /** Stores into a site, including initialisations and arguments. */
  readonly stores?: ReadonlyMap<SiteIndex, number>;
  /** Numbers moved by each of the program's transfers: over all calls together, and in the largest call. */
  readonly transfers?: ReadonlyMap<number, { readonly elements: number; readonly largest: number }>;
  readonly launches?: ReadonlyMap<number, number>;
  /** Iterations of loops and calls of functions, for those whose text allows counting; absent on a GPU and in older journals. */
  readonly loops?: ReadonlyMap<LoopIndex, number>;
  readonly calls?: ReadonlyMap<FunctionIndex, number>;
}

/** Function → block → executions. */
export type BlockExecutions = readonly (readonly number[])[];

/** Every block once, as in the AMPT-GA paper, which ignores loops. */
export function everyBlockOnce(program: Program): BlockExecutions {
  return program.functions.map(({ blocks }) => blocks.map(() => 1));
}

export function findBlockExecutions(program: Program, counts: ExecutionCounts): BlockExecutions {
  const seen = countedBlocks(program, counts);
  return program.functions.map(({ blocks }, index) =>
    seen[index]!.size === 0 ? blocks.map(() => 0) : completeCounts(program, index, seen[index]!),
  );
}

function countedBlocks(program: Program, counts: ExecutionCounts): Map<BlockIndex, number>[] {
  const seen = program.functions.map(() => new Map<BlockIndex, number>());
  const learn = (owner: FunctionIndex, block: BlockIndex, executions: number): void => {
    seen[owner]!.set(block, Math.max(seen[owner]!.get(block) ?? 0, executions));
  };
  program.operations.forEach(({ kind, function: owner, block }, index) => {
    // conversions are not instrumented and thus not counted
    if (kind !== 'convert') learn(owner, block, counts.operations.get(index) ?? 0);
  });
  const stored = storingBlocks(program);
  const informative = informativeSites(program, stored);
  const stores = [...(counts.stores ?? [])].filter(([site]) => informative.has(site));
  for (const [site, executions] of stores) {
    const entered = enteredWith(program, stored, site);
    if (entered !== null) learn(entered, 0, executions);
  }
  // if exactly one of a site's storing blocks has no count, the remaining stores are its own
  for (let before = -1; before !== countedBlocksIn(seen); ) {
    before = countedBlocksIn(seen);
    for (const [site, executions] of stores) {
      const where = stored.get(site);
      if (!where || where.owner !== program.sites[site]!.function) continue;
      const unknown = [...where.blocks].filter(([block]) => !seen[where.owner]!.has(block));
      if (unknown.length !== 1) continue;
      const [block, times] = unknown[0]!;
      let left = executions;
      for (const [other, stores] of where.blocks) left -= stores * (seen[where.owner]!.get(other) ?? 0);
      if (left >= 0) learn(where.owner, block, left / times);
    }
  }
  return seen;
}

/** Arguments count as stores into parameters, so the entry of a device function runs once per counted store. */
function enteredWith(
  program: Program,
  stored: ReadonlyMap<SiteIndex, StoringBlocks>,
  site: SiteIndex,
): FunctionIndex | null {
  const { kind, function: owner } = program.sites[site]!;
  if (kind !== 'parameter' || owner === null || stored.has(site)) return null;
  return program.functions[owner]!.kind === 'device' ? owner : null;
}

/**
 * Sites whose stores give the executions of a block without operations. If a block has operations, their counts take precedence, because the count of stores
 * also includes values that are rounded when read.
 */
export function informativeSites(program: Program, stored = storingBlocks(program)): Set<SiteIndex> {
  const withOperations = program.functions.map(() => new Set<BlockIndex>());
  for (const { kind, function: owner, block } of program.operations)
    if (kind !== 'convert') withOperations[owner]!.add(block);
  const informs = (site: SiteIndex): boolean => {
    const entered = enteredWith(program, stored, site);
    if (entered !== null) return !withOperations[entered]!.has(0);
    const where = stored.get(site);
    if (!where || where.owner !== program.sites[site]!.function) return false;
    return [...where.blocks.keys()].some((block) => !withOperations[where.owner]!.has(block));
  };
  return new Set(program.sites.flatMap((_, site) => (informs(site) ? [site] : [])));
}

function countedBlocksIn(seen: readonly ReadonlyMap<BlockIndex, number>[]): number {
  return seen.reduce((sum, blocks) => sum + blocks.size, 0);
}

interface StoringBlocks {
  readonly owner: FunctionIndex;
  /** Block → number of stores. */
  readonly blocks: Map<BlockIndex, number>;
}

/** Sites that only one function stores into, with the storing blocks. */
function storingBlocks(program: Program): Map<SiteIndex, StoringBlocks> {
  const stored = new Map<SiteIndex, StoringBlocks>();
  const elsewhere = new Set<SiteIndex>();
  program.functions.forEach(({ values, valueBlocks }, owner) => {
    values.forEach((value, index) => {
      if (value.kind !== 'store' || value.site === null) return;
      const where = stored.get(value.site) ?? { owner, blocks: new Map<BlockIndex, number>() };
      if (where.owner !== owner) elsewhere.add(value.site);
      const block = valueBlocks[index]!;
      where.blocks.set(block, (where.blocks.get(block) ?? 0) + 1);
      stored.set(value.site, where);
    });
  });
  for (const site of elsewhere) stored.delete(site);
  return stored;
}

/** Fills in counts for blocks without counts. */
function completeCounts(program: Program, owner: FunctionIndex, seen: ReadonlyMap<BlockIndex, number>): number[] {
  const { blocks } = program.functions[owner]!;
  const dominance = findDominance(blocks);
  const known: (number | undefined)[] = blocks.map((_, block) => seen.get(block));
  blocks.forEach((_, block) => {
    known[block] ??= countOfEquivalent(program, owner, dominance, block, seen);
  });
  // in order of dominance, so that the dominators of a block are complete before the block
  const order = blocks
    .map((_, block) => block)
    .sort((a, b) => dominance.dominators(a).length - dominance.dominators(b).length);
  for (const block of order) {
    if (known[block] !== undefined) continue;
    if (!dominance.isReached(block)) known[block] = 0;
    else
      known[block] =
        block === 0 ? entryCount(program, owner, seen) : countFromDominator(program, owner, dominance, block, known);
  }
  return known as number[];
}

function countOfEquivalent(
  program: Program,
  owner: FunctionIndex,
  dominance: Dominance,
  block: BlockIndex,
  seen: ReadonlyMap<BlockIndex, number>,
): number | undefined {
  const { blocks } = program.functions[owner]!;
  let most: number | undefined;
  for (const [other, executions] of seen)
    if (blocks[other]!.loop === blocks[block]!.loop && dominance.areEquivalent(other, block))
      most = Math.max(most ?? 0, executions);
  return most;
}

/** The largest count outside loops; if all counts are inside loops, each is divided by its known trip counts, and the largest quotient is used. */
function entryCount(program: Program, owner: FunctionIndex, seen: ReadonlyMap<BlockIndex, number>): number {
  const { blocks } = program.functions[owner]!;
  let [outside, inside] = [0, 0];
  for (const [block, executions] of seen) {
    const { loop } = blocks[block]!;
    if (loop === null) outside = Math.max(outside, executions);
    else inside = Math.max(inside, executions / trips(program, loop, null));
  }
  return outside > 0 ? outside : inside;
}

/** The executions of the nearest dominator in the block's loop or around it, times the trips of the loops between the two. */
function countFromDominator(
  program: Program,
  owner: FunctionIndex,
  dominance: Dominance,
  block: BlockIndex,
  known: readonly (number | undefined)[],
): number {
  const { blocks } = program.functions[owner]!;
  const { loop } = blocks[block]!;
  const around = new Set<LoopIndex | null>(enclosing(program, loop));
  const above = dominance.dominators(block).find((one) => around.has(blocks[one]!.loop));
  if (above === undefined) return 0;
  const from = blocks[above]!.loop;
  const least = (known[above] ?? 0) * trips(program, loop, from);
  if (from === loop) return least;
  const beside = blocks.flatMap((one, other) => (one.loop === loop ? [known[other] ?? 0] : []));
  return Math.max(least, ...beside);
}

/** The loop, the loops around it, and null for outside all loops. */
function enclosing(program: Program, loop: LoopIndex | null): (LoopIndex | null)[] {
  const found: (LoopIndex | null)[] = [];
  for (let at = loop; at !== null; at = program.loops[at]!.parent) found.push(at);
  return [...found, null];
}

/** The product of the trip counts from `loop` out to `until`; an unknown trip count counts as one. */
function trips(program: Program, loop: LoopIndex | null, until: LoopIndex | null): number {
  let product = 1;
  for (let at = loop; at !== null && at !== until; at = program.loops[at]!.parent)
    product *= program.loops[at]!.tripCount ?? 1;
  return product;
}
