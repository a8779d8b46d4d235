/**
 * Finds the fastest point that the sums of the error model predict within the bound, by a mixed-integer program: time as in
 * analysis/performance/linear-time.ts, errors as rows that cut off points beyond the bound (error-cuts.ts). Its solution is checked with the
 * models themselves; if they disagree, a row is added and the program is solved again. The final answer is optimal, or comes with a bound on how
 * much faster another point could be.
 */
import type { LinearTime, TimeProgram } from '../../analysis/performance-model.js';
import { Affine, type MixedIntegerSolver } from '../../numerics/mixed-integer.js';
import { keyOf, type Ladders, type Rungs } from '../ladders.js';
import type { ErrorCut, ErrorCuts } from './error-cuts.js';
import type { Knowledge } from './knowledge.js';
import type { Found } from './neighbourhood-search.js';

export interface SolvedPoint {
  /** Null if there is no such point, or none was found. */
  readonly found: Found | null;
  /** Lower bound on the time of all points without a run that the sums predict within the bound. */
  readonly bound: number;
  /** True if no limit was met; otherwise a faster point may exist within the bound on the time. */
  readonly isFinished: boolean;
}

/**
 * Maximum number of programs solved for one answer.
 * Chosen: whole searches of nbody and boxmd took 2 to 8 programs (results/without-a-gpu/auto/solver.txt), so that this only ends what does not
 * converge; nothing else was tried.
 */
const MAX_PASSES = 16;
/**
 * Difference of the program's and the model's time, over the baseline's, up to which they agree.
 * Chosen: as the relative gap at which the solver ends (mip_rel_gap, highs-solver.ts); nothing else was tried.
 */
const TIME_TOLERANCE = 1e-5;

export class PointSolver {
  /** By kernel: register counts at which the time must be exact. */
  private readonly levels: number[][];

  constructor(
    private readonly linear: LinearTime,
    private readonly solve: MixedIntegerSolver,
    private readonly ladders: Ladders,
    private readonly timeOf: (rungs: Rungs) => number,
  ) {
    this.levels = Array.from({ length: linear.kernels }, () => []);
  }

  /** The fastest point below `limit`; null if the solver gave up. `isWithin`: the complete error model's decision. */
  fastest(
    knowledge: Knowledge,
    errors: ErrorCuts,
    limit: number,
    isWithin: (rungs: Rungs) => boolean = () => true,
    besides: readonly Rungs[] = [],
  ): SolvedPoint | null {
    const cuts: ErrorCut[] = [];
    const refused = [...knowledge.known, ...besides];
    const asked = new Set<string>();
    let best: Found | null = null;
    let bound = 0;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const most = best?.time ?? limit;
      const built = this.build(knowledge, cuts, refused, most);
      const solution = this.solve(built.program);
      if (solution === null) return best && { found: best, bound, isFinished: false };
      if (solution.end === 'infeasible') return { found: best, bound: most, isFinished: true };
      bound = Math.max(bound, Math.min(most, solution.bound));
      if (solution.values === null) break;
      const rungs = this.rungsAt(built, solution.values);
      const isNew = !asked.has(keyOf(rungs));
      asked.add(keyOf(rungs));
      const against = isNew && errors.excessOf(rungs) > 1 ? errors.against(rungs) : [];
      cuts.push(...against);
      if (against.length > 0) continue;
      if (!isNew || errors.excessOf(rungs) > 1 || !isWithin(rungs)) {
        refused.push(rungs);
        continue;
      }
      const time = this.timeOf(rungs);
      if (time < most) best = { rungs, time };
      if (time <= solution.objective + TIME_TOLERANCE) {
        if (solution.end === 'optimal') bound = Math.max(bound, Math.min(time, most));
        return { found: best, bound, isFinished: solution.end === 'optimal' };
      }
      built.registers.forEach((registers, at) => {
        this.levels[at]!.push(registers.at(solution.values!));
      });
    }
    return { found: best, bound, isFinished: false };
  }

  private build(
    knowledge: Knowledge,
    cuts: readonly ErrorCut[],
    refused: readonly Rungs[],
    limit: number,
  ): TimeProgram {
    const built = this.linear.build(this.levels);
    const { program, rungs: stands } = built;
    program.atMost(program.objective, limit);
    if (cuts.length > 0) {
      const within = knowledge.model.summands.map(({ lowered, rungs }) =>
        program.all(lowered.map((one) => stands[one]![rungs[one]!]!)),
      );
      for (const { terms, most } of cuts)
        program.atMost(Affine.sum(within.map((one, term) => [terms[term]!, one] as const)), most);
    }
    const { free } = this.ladders;
    for (const rungs of refused)
      program.atMost(Affine.sum(free.map((at) => [1, stands[at]![rungs[at]!]!] as const)), free.length - 1);
    for (const rungs of knowledge.impossible) {
      const lowered = free.filter((at) => rungs[at]! > 0);
      const wider = lowered.flatMap((at) => stands[at]!.slice(0, rungs[at]!));
      program.atLeast(Affine.sum(wider.map((one) => [1, one] as const)), 1);
    }
    return built;
  }

  private rungsAt({ rungs }: TimeProgram, values: Float64Array): Rungs {
    return rungs.map((stands) => {
      const at = stands.map((one) => one.at(values));
      return at.indexOf(Math.max(...at));
    });
  }
}
