/**
 * Searches for the fastest sizes of thread blocks (Gu's dissertation, section 4.2.3): upwards from the occupancy calculator's suggestion to 1024
 * threads, in powers of two while that is faster, then downwards. Blocks of two or three dimensions are first as wide as a warp; then other
 * proportions of the same number of threads are tried. A grid of any size has twice as many blocks as the device has multiprocessors, then as
 * many as run concurrently. Kernels that share no size are searched together: one run has a time for each.
 */
import { type BlockSizes, type LaunchShape, MAX_BLOCK_THREADS, whyTooLarge } from '../analysis/launches/block-sizes.js';
import type { FunctionIndex, Program } from '../program/program.js';

/** Sizes by id. */
export type Sizes = ReadonlyMap<string, number>;
export type KernelTimes = ReadonlyMap<FunctionIndex, number>;

export interface Suggestions {
  /** Multiprocessors of the device; null if unknown. */
  readonly multiprocessors: number | null;
  /** Threads in a block, and concurrent blocks. */
  readonly kernels: ReadonlyMap<FunctionIndex, { readonly threads: number; readonly blocks: number }>;
}

const WARP_THREADS = 32;
const RUNGS = { least: 5, most: 10 };
/** Factor on the time below which a size counts as faster; smaller gains may be noise, and the original size stays. */
const FASTER_FACTOR = 0.99;

/** Sizes that are tuned together, because kernels share them. */
interface Cluster {
  readonly ids: readonly string[];
  readonly shapes: readonly LaunchShape[];
  readonly kernels: readonly FunctionIndex[];
}

/**
 * Proposes sizes and receives the time of each kernel, or null if they were not accepted. Returns the best sizes, without those equal to the
 * original ones.
 */
export function* walkBlocks(
  program: Program,
  found: BlockSizes,
  suggestions: Suggestions,
  asWritten: KernelTimes,
): Generator<Sizes, Sizes, KernelTimes | null> {
  const walks = clustersOf(program, found).map((cluster) => {
    const timeOf = (times: KernelTimes) => cluster.kernels.reduce((sum, kernel) => sum + (times.get(kernel) ?? 0), 0);
    const walk = new ClusterWalk(found, cluster, suggestions, timeOf(asWritten)).walk();
    return { timeOf, walk, step: walk.next() };
  });
  while (walks.some(({ step }) => !step.done)) {
    const asked = new Map(walks.flatMap(({ step }) => [...step.value]));
    const times = yield asked;
    for (const one of walks) if (!one.step.done) one.step = one.walk.next(times && one.timeOf(times));
  }
  return new Map(walks.flatMap(({ step }) => [...step.value]));
}

/** Only sizes that may change, of launches without other obstacles. */
function clustersOf(program: Program, found: BlockSizes): Cluster[] {
  const clusters: { ids: Set<string>; shapes: LaunchShape[]; kernels: Set<FunctionIndex> }[] = [];
  for (const shape of found.shapes) {
    const sizes = [
      ...shape.sides.flatMap((side) => ('size' in side ? [side.size] : [])),
      ...(shape.grid === null ? [] : [shape.grid]),
    ];
    const ids = sizes.map((size) => found.sizes[size]!).flatMap(({ id, frozen }) => (frozen ? [] : [id]));
    if (ids.length === 0) continue;
    const own = { ids: new Set(ids), shapes: [shape], kernels: new Set([program.launches[shape.launch]!.kernel]) };
    for (const other of clusters.filter(
      (one) => ids.some((id) => one.ids.has(id)) || [...own.kernels].some((kernel) => one.kernels.has(kernel)),
    )) {
      clusters.splice(clusters.indexOf(other), 1);
      for (const id of other.ids) own.ids.add(id);
      for (const kernel of other.kernels) own.kernels.add(kernel);
      own.shapes.unshift(...other.shapes);
    }
    clusters.push(own);
  }
  return clusters.map(({ ids, shapes, kernels }) => ({ ids: [...ids], shapes, kernels: [...kernels] }));
}

class ClusterWalk {
  private best: { readonly sizes: Sizes; readonly ms: number };
  private readonly tried = new Map<string, number | null>();

  constructor(
    private readonly found: BlockSizes,
    private readonly cluster: Cluster,
    private readonly suggestions: Suggestions,
    private readonly writtenMs: number,
  ) {
    this.best = { sizes: new Map(), ms: writtenMs };
  }

  *walk(): Generator<Sizes, Sizes, number | null> {
    const { multiprocessors } = this.suggestions;
    const grid = multiprocessors === null ? null : 2 * multiprocessors;
    const start = this.suggestedThreads();
    yield* this.attempt(this.sizes(start, WARP_THREADS, grid));
    const rung = Math.min(RUNGS.most, Math.max(RUNGS.least, Math.round(Math.log2(start))));
    const first = yield* this.attempt(this.sizes(2 ** rung, WARP_THREADS, grid));
    yield* this.climb(rung, 1, first, grid);
    yield* this.climb(rung, -1, first, grid);
    yield* this.otherProportions(grid);
    yield* this.otherGrids(grid);
    return this.best.ms < FASTER_FACTOR * this.writtenMs ? this.best.sizes : new Map();
  }

