/** The numbers in a program's text that say how many threads a block has, and whether they may be others. */
import type { Place, Range } from '../../program/place.js';

/** One number of the text: a side of the blocks of one or more launches. */
export interface BlockSize {
  /** `BLOCK_SIZE`, `main.threads`, `main.threads.x`; `scale.block.x` where nobody gave it a name. */
  readonly id: string;
  /** As written. */
  readonly value: number;
  /** What has to be written anew for it. */
  readonly literals: readonly SizeLiteral[];
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
  /** The grid's size, where it is a number of the text that may be another. */
  readonly grid: SizeLiteral | null;
  /** Why its block stays as it is. */
  readonly frozen: NotFree | null;
}

export type LaunchSide = { readonly size: number } | { readonly constant: number };

export interface BlockSizes {
  readonly sizes: readonly BlockSize[];
  readonly shapes: readonly LaunchShape[];
}

/** What a GPU takes: so many threads in a block. */
export const MOST_THREADS = 1024;
