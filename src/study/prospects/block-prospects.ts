/** Whether the thread-block sizes of a program's launches can change, and whether that is worth trying. */
import type { BlockSize, BlockSizes, SizeObstacle } from '../../analysis/launches/block-sizes.js';
import { threadsOf } from '../../analysis/launches/block-sizes.js';
import type { Program } from '../../program/program.js';

export interface BlockProspect {
  readonly kernel: string;
  /** Threads per block in the source, or the default if the command line may change it. */
  readonly threads: number;
  readonly isDefault: boolean;
  /** Ids of the sizes that can change; empty if the block cannot. */
  readonly sizes: readonly string[];
  /** Why the block cannot change; null if it can. */
  readonly frozen: string | null;
  /** Share of a multiprocessor's thread slots that blocks of this size can fill. */
  readonly fills: number;
}

const WARP = 32;
/** Resident blocks and threads per multiprocessor of current GPUs; a few allow fewer of both. */
const BLOCKS_AT_ONCE = 32;
const THREADS_AT_ONCE = 2048;

/** One entry for every kernel and block size. */
export function blockProspects(program: Program, found: BlockSizes): BlockProspect[] {
  const threads = threadsOf(found, new Map());
  const all = found.shapes.map(({ launch, sides, frozen }, at): BlockProspect => {
    const sizes = sides.flatMap((side): BlockSize[] => ('size' in side ? [found.sizes[side.size]!] : []));
    const free = frozen ? [] : sizes.filter((size) => size.frozen === null);
    const why = frozen ?? sizes.find((size) => size.frozen)?.frozen ?? null;
    return {
      kernel: program.functions[program.launches[launch]!.kernel]!.name,
      threads: threads[at]!,
      isDefault: sizes.some((size) => size.isDefault),
      sizes: free.map(({ id }) => id),
      frozen: free.length > 0 ? null : reasonText(program, why),
      fills: filledBy(threads[at]!),
    };
  });
  return [...new Map(all.map((one) => [`${one.kernel} ${one.threads}`, one])).values()];
}

/** The obstacle with its place, `reason (file:line)`. */
function reasonText({ files }: Program, obstacle: SizeObstacle | null): string {
  if (obstacle === null) return 'its size is not a constant in the source';
  const { file, begin } = obstacle.place.range;
  return `${obstacle.reason} (${files[file]!.path}:${files[file]!.source.position(begin).line})`;
}

/** Lanes of partial warps stay idle, and small blocks reach the limit of resident blocks. */
export function filledBy(threads: number): number {
  const held = Math.ceil(threads / WARP) * WARP;
  const lanes = threads / held;
  return (lanes * Math.min(THREADS_AT_ONCE, BLOCKS_AT_ONCE * held)) / THREADS_AT_ONCE;
}

/** Whether other block sizes can occupy more threads. */
export function isWorthTuning({ frozen, fills }: BlockProspect): boolean {
  return frozen === null && fills < 1;
}