  /** While it gets faster. */
  private *climb(
    rung: number,
    by: 1 | -1,
    first: number | null,
    grid: number | null,
  ): Generator<Sizes, void, number | null> {
    let last = first ?? Number.POSITIVE_INFINITY;
    const shape = (at: number) => JSON.stringify([...(this.sizes(2 ** at, WARP_THREADS, grid) ?? [])]);
    for (let at = rung + by; at >= RUNGS.least && at <= RUNGS.most; at += by) {
      if (shape(at) === shape(at - by)) continue; // a square block changes only with every other power of two
      const ms = yield* this.attempt(this.sizes(2 ** at, WARP_THREADS, grid));
      if (ms === null || ms >= last) return;
      last = ms;
    }
  }

  private *otherProportions(grid: number | null): Generator<Sizes, void, number | null> {
    const isFlat = this.cluster.shapes.every(({ sides }) => new Set(this.freeSides(sides)).size < 2);
    if (isFlat) return;
    const threads = Math.max(...this.threads(this.best.sizes));
    for (const by of [2, 0.5]) {
      let last = this.best.ms;
      for (let width = WARP_THREADS * by; width >= 4 && width <= threads; width *= by) {
        const ms = yield* this.attempt(this.sizes(threads, width, grid));
        if (ms === null || ms >= last) break;
        last = ms;
      }
    }
  }

  /** With the best block: as many blocks as run concurrently, and the original number. */
  private *otherGrids(grid: number | null): Generator<Sizes, void, number | null> {
    const grids = this.cluster.shapes.flatMap(({ grid: size }) => (size === null ? [] : [this.found.sizes[size]!]));
    if (grids.length === 0 || grid === null) return;
    const atWork = Math.max(
      0,
      ...this.cluster.kernels.map((kernel) => this.suggestions.kernels.get(kernel)?.blocks ?? 0),
    );
    const { sizes } = this.best;
    for (const blocks of [atWork, null]) {
      if (blocks === 0) continue;
      const others = new Map(sizes);
      for (const { id, value } of grids) others.set(id, blocks ?? value);
      yield* this.attempt(others);
    }
  }

  /** Null if such blocks are impossible or were not accepted. */
  private *attempt(sizes: Sizes | null): Generator<Sizes, number | null, number | null> {
    if (sizes === null || whyTooLarge(this.found, sizes) !== null) return null;
    const changed = new Map(
      [...sizes].filter(([id, size]) => this.found.sizes.find((one) => one.id === id)!.value !== size),
    );
    if (changed.size === 0) return this.writtenMs;
    const key = JSON.stringify([...changed].sort());
    if (this.tried.has(key)) return this.tried.get(key)!;
    const ms = yield changed;
    this.tried.set(key, ms);
    if (ms !== null && ms < this.best.ms) this.best = { sizes: changed, ms };
    return ms;
  }

  /** The occupancy calculator's smallest suggestion among the kernels; the original size without one. */
  private suggestedThreads(): number {
    const asked = this.cluster.kernels.flatMap((kernel) => this.suggestions.kernels.get(kernel)?.threads ?? []);
    const threads = asked.length > 0 ? Math.min(...asked) : Math.max(...this.threads(new Map()));
    return Math.min(MAX_BLOCK_THREADS, Math.max(WARP_THREADS, threads));
  }

  private freeSides(sides: LaunchShape['sides']): number[] {
    return sides.flatMap((side) => ('size' in side && this.found.sizes[side.size]!.frozen === null ? [side.size] : []));
  }

  private threads(sizes: Sizes): number[] {
    const { shapes } = this.cluster;
    return shapes.map(({ sides }) =>
      sides.reduce((product, side) => {
        if ('constant' in side) return product * side.constant;
        const { id, value } = this.found.sizes[side.size]!;
        return product * (sizes.get(id) ?? value);
      }, 1),
    );
  }

  /** Blocks with this number of threads, and this width if they have other dimensions. */
  private sizes(threads: number, width: number, grid: number | null): Sizes | null {
    const chosen = new Map<string, number>();
    for (const { sides, grid: number } of this.cluster.shapes) {
      const own = this.freeSides(sides);
      const apart = [...new Set(own)];
      const rest = sides.reduce((product, side) => {
        if ('constant' in side) return product * side.constant;
        return own.includes(side.size) ? product : product * this.found.sizes[side.size]!.value;
      }, 1);
      const left = Math.floor(threads / rest);
      if (left < 1) return null;
      const values = sidesOf(left, apart.length, width, own.length / Math.max(1, apart.length));
      for (const [at, size] of apart.entries()) {
        const { id } = this.found.sizes[size]!;
        if (!chosen.has(id)) chosen.set(id, values[at]!);
      }
      if (number !== null && grid !== null) chosen.set(this.found.sizes[number]!.id, grid);
    }
    return chosen;
  }
}

/** Divides threads among dimensions; if one size sets several dimensions, it is a root. */
function sidesOf(threads: number, count: number, width: number, repeats: number): number[] {
  if (count === 1) return [repeats > 1 ? 2 ** Math.floor(Math.log2(threads) / repeats + 1e-9) : threads];
  const first = Math.min(threads, width);
  const others = Math.floor(threads / first);
  if (count === 2) return [first, others];
  const second = 2 ** Math.ceil(Math.log2(others) / 2);
  return [first, second, Math.max(1, Math.floor(others / second))];
}
