/**
 * The execution filter (AMPT-GA paper, sections 3 and 4.5): a run is spent only on what the model ranks within X percent of the best so
 * far. Beyond the paper it asks for an expected gain, in percent of the best time so far: what the vector would save, times the chance
 * that it stays within the bound as far as the runs so far tell. And it waits: breeding costs nothing, so a run is spent once some
 * generations have brought nothing more promising.
 */

import type { Rungs as Genome } from '../ladders.js';
import type { ErrorEstimate } from './error-estimate.js';

export interface FilterRules {
  /** X: predicted within so many percent of the best so far. */
  readonly within: number;
  /** Expected to gain so many percent; half of it while there is nothing better than the program as it is. */
  readonly gain: number;
  /** The chance of a run for what the filter holds back. */
  readonly pass: number;
  /** The most runs in a generation. */
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

  /** What objective (1) should be if the estimates are right; `best` is the perf of the best so far. */
  expectedFitness(genome: Genome, best: number): number {
    return best * (1 - this.expectedGain(genome, best) / 100);
  }

  /** What a generation is worth: vectors to run, the most promising first, and whether it was more promising than those before. */
  choose(genomes: readonly Genome[], best: number, hasFound: boolean): { worthRunning: Genome[]; isBetter: boolean } {
    const { pass, ripe, runs } = this.rules;
    const gain = hasFound ? this.rules.gain : WITH_NOTHING_YET * this.rules.gain;
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

const WITH_NOTHING_YET = 0.5;
/** A promise that rises by less is no reason to wait. */
const LEAST_RISE = 1.001;
