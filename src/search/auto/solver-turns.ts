/** The solver as a search asks it: so many times and no more, and what its last answer says of how much there is left to find. */
import type { Ladders, Rungs } from '../ladders.js';
import type { SearchFacts, SolverGap } from '../strategy.js';
import { ErrorCuts } from './error-cuts.js';
import type { Knowledge } from './knowledge.js';
import type { Found } from './neighbourhood-search.js';
import { PointSolver } from './point-solver.js';

/**
 * Dimensions up to which the solver is asked; larger spaces are the neighbourhood search's alone.
 * Chosen: on 68 dimensions of euler3d the second program met the clock (results/without-a-gpu/auto/solver.txt), and larger programs meet the limits
 * of the solver's work first (highs-solver.ts); nothing else was tried.
 */
const MAX_DIMENSIONS = 400;

/**
 * Turns that one question costs besides its own where it met the limits of the solver's work.
 * Chosen: the default of 'solver', so that one such question is the last; nothing else was tried.
 */
const TURNS_OF_UNFINISHED = 8;

export class SolverTurns {
  private readonly solver: PointSolver | null;
  /** For what is only asked ahead: what it learns on the way stays with it. */
  private readonly apart: () => PointSolver;
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
    this.apart = () => new PointSolver(time, solve, ladders, timeOf);
    this.solver = ladders.free.length > MAX_DIMENSIONS ? null : new PointSolver(time, counted, ladders, timeOf);
  }

  /** The fastest that nobody has run, within the bound with this margin, of less than this time; null where it found none or may no longer be asked. */
  fastest(knowledge: Knowledge, margin: number, limit: number): Found | null {
    this.bound = null;
    if (this.solver === null || this.left <= 0) return null;
    this.left--;
    const answer = this.solver.fastest(knowledge, ...rules(knowledge, margin, limit));
    if (answer === null)
      this.left = 0; // it gave up, and would again
    else if (!answer.isFinished) this.left -= TURNS_OF_UNFINISHED;
    this.bound = answer?.bound ?? null;
    return answer?.found ?? null;
  }

  /** What it would find next, one after another, if this and each before it were run and did not hold. */
  following(knowledge: Knowledge, margin: number, limit: number, first: Rungs, most: number): Rungs[] {
    const solver = this.apart();
    const found = [first];
    while (found.length <= most) {
      const answer = solver.fastest(knowledge, ...rules(knowledge, margin, limit), found);
      if (!answer?.found) break;
      found.push(answer.found.rungs);
    }
    return found.slice(1);
  }

  /** `best`: the time of the fastest that holds. Null where the last answer is none. */
  gap(best: number): SolverGap | null {
    if (this.bound === null || this.bound <= 0) return null;
    return { programs: this.programs, mostSpeedup: 1 / this.bound, gap: Math.max(0, 1 - this.bound / best) };
  }
}

function rules(
  knowledge: Knowledge,
  margin: number,
  limit: number,
): [errors: ErrorCuts, limit: number, isWithin: (rungs: Rungs) => boolean] {
  const errors = new ErrorCuts(knowledge.model, margin, (moved) => knowledge.timesOff(moved));
  return [errors, limit, (rungs) => knowledge.excessOf(rungs, margin) <= 1];
}
