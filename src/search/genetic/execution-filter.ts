/**
 * The execution filter (AMPT-GA paper, sections 3 and 4.5): runs only vectors that the model ranks within X percent of the best so far. Beyond
 * the paper it requires an expected gain, in percent of the best time so far: the predicted saving times the estimated probability of being
 * within the bound. It also waits: breeding costs nothing, so a vector is run only after some generations without a more promising one.
 */

import type { Rungs as Genome } from '../ladders.js';
import type { ErrorEstimate } from './error-estimate.js';

export interface FilterRules {
  /** X: predicted within this many percent of the best so far. */
  readonly within: number;
  /** Required expected gain in percent; half as much while nothing is faster than the original program. */
  readonly gain: number;
  /** Probability of running a vector that the filter rejects. */
  readonly pass: number;
  /** Maximum number of runs per generation. */
  readonly runs: number;
  /** Generations without a more promising vector before one is run. */
  readonly ripe: number;
}

export class ExecutionFilter {
  private promised = 0;
  private waited = 0;

  constructor(
    private readonly rules: FilterRules,
    private readonly perf: (genome: Genome) => number,
    private readonly estimate: ErrorEstimate | null,
    private readonly random: () => number,
  ) {}

  /** The expected value of objective (1); `best` is the perf of the best so far. */
  expectedFitness(genome: Genome, best: number): number {
    return best * (1 - this.expectedGain(genome, best) / 100);
  }

  /** Selects the vectors of a generation to run, the most promising first, and tells whether the generation improved on earlier ones. */
  choose(genomes: readonly Genome[], best: number, hasFound: boolean): { worthRunning: Genome[]; isBetter: boolean } {
    const { pass, ripe, runs } = this.rules;
    const gain = hasFound ? this.rules.gain : GAIN_SHARE_BEFORE_FIRST_SUCCESS * this.rules.gain;
    const promising: { genome: Genome; expected: number }[] = [];
    const lucky: Genome[] = [];
    for (const genome of genomes) {
      const expected = this.expectedGain(genome, best);
      if (expected > gain) promising.push({ genome, expected });
      else if (pass > 0 && this.random() < pass) lucky.push(genome);
    }
    promising.sort((a, b) => b.expected - a.expected);
    const most = promising[0]?.expected ?? 0;
    const isBetter = most > this.promised * LEAST_RISE;
    this.waited = isBetter ? 0 : this.waited + 1;
    this.promised = Math.max(this.promised, most);
    if (this.waited < ripe || (promising.length === 0 && lucky.length === 0)) return { worthRunning: [], isBetter };
    this.promised = 0;
    this.waited = 0;
    return { worthRunning: [...promising.map(({ genome }) => genome), ...lucky].slice(0, runs), isBetter };
  }

  private expectedGain(genome: Genome, best: number): number {
    const saved = 100 * (1 + this.rules.within / 100 - this.perf(genome) / best);
    return saved <= 0 || !this.estimate ? saved : saved * this.estimate.chanceWithin(genome);
  }
}

const GAIN_SHARE_BEFORE_FIRST_SUCCESS = 0.5;
/** An expected gain that rises by less is no reason to wait. */
const LEAST_RISE = 1.001;
