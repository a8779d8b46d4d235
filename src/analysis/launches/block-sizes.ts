/** The numbers in a program's text that set the number of threads in a block, and whether they may change. */
import type { Place, Range } from '../../program/place.js';

/** One number in the text: a dimension of the thread blocks of one or more launches, or the number of blocks of a grid that may have any size. */
export interface BlockSize {
  readonly kind: 'block' | 'grid';
  /** `BLOCK_SIZE`, `main.threads`, `main.threads.x`; `scale.block.x` for a number without a name. */
  readonly id: string;
  /** The value in the source text. */
  readonly value: number;
  /** The text to change for another size: numbers, or mentions of a macro whose definition other launches need unchanged. */
  readonly literals: readonly SizeLiteral[];
  /** The number in the macro's definition, if `literals` are mentions of a macro. */
  readonly macro?: Range;
  /** Indices of the program's launches. */
  readonly launches: readonly number[];
  readonly place: Place;
  /** Null if it may change. */
  readonly frozen: SizeObstacle | null;
  /** It is the default value of a command-line argument: `argc > 1 ? atoi(argv[1]) : 256`. */
  readonly isDefault: boolean;
}

/** A number that equals the size minus `less`: the 255 of `(n + 255) / 256`. */
export interface SizeLiteral {
  readonly range: Range;
  readonly less: 0 | 1;
}

export interface SizeObstacle {
  readonly reason: string;
  readonly place: Place;
}

/** The shape of a launch: for each dimension of its block, the index of its size, or a constant. */
export interface LaunchShape {
  /** Index of the program's launch. */
  readonly launch: number;
  readonly sides: readonly LaunchSide[];
  /** The kernel's loop steps by the whole grid, so any grid size is correct. */
  readonly isGridStride: boolean;
  /** Index of the size that sets its number of blocks, if that may change. */
  readonly grid: number | null;
  /** The reason if its block size cannot change. */
  readonly frozen: SizeObstacle | null;
}

export type LaunchSide = { readonly size: number } | { readonly constant: number };

export interface BlockSizes {
  readonly sizes: readonly BlockSize[];
  readonly shapes: readonly LaunchShape[];
}

/** Limits of a GPU: threads in a block, and along each dimension. */
export const MAX_BLOCK_THREADS = 1024;
const MAX_THREADS_ALONG = [1024, 1024, 64];

/** Threads per block of each launch, with the `wanted` sizes in place of the original ones. */
export function threadsOf({ sizes, shapes }: BlockSizes, wanted: ReadonlyMap<string, number>): number[] {
  return shapes.map(({ sides }) => sides.reduce((product, side) => product * sideOf(sizes, side, wanted), 1));
}

function sideOf(sizes: readonly BlockSize[], side: LaunchSide, wanted: ReadonlyMap<string, number>): number {
  if ('constant' in side) return side.constant;
  const { id, value } = sizes[side.size]!;
  return wanted.get(id) ?? value;
}

/** The reason why a GPU would refuse one of the launches with these sizes; null if it accepts all. */
export function whyTooLarge(found: BlockSizes, wanted: ReadonlyMap<string, number>): string | null {
  for (const [at, threads] of threadsOf(found, wanted).entries()) {
    const { sides } = found.shapes[at]!;
    if (!sides.some((side) => 'size' in side && wanted.has(found.sizes[side.size]!.id))) continue;
    if (threads > MAX_BLOCK_THREADS) return `a block would have ${threads} threads; the limit is ${MAX_BLOCK_THREADS}`;
    const long = sides.findIndex((side, one) => sideOf(found.sizes, side, wanted) > MAX_THREADS_ALONG[one]!);
    if (long >= 0)
      return `a block may have at most ${MAX_THREADS_ALONG[long]} threads along its ${['x', 'y', 'z'][long]} dimension`;
  }
  return null;
}
