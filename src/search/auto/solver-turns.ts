/** The solver as a search asks it: so many times and no more, and what its last answer says of how much there is left to find. */
import type { Ladders, Rungs } from '../ladders.js';
import type { SearchFacts, SolverGap } from '../strategy.js';
import { ErrorCuts } from './error-cuts.js';
import type { Knowledge } from './knowledge.js';
import type { Found } from './neighbourhood-search.js';
import { PointSolver } from './point-solver.js';

/** More dimensions than this are the neighbourhood search's alone. */
const MOST_DIMENSIONS = 400;

/** What meets the limits of the solver's work counts as so many times more. */
const UNFINISHED = 8;

export class SolverTurns {
  private readonly solver: PointSolver | null;
  private programs = 0;
  private left: number;
  /** Of the last answer: the least time there may be. */
  private bound: number | null = null;

  constructor(
    { time, solve }: NonNullable<SearchFacts['solver']>,
    turns: number,
    ladders: Ladders,
    timeOf: (rungs: Rungs) => number,
  ) {
    this.left = turns;
    const counted: typeof solve = (program) => {
      this.programs++;
      return solve(program);
    };
    this.solver = ladders.free.length > MOST_DIMENSIONS ? null : new PointSolver(time, counted, ladders, timeOf);
  }

  /** The fastest that nobody has run, within the bound with this margin, of less than this time; null where it found none or may no longer be asked. */
  fastest(knowledge: Knowledge, margin: number, limit: number): Found | null {
    this.bound = null;
    if (this.solver === null || this.left <= 0) return null;
    this.left--;
    const errors = new ErrorCuts(knowledge.model, margin, (moved) => knowledge.timesOff(moved));
    const isWithin = (rungs: Rungs) => knowledge.excessOf(rungs, margin) <= 1;
    const answer = this.solver.fastest(knowledge, errors, limit, isWithin);
    if (answer === null)
      this.left = 0; // it gave up, and would again
    else if (!answer.isFinished) this.left -= UNFINISHED;
    this.bound = answer?.bound ?? null;
    return answer?.found ?? null;
  }

  /** `best`: the time of the fastest that holds. Null where the last answer is none. */
  gap(best: number): SolverGap | null {
    if (this.bound === null || this.bound <= 0) return null;
    return { programs: this.programs, mostSpeedup: 1 / this.bound, gap: Math.max(0, 1 - this.bound / best) };
  }
}
