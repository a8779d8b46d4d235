/** Limits a search's queries to the solver, and keeps the bound of its last answer. */
import type { Ladders, Rungs } from '../ladders.js';
import type { SearchFacts, SolverGap } from '../strategy.js';
import { ErrorCuts } from './error-cuts.js';
import type { Knowledge } from './knowledge.js';
import type { Found } from './neighbourhood-search.js';
import { PointSolver } from './point-solver.js';

/**
 * Dimensions up to which the solver is used; larger spaces use the neighbourhood search only.
 * Chosen: on 68 dimensions of euler3d the second program ran into the time limit (results/without-a-gpu/auto/solver.txt), and larger programs meet the
 * limits of the solver's work first (highs-solver.ts); nothing else was tried.
 */
const MAX_DIMENSIONS = 400;

/**
 * Additional queries charged for one that met the limits of the solver's work.
 * Chosen: the default of 'solver', so that one such query is the last; nothing else was tried.
 */
const TURNS_OF_UNFINISHED = 8;

export class SolverTurns {
  private readonly solver: PointSolver | null;
  /** A separate solver for points computed ahead, whose added rows must not influence the search. */
  private readonly apart: () => PointSolver;
  private programs = 0;
  private left: number;
  /** Lower bound on the time, from the last answer. */
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

  /** The fastest point without a run, within the bound with this margin and faster than `limit`; null if there is none or no query is left. */
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

  /** The next points that it would find, one after another, if this one and each before it were run and not accepted. */
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

  /** `best`: the time of the fastest accepted point. Null if the last query had no answer. */
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
  const errors = new ErrorCuts(knowledge.model, margin, (moved) => knowledge.excessFor(moved));
  return [errors, limit, (rungs) => knowledge.excessOf(rungs, margin) <= 1];
}
