/**
 * Estimates the error of a vector without a run from the runs so far, by two explanations with equal weight.
 *
 * Errors add up: a non-negative cost for each rung of each group, such that the costs of the lowered groups of a vector add up to its error in
 * multiples of the bound. Of all costs that explain the runs, those closest to equal shares: each run repeatedly scales the costs it lowered by
 * actual ÷ estimated (multiplicative algebraic reconstruction). An accurate vector thereby clears its groups, and the blame for an inaccurate
 * one falls on the others. The AMPT-GA paper names such an error model as its next step (section 7).
 *
 * One group is responsible: of the groups lowered in a failed run, those that no accurate run lowered as far are suspects, each with the same
 * probability.
 */
import type { Rungs as Genome } from '../ladders.js';

const SWEEPS = 12;
/** Before the first run, lowering everything is assumed to have half the allowed error. */
const PRIOR_ERROR = 0.5;
const LEAST = 1e-3;
/** The compressed range of errors beyond the bound: one group may account for all of the excess, so its size says little about the others. */
const JUST_BEYOND = 1.5;
const FAR_BEYOND = 2;
const STEEPNESS = 4;
/** Contradictory runs would drive costs to zero and infinity. */
const SMALLEST_COST = 1e-12;
const LARGEST_COST = 1e12;
/** Factor for each failed run that lowered less: errors usually grow with the lowered groups. */
const LOWERS_MORE_THAN_A_FAILURE = 0.3;
/** Probability of a surprise: errors of single configurations scatter. */
const SURPRISE_PROBABILITY = 0.05;
const MEMORY = 0.9;
/** Probability for a vector without any of the suspects. */
const WITHOUT_SUSPECTS = 0.9;

interface Observation {
  readonly genome: Genome;
  readonly error: number;
}

export class ErrorEstimate {
  /** costs[group][rung − 1]: the cost of the step to that rung from the one above. */
  private readonly costs: number[][];
  private readonly observations: Observation[] = [];
  private readonly failures: Genome[] = [];
  /** The lowest rung of each group in accurate runs. */
  private readonly cleared: number[];
  /** Recent runs within the bound, and the number expected by the estimates. */
  private hits = 0;
  private hopes = 0;

  constructor(lowest: readonly number[]) {
    const rungs = lowest.reduce((sum, rung) => sum + rung, 0);
    this.cleared = lowest.map(() => 0);
    this.costs = lowest.map((rung) => new Array<number>(rung).fill(PRIOR_ERROR / rungs));
  }

  chanceWithin(genome: Genome): number {
    const trust = Math.min(1, (1 + this.hits) / (1 + this.hopes));
    const within = this.failures.filter((failure) => failure.every((rung, group) => rung <= genome[group]!)).length;
    const expected = SURPRISE_PROBABILITY + (1 - SURPRISE_PROBABILITY) * this.rawChance(genome);
    return trust * expected * LOWERS_MORE_THAN_A_FAILURE ** within;
  }

  /** Records a run's error, in multiples of the bound. */
  learn(genome: Genome, error: number): void {
    if (genome.every((rung) => rung === 0)) return;
    this.hits = MEMORY * this.hits + (error <= 1 ? 1 : 0);
    this.hopes = MEMORY * this.hopes + this.rawChance(genome);
    if (error > 1) this.failures.push(genome);
    else for (const [group, rung] of genome.entries()) this.cleared[group] = Math.max(this.cleared[group]!, rung);
    this.observations.push({ genome, error: compressed(error) });
    for (let sweep = 0; sweep < SWEEPS; sweep++) for (const observation of this.observations) this.explain(observation);
  }

  private rawChance(genome: Genome): number {
    const added = 1 / (1 + this.errorOf(genome) ** STEEPNESS); // 1/2 if the estimate just meets the bound
    if (this.failures.length === 0) return added;
    const without = Math.min(...this.failures.map((failure) => this.shareOfSuspectsAvoided(genome, failure)));
    return (added + WITHOUT_SUSPECTS * without) / 2;
  }

  private shareOfSuspectsAvoided(genome: Genome, failure: Genome): number {
    let [suspects, lowered] = [0, 0];
    for (let group = 0; group < genome.length; group++) {
      const [innocent, failed, rung] = [this.cleared[group]!, failure[group]!, genome[group]!];
      if (failed <= innocent) continue;
      suspects++;
      if (rung > innocent) lowered += rung < failed ? 0.5 : 1;
    }
    return suspects === 0 ? 1 : 1 - lowered / suspects;
  }

  private errorOf(genome: Genome): number {
    let sum = 0;
    for (let group = 0; group < genome.length; group++)
      for (let at = 0; at < genome[group]!; at++) sum += this.costs[group]![at]!;
    return sum;
  }

  private explain({ genome, error }: Observation): void {
    const scale = error / this.errorOf(genome);
    for (let group = 0; group < genome.length; group++)
      for (let at = 0; at < genome[group]!; at++) {
        const cost = this.costs[group]![at]! * scale;
        this.costs[group]![at] = Math.min(LARGEST_COST, Math.max(SMALLEST_COST, cost));
      }
  }
}

function compressed(error: number): number {
  if (error <= 1) return Math.max(LEAST, error);
  return Math.min(FAR_BEYOND, JUST_BEYOND + Math.log10(error));
}
