/** The numbers in a program's text that say how many threads a block has, and whether they may be others. */
import type { Place, Range } from '../../program/place.js';

/** One number of the text: a side of the blocks of one or more launches, or of blocks of a grid that may be any. */
export interface BlockSize {
  readonly kind: 'block' | 'grid';
  /** `BLOCK_SIZE`, `main.threads`, `main.threads.x`; `scale.block.x` where nobody gave it a name. */
  readonly id: string;
  /** As written. */
  readonly value: number;
  /** What has to be written anew for it: numbers, or mentions of a macro that others need as it is. */
  readonly literals: readonly SizeLiteral[];
  /** The number of the macro, where it is mentions of one. */
  readonly macro?: Range;
  /** Indices of the program's launches. */
  readonly launches: readonly number[];
  readonly place: Place;
  /** Null where it is free. */
  readonly frozen: NotFree | null;
  /** It is written where the command line says nothing else: `argc > 1 ? atoi(argv[1]) : 256`. */
  readonly isDefault: boolean;
}

/** A number that is the size less this: the 255 of `(n + 255) / 256`. */
export interface SizeLiteral {
  readonly range: Range;
  readonly less: 0 | 1;
}

export interface NotFree {
  readonly reason: string;
  readonly place: Place;
}

/** Of a launch: which size each side of its block is, by index, or the number it is whatever happens. */
export interface LaunchShape {
  /** Index of the program's launch. */
  readonly launch: number;
  readonly sides: readonly LaunchSide[];
  /** The kernel goes through its elements in steps of the whole grid: any grid is right. */
  readonly isGridStride: boolean;
  /** Which size the number of its blocks is, by index, where that may be another. */
  readonly grid: number | null;
  /** Why its block stays as it is. */
  readonly frozen: NotFree | null;
}

export type LaunchSide = { readonly size: number } | { readonly constant: number };

export interface BlockSizes {
  readonly sizes: readonly BlockSize[];
  readonly shapes: readonly LaunchShape[];
}

/** What a GPU takes: so many threads in a block, and along each of its sides. */
export const MOST_THREADS = 1024;
const MOST_ALONG = [1024, 1024, 64];

/** Threads in a block of each launch, with these sizes in place of those written. */
export function threadsOf({ sizes, shapes }: BlockSizes, wanted: ReadonlyMap<string, number>): number[] {
  return shapes.map(({ sides }) => sides.reduce((product, side) => product * sideOf(sizes, side, wanted), 1));
}

function sideOf(sizes: readonly BlockSize[], side: LaunchSide, wanted: ReadonlyMap<string, number>): number {
  if ('constant' in side) return side.constant;
  const { id, value } = sizes[side.size]!;
  return wanted.get(id) ?? value;
}

/** Why a GPU would refuse one of the launches; null where it takes all that these sizes change. */
export function whyTooLarge(found: BlockSizes, wanted: ReadonlyMap<string, number>): string | null {
  for (const [at, threads] of threadsOf(found, wanted).entries()) {
    const { sides } = found.shapes[at]!;
    if (!sides.some((side) => 'size' in side && wanted.has(found.sizes[side.size]!.id))) continue;
    if (threads > MOST_THREADS) return `a block would have ${threads} threads, and ${MOST_THREADS} are the most`;
    const long = sides.findIndex((side, one) => sideOf(found.sizes, side, wanted) > MOST_ALONG[one]!);
    if (long >= 0)
      return `a block has ${MOST_ALONG[long]} threads at most along its ${['first', 'second', 'third'][long]} side`;
  }
  return null;
}
