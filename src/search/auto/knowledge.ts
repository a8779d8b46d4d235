/** What the runs of a search have shown: how each ended, and what the error model makes of them. */
import { ErrorModel } from '../../analysis/error-model.js';
import { timesBound } from '../bound.js';
import { keyOf, type Rungs } from '../ladders.js';
import { isAccepted, type Outcome, type SearchFacts } from '../strategy.js';

/** A prediction far from what a run then showed moves what is trusted by so much of the way. */
const LEARNING = 0.5;
const [LEAST_MARGIN, MOST_MARGIN] = [0.5, 16];

export class Knowledge {
  private readonly model: ErrorModel;
  private readonly outcomes = new Map<string, Outcome>();
  /** What each lowers that could not be written, built or run: neither can what lowers more. */
  private readonly impossible: Rungs[] = [];
  private readonly isScalar: boolean;
  /** So many times as far as it is thought to move a value, a point may move it. */
  margin = 1;

  constructor(
    facts: SearchFacts,
    private readonly bound: number,
  ) {
    const { errorOf } = facts;
    this.isScalar = errorOf === null;
    // without values to watch, errors themselves add up: more than they do, where the metric is a distance
    this.model = new ErrorModel([...facts.supports, ...facts.chains], errorOf ?? (([error]) => error ?? 0));
  }

  /** Takes how a run ended; how far its error was from what was predicted, as a factor, where both are known. */
  learn(rungs: Rungs, outcome: Outcome): number | null {
    this.outcomes.set(keyOf(rungs), outcome);
    if (outcome.kind !== 'measured' && outcome.kind !== 'inaccurate') {
      this.impossible.push(rungs);
      return null;
    }
    if (outcome.error === null || !Number.isFinite(outcome.error)) return null;
    const predicted = this.excessOf(rungs);
    const deviations = this.isScalar ? Float64Array.of(Math.max(0, outcome.error)) : outcome.deviations;
    if (deviations) this.model.learn(rungs, deviations);
    const found = timesBound(outcome.error, this.bound);
    const lowered = rungs.flatMap((rung, at) => (rung > 0 ? [at] : []));
    const miss = found / predicted;
    return lowered.length > 1 && Number.isFinite(miss) && miss > 0 ? miss : null;
  }

  /** Trusts predictions as much as the last one deserved. */
  adjust(miss: number): void {
    const towards = Math.exp((1 - LEARNING) * Math.log(this.margin) + LEARNING * Math.log(miss));
    this.margin = Math.min(MOST_MARGIN, Math.max(LEAST_MARGIN, towards));
  }

  outcomeOf(rungs: Rungs): Outcome | undefined {
    return this.outcomes.get(keyOf(rungs));
  }

  /** Predicted, or known: how many times as far off as allowed. */
  excessOf(rungs: Rungs, margin = 1): number {
    const known = this.outcomeOf(rungs);
    if (known) return isAccepted(known) ? 0 : Number.POSITIVE_INFINITY;
    if (this.impossible.some((one) => one.every((rung, at) => rung <= rungs[at]!))) return Number.POSITIVE_INFINITY;
    return timesBound(this.model.predict(rungs, margin), this.bound);
  }

  /** The sets of dimensions within a point that operations are over and that nobody has run alone. */
  unknownWithin(rungs: Rungs): number[][] {
    return this.model.unknownWithin(rungs);
  }
}
