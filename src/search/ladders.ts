/** Points of a search space as numbers: for each dimension, the number of rungs below its declared format. */
import type { Format } from '../numerics/format.js';
import type { Point, SearchSpace } from './strategy.js';

export type Rungs = readonly number[];

/**
 * Size of the largest space that is enumerated completely.
 * Chosen: predicting this many takes a tenth of a second at tens of thousands of predictions per second (bench/performance-model.mjs); nothing else
 * was tried.
 */
export const MAX_ENUMERATED_POINTS = 4096;

/** The rungs of every dimension, and points of the search space. */
export class Ladders {
  /** The lowest rung of each dimension; 0 if it has only one format. */
  readonly lowest: readonly number[];
  /** The dimensions that can be lowered. */
  readonly free: readonly number[];

  constructor(private readonly space: SearchSpace) {
    this.lowest = space.dimensions.map(({ formats }) => formats.length - 1);
    this.free = this.lowest.flatMap((lowest, index) => (lowest > 0 ? [index] : []));
  }

  get widest(): Rungs {
    return this.lowest.map(() => 0);
  }

  pointOf(rungs: Rungs): Point {
    return rungs.map((rung, index) => this.space.dimensions[index]!.formats[rung]!);
  }

  rungsOf(point: Point): Rungs {
    return point.map((format, index) => this.space.dimensions[index]!.formats.indexOf(format));
  }

  /** Each dimension on any of its rungs, with equal probability. */
  draw(random: () => number): Rungs {
    return this.lowest.map((lowest) => Math.floor(random() * (lowest + 1)));
  }

  /** The formats that members of a chain may have. */
  formatsOf(chain: readonly number[]): Format[] {
    return [...new Set(chain.flatMap((index) => this.space.dimensions[index]!.formats))];
  }

  /** Every dimension in pairs of floats, if some dimension has lower formats, too; null otherwise. */
  get inPairs(): Rungs | null {
    const point = this.withChain(this.widest, this.free, 'fp32x2');
    const isBetween = point.some((rung, index) => rung > 0 && rung < this.lowest[index]!);
    return isBetween ? point : null;
  }

  /** With a whole chain in one format; a member that cannot have it is unchanged. */
  withChain(rungs: Rungs, chain: readonly number[], format: Format): Rungs {
    const changed = [...rungs];
    for (const index of chain) {
      const rung = this.space.dimensions[index]!.formats.indexOf(format);
      if (rung >= 0) changed[index] = rung;
    }
    return changed;
  }
}

export function keyOf(rungs: Rungs): string {
  return rungs.join();
}

export function distinct(points: readonly Rungs[]): Rungs[] {
  return [...new Map(points.map((rungs) => [keyOf(rungs), rungs])).values()];
}

/** Every point of a space, the lowest first: an odometer whose last dimension turns fastest. */
export function* everyPoint({ lowest }: Ladders): Generator<Rungs> {
  const digits = [...lowest];
  for (;;) {
    yield [...digits];
    let turning = digits.length - 1;
    while (turning >= 0 && digits[turning] === 0) {
      digits[turning] = lowest[turning]!;
      turning--;
    }
    if (turning < 0) return;
    digits[turning]!--;
  }
}
