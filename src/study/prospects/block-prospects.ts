/** Whether the thread blocks of a program's launches may be others, and whether that is worth trying. */
import type { BlockSize, BlockSizes } from '../../analysis/launches/block-sizes.js';
import { threadsOf } from '../../analysis/launches/block-sizes.js';
import type { Program } from '../../program/program.js';

export interface BlockProspect {
  readonly kernel: string;
  /** As written; where the command line may say something else, what holds without it. */
  readonly threads: number;
  readonly isDefault: boolean;
  /** Ids of the sizes that may be others; none where the block stays as it is. */
  readonly sizes: readonly string[];
  /** Why it stays. */
  readonly frozen: string | null;
  /** Of the lanes and the places for threads that a multiprocessor has, how many such blocks can fill. */
  readonly fills: number;
}

const WARP = 32;
/** So many blocks and threads a multiprocessor of today's GPUs holds at once; a few hold fewer of both. */
const BLOCKS_AT_ONCE = 32;
const THREADS_AT_ONCE = 2048;

/** Launches whose block is known, one for every kernel and block. */
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
      frozen: free.length > 0 ? null : (why?.reason ?? 'its size is no number of the text'),
      fills: filledBy(threads[at]!),
    };
  });
  return [...new Map(all.map((one) => [`${one.kernel} ${one.threads}`, one])).values()];
}

/** Warps have lanes that nobody uses, and too few small blocks are held at once. */
export function filledBy(threads: number): number {
  const held = Math.ceil(threads / WARP) * WARP;
  const lanes = threads / held;
  return (lanes * Math.min(THREADS_AT_ONCE, BLOCKS_AT_ONCE * held)) / THREADS_AT_ONCE;
}

/** Whether blocks of other sizes can have more threads at work. */
export function isWorthTuning({ frozen, fills }: BlockProspect): boolean {
  return frozen === null && fills < 1;
}
