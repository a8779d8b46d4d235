/**
 * Finds the fastest point predicted within the bound, using predictions only, without runs. From the lowest point it raises dimensions with the
 * best gain in accuracy per time until the bound is met; from the widest point it lowers dimensions with the best gain in time per error. It
 * then moves one dimension, one chain or a pair at a time while that helps, and restarts from points with a random part undone
 * (large-neighbourhood search).
 */
import { keyOf, type Ladders, type Rungs } from '../ladders.js';

export interface SearchProblem {
  readonly ladders: Ladders;
  readonly chains: readonly (readonly number[])[];
  /** Predicted time over the baseline's. */
  timeOf(rungs: Rungs): number;
  /** Predicted error in multiples of the bound: within it up to 1. */
  excessOf(rungs: Rungs): number;
}

export interface Found {
  readonly rungs: Rungs;
  readonly time: number;
}

/**
 * Time, over the baseline's, added per rung that a point is lowered, so that of two equally fast points the one with fewer changes is preferred.
 * Chosen: a thousand dimensions count as 1e-4, less than any time that matters (MIN_TIME_SAVING); nothing else was tried.
 */
const TIME_PER_CHANGE = 1e-7;
/**
 * Probability that a lowered dimension is undone before the search improves the point again.
 * Chosen: large-neighbourhood searches destroy a minor part of a solution; nothing else was tried.
 */
const UNDONE_SHARE = 0.3;
/**
 * Smallest difference of times or errors that is divided by.
 * Chosen: it only keeps quotients finite; nothing else was tried.
 */
const MIN_DIFFERENCE = 1e-6;

export class NeighbourhoodSearch {
  private readonly scored = new Map<string, { readonly time: number; readonly excess: number }>();
  private readonly feasible = new Map<string, Found>();
  private left: number;

  /** `evaluations`: limit on the number of points evaluated. */
  constructor(
    private readonly problem: SearchProblem,
    private readonly random: () => number,
    evaluations: number,
  ) {
    this.left = evaluations;
  }

  /** Every evaluated point within the bound, fastest first. */
  search(starts: readonly Rungs[]): Found[] {
    const { ladders } = this.problem;
    let best = this.narrowed(ladders.widest);
    for (const start of [ladders.lowest, ...starts]) best = this.better(best, this.improved(this.widened(start)));
    best = this.improved(best);
    while (this.left > 0 && ladders.free.length > 2) {
      const before = this.left;
      const undone = best.map((rung) => (rung > 0 && this.random() < UNDONE_SHARE ? 0 : rung));
      best = this.better(best, this.improved(this.narrowed(undone)));
      if (this.left === before) break; // all of these points were evaluated before
    }
    return [...this.feasible.values()].sort((a, b) => a.time - b.time);
  }

  private score(rungs: Rungs): { readonly time: number; readonly excess: number } {
    const key = keyOf(rungs);
    const known = this.scored.get(key);
    if (known) return known;
    this.left--;
    const lowered = rungs.reduce((sum, rung) => sum + rung, 0);
    const excess = this.problem.excessOf(rungs);
    const time = this.problem.timeOf(rungs) + TIME_PER_CHANGE * lowered;
    const score = { time, excess };
    this.scored.set(key, score);
    if (excess <= 1 && lowered > 0) this.feasible.set(key, { rungs, time });
    return score;
  }

  private isWithin(rungs: Rungs): boolean {
    return this.score(rungs).excess <= 1;
  }

  private better(a: Rungs, b: Rungs): Rungs {
    return this.isWithin(b) && this.score(b).time < this.score(a).time ? b : a;
  }

  /** Raises dimensions until the point is within the bound, those with the best gain in accuracy per time first. */
  private widened(start: Rungs): Rungs {
    let rungs = start;
    while (this.left > 0 && !this.isWithin(rungs)) {
      const { time, excess } = this.score(rungs);
      let best: { readonly to: Rungs; readonly worth: number } | null = null;
      for (const to of this.steps(rungs, -1)) {
        const found = this.score(to);
        const gained = Math.log(excess) - Math.log(Math.max(found.excess, MIN_DIFFERENCE));
        const worth =
          (Number.isFinite(gained) ? gained : 0) / Math.max(MIN_DIFFERENCE, found.time - time + MIN_DIFFERENCE);
        if (best === null || worth > best.worth) best = { to, worth };
      }
      if (best === null) break;
      rungs = best.to;
    }
    return rungs;
  }

  /** Lowers dimensions as far as the bound allows, those with the best gain in time per error first. */
  private narrowed(start: Rungs): Rungs {
    let rungs = start;
    while (this.left > 0) {
      const { time, excess } = this.score(rungs);
      let best: { readonly to: Rungs; readonly worth: number } | null = null;
      for (const to of this.steps(rungs, 1)) {
        const found = this.score(to);
        if (found.excess > 1 || found.time >= time) continue;
        const worth = (time - found.time) / Math.max(MIN_DIFFERENCE, found.excess - excess);
        if (best === null || worth > best.worth) best = { to, worth };
      }
      if (best === null) break;
      rungs = best.to;
    }
    return rungs;
  }

  /** One move at a time, as long as one saves time within the bound. */
  private improved(start: Rungs): Rungs {
    if (!this.isWithin(start)) return start;
    let best = start;
    for (let helped = true; helped && this.left > 0; ) {
      helped = false;
      for (const to of this.moves(best)) {
        if (this.left <= 0) break;
        const { time, excess } = this.score(to);
        if (excess > 1 || time >= this.score(best).time) continue;
        best = to;
        helped = true;
      }
    }
    return best;
  }

  private *moves(rungs: Rungs): Generator<Rungs> {
    const { chains, ladders } = this.problem;
    yield* this.steps(rungs, 1);
    yield* this.steps(rungs, -1);
    for (const chain of chains)
      for (const format of ladders.formatsOf(chain)) yield ladders.withChain(rungs, chain, format);
    for (const narrow of this.steps(rungs, 1)) yield* this.steps(narrow, -1);
  }

  /** Moves of one dimension, or of a whole chain, by one rung. */
  private *steps(rungs: Rungs, by: 1 | -1): Generator<Rungs> {
    const { ladders, chains } = this.problem;
    const moved = (members: readonly number[]): Rungs =>
      rungs.map((rung, at) => (members.includes(at) ? Math.min(ladders.lowest[at]!, Math.max(0, rung + by)) : rung));
    const isStuck = (at: number) => (by > 0 ? rungs[at] === ladders.lowest[at] : rungs[at] === 0);
    for (const at of ladders.free) if (!isStuck(at)) yield moved([at]);
    for (const chain of chains) if (!chain.every(isStuck)) yield moved(chain);
  }
}
