/** A precision vector: for each group, how many rungs below its declared format it stands. */
import type { Format } from '../../numerics/format.js';
import type { Point, SearchSpace } from '../strategy.js';

export type Genome = readonly number[];

/** The rungs of every group, and genomes as points of the search space. */
export class Ladders {
  /** The lowest rung of each group; 0 where it has but one format. */
  readonly lowest: readonly number[];
  /** The groups that can be lowered at all. */
  readonly free: readonly number[];

  constructor(private readonly space: SearchSpace) {
    this.lowest = space.dimensions.map(({ formats }) => formats.length - 1);
    this.free = this.lowest.flatMap((lowest, index) => (lowest > 0 ? [index] : []));
  }

  get widest(): Genome {
    return this.lowest.map(() => 0);
  }

  pointOf(genome: Genome): Point {
    return genome.map((rung, index) => this.space.dimensions[index]!.formats[rung]!);
  }

  /** Each group on any of its rungs, all as likely. */
  draw(random: () => number): Genome {
    return this.lowest.map((lowest) => Math.floor(random() * (lowest + 1)));
  }

  /** The formats that members of a chain may have. */
  formatsOf(chain: readonly number[]): Format[] {
    return [...new Set(chain.flatMap((index) => this.space.dimensions[index]!.formats))];
  }

  /** With a whole chain in one format; a member that cannot have it stays as it is. */
  withChain(genome: Genome, chain: readonly number[], format: Format): Genome {
    const changed = [...genome];
    for (const index of chain) {
      const rung = this.space.dimensions[index]!.formats.indexOf(format);
      if (rung >= 0) changed[index] = rung;
    }
    return changed;
  }
}

export function keyOf(genome: Genome): string {
  return genome.join();
}
