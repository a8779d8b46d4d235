/** Points worth a run, because of the information they give or because of the outcomes of their parts. */
import { only } from '../../analysis/error-model.js';
import { distinct, type Ladders, type Rungs } from '../ladders.js';
import { isAccepted } from '../strategy.js';
import type { Knowledge } from './knowledge.js';

/**
 * Share of the time that a point has to save over the best known one to be worth a run.
 * Chosen: a speedup below 1.005 prints as 1.00×, and no patch is worth it (gain.ts); nothing else was tried.
 */
export const MIN_TIME_SAVING = 0.005;
/**
 * Error on the shortest input, in multiples of the bound, beyond which a point is not run on the other inputs, nor a dimension as part of a chain.
 * Chosen: predictions may err by this much; an array of sp that is in 20 of its 24 chains was a hundred times beyond the bound; nothing else was tried.
 */
export const HOPELESS_EXCESS = 2;
/**
 * Runs on all inputs in one round, where they take much longer than on the shortest.
 * Chosen: the default of 'side-by-side'; nothing else was tried.
 */
export const MAX_LONG_RUNS = 3;
/**
 * Sets of operands that are run alone after one missed prediction.
 * Chosen: it only limits what one miss costs; nothing else was tried.
 */
const MAX_OPERAND_SETS = 16;
/**
 * Chains that are run alone.
 * Chosen: as many runs as single dimensions have at most (the option 'alone'); nothing else was tried.
 */
const MAX_CHAINS = 24;

export class Candidates {
  constructor(
    private readonly ladders: Ladders,
    private readonly chains: readonly (readonly number[])[],
    private readonly knowledge: Knowledge,
    private readonly timeOf: (rungs: Rungs) => number,
  ) {}

  /**
   * Each dimension on each of its lower rungs, the others at their declared formats. If all of them in pairs of floats are within the bound, that run
   * has told what pairs do.
   */
  get alone(): Rungs[] {
    const { ladders } = this;
    const { inPairs } = this;
    return ladders.free.flatMap((at) =>
      Array.from({ length: ladders.lowest[at]! }, (_, rung) => rung + 1)
        .filter((rung) => inPairs === null || rung > inPairs[at]!)
        .map((rung) => ladders.widest.with(at, rung)),
    );
  }

  /** Every dimension in pairs of floats, if that is within the bound. */
  get inPairs(): Rungs | null {
    const { inPairs } = this.ladders;
    const outcome = inPairs && this.knowledge.answerFor(inPairs);
    return outcome && isAccepted(outcome) ? inPairs : null;
  }

  /** Each chain lowered on its own, if that is faster and no member is hopeless; those that save most time first. */
  get chainsAlone(): Rungs[] {
    const { ladders } = this;
    const wholes = this.chains.flatMap((chain) =>
      ladders.formatsOf(chain).map((format) => ladders.withChain(ladders.widest, chain, format)),
    );
    return this.fastest(
      wholes.filter((rungs) => !rungs.some((rung, at) => this.isHopelessAlone(at, rung))),
      MAX_CHAINS,
    );
  }

  /**
   * Of the points within the bound on the shortest input, the worst and the median one: their runs on all inputs show whether the other inputs
   * behave like the shortest.
   */
  get contrasting(): Rungs[] {
    const open = this.alone
      .filter((rungs) => this.knowledge.outcomeOf(rungs) === undefined)
      .map((rungs) => ({ rungs, excess: this.knowledge.excessOf(rungs) }))
      .filter(({ excess }) => excess > 0 && Number.isFinite(excess))
      .toSorted((a, b) => b.excess - a.excess)
      .map(({ rungs }) => rungs);
    return distinct([...open.slice(0, 1), ...open.slice(open.length / 2).slice(0, 1)]);
  }

  /** The fastest of the points within the bound on the shortest input: worth a run on all inputs in any case. */
  get promising(): Rungs[] {
    const { knowledge } = this;
    const probed = distinct([...this.alone, ...this.chainsAlone]).filter(
      (rungs) => knowledge.isProbed(rungs) && knowledge.outcomeOf(rungs) === undefined,
    );
    return this.fastest(probed, MAX_LONG_RUNS);
  }

  /** Sets of dimensions within a point that operations are over and that were never run alone. */
  setsWithin(rungs: Rungs): Rungs[] {
    return this.knowledge
      .unknownWithin(rungs)
      .slice(0, MAX_OPERAND_SETS)
      .map((members) => only(rungs, members));
  }

  /** Moves of one dimension or one chain to any of its rungs, or of one dimension down and another one up. */
  *movesFrom(rungs: Rungs): Generator<Rungs> {
    const { ladders } = this;
    const narrowed = ladders.free.filter((at) => rungs[at]! < ladders.lowest[at]!);
    const widened = ladders.free.filter((at) => rungs[at]! > 0);
    for (const at of ladders.free)
      for (let rung = 0; rung <= ladders.lowest[at]!; rung++) if (rung !== rungs[at]) yield rungs.with(at, rung);
    for (const chain of this.chains)
      for (const format of ladders.formatsOf(chain)) yield ladders.withChain(rungs, chain, format);
    for (const narrow of narrowed)
      for (const wide of widened)
        if (narrow !== wide) yield rungs.with(narrow, rungs[narrow]! + 1).with(wide, rungs[wide]! - 1);
  }

  /** Dimensions by the harm they do, worst first: the error of each alone, or the error that the lowest point loses without it. */
  get byHarm(): number[] {
    return this.ladders.free
      .map((at) => ({ at, harm: this.harmOf(at) }))
      .sort((a, b) => b.harm - a.harm)
      .map(({ at }) => at);
  }

  private harmOf(at: number): number {
    const { ladders, knowledge } = this;
    const without = ladders.lowest.with(at, 0);
    const alone = knowledge.distanceOf(ladders.widest.with(at, ladders.lowest[at]!));
    const nearer = knowledge.isProbed(without)
      ? knowledge.distanceOf(ladders.lowest) - knowledge.distanceOf(without)
      : 0;
    const harm = Math.max(alone, nearer);
    return Number.isNaN(harm) ? Number.POSITIVE_INFINITY : harm;
  }

  private isHopelessAlone(at: number, rung: number): boolean {
    const alone = this.ladders.widest.with(at, rung);
    return rung > 0 && this.knowledge.isProbed(alone) && this.knowledge.distanceOf(alone) > HOPELESS_EXCESS;
  }

  private fastest(points: readonly Rungs[], most: number): Rungs[] {
    return points
      .map((rungs) => ({ rungs, time: this.timeOf(rungs) }))
      .filter(({ time }) => time < 1 - MIN_TIME_SAVING)
      .toSorted((a, b) => a.time - b.time)
      .slice(0, most)
      .map(({ rungs }) => rungs);
  }
}
