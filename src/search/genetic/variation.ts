/**
 * Breeds the vectors of the next generation (AMPT-GA paper, section 4.4): score-weighted crossover, mutation of whole chains in the space of
 * groups, and a mutation whose direction and step length adapt to the last successful generations.
 */
import { type Rungs as Genome, keyOf, type Ladders } from '../ladders.js';

/** A vector with its weight as a parent. */
export interface Parent {
  readonly genome: Genome;
  readonly weight: number;
}

const SHORTEST_STEP = 0.02;
const LONGEST_STEP = 0.5;
const MOMENTUM = 0.7;

export class Variation {
  /** Per group, from −1 (higher precision) to 1 (lower precision): the direction of recent successes. */
  private readonly direction: number[];
  /** The fraction of the groups that a mutation moves. */
  private step = 0.25;

  constructor(
    private readonly ladders: Ladders,
    private readonly chains: readonly (readonly number[])[],
    private readonly random: () => number,
  ) {
    this.direction = ladders.lowest.map(() => 0);
  }

  /** The weight of a rank among the parents, the fittest first: decreasing, but never zero. */
  static weightOf(rank: number): number {
    return 1 / Math.sqrt(rank + 1);
  }

  /** Each group from one of two parents, from the fitter one more often. */
  cross(parents: readonly Parent[]): Genome {
    const a = this.pick(parents);
    const b = this.pick(parents);
    const fromA = a.weight / (a.weight + b.weight);
    return a.genome.map((rung, index) => (this.random() < fromA ? rung : b.genome[index]!));
  }

  /** Mutates some groups, and with each of them its whole chain, to one format. */
  mutateChains(genome: Genome): Genome {
    let mutated = genome;
    for (const index of this.chosen()) {
      const chain = this.chainOf(index);
      const formats = this.ladders.formatsOf(chain);
      mutated = this.ladders.withChain(mutated, chain, formats[Math.floor(this.random() * formats.length)]!);
    }
    return mutated;
  }

  /** Moves some groups by one rung, preferably in the direction of recent successes; at the end of its ladder a group turns round. */
  mutateAdaptively(genome: Genome): Genome {
    const mutated = [...genome];
    for (const index of this.chosen()) {
      const lowest = this.ladders.lowest[index]!;
      const isDown = this.random() < (1 + this.direction[index]!) / 2;
      const rung = mutated[index]! + (isDown ? 1 : -1);
      mutated[index] = rung < 0 ? 1 : rung > lowest ? lowest - 1 : rung;
    }
    return mutated;
  }

  /** `from`: the best vector before the generation, `to`: the best after it; equal if it brought no improvement. */
  learn(from: Genome, to: Genome): void {
    if (keyOf(from) === keyOf(to)) {
      this.step = Math.max(SHORTEST_STEP, this.step / 2);
      return;
    }
    this.step = Math.min(LONGEST_STEP, this.step * 2);
    for (const index of this.ladders.free)
      this.direction[index] = MOMENTUM * this.direction[index]! + (1 - MOMENTUM) * Math.sign(to[index]! - from[index]!);
  }

  /** A parent, a fitter one more often. */
  pick(parents: readonly Parent[]): Parent {
    const total = parents.reduce((sum, { weight }) => sum + weight, 0);
    let left = this.random() * total;
    for (const parent of parents) {
      left -= parent.weight;
      if (left < 0) return parent;
    }
    return parents.at(-1)!;
  }

  /** At least one group, on average `step` of them. */
  private chosen(): number[] {
    const { free } = this.ladders;
    const some = free.filter(() => this.random() < this.step);
    return some.length > 0 ? some : [free[Math.floor(this.random() * free.length)]!];
  }

  private chainOf(index: number): readonly number[] {
    const chains = this.chains.filter((chain) => chain.includes(index));
    return chains[Math.floor(this.random() * chains.length)] ?? [index];
  }
}
