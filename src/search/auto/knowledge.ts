/** The results of a search's runs: the outcome of each, and the error model fitted to them. */
import { ErrorModel } from '../../analysis/error-model.js';
import { errorAt, timesBound } from '../bound.js';
import { keyOf, type Rungs } from '../ladders.js';
import { isAccepted, type Outcome, type SearchFacts, type WatchedPart } from '../strategy.js';

/**
 * Weight of the latest run in the margin and in the growth, on a logarithmic scale.
 * Chosen: the mean of the old value and the new observation; tried 0.25 and 1 on boxmd, with the same answers after as many runs
 * (results/without-a-gpu/auto/other-constants.txt).
 */
const LEARNING_RATE = 0.5;
/**
 * Ratio of a missed point's error on all inputs to that on the shortest input, from which on another input must have run.
 * Chosen: a trial that misses on the shortest input does not run on the others, and then the ratio is 1 but for rounding; nothing else was
 * tried.
 */
const MIN_GROWTH_OF_MISS = 1.001;
/**
 * Ratio of the largest to the smallest growth from the shortest input to all inputs, beyond which the shortest input does not predict the
 * others.
 * Chosen: ten times the factor of 3 that useful predictions stay within (CLOSE_FACTOR); nothing else was tried.
 */
const MAX_GROWTH_SPREAD = 30;
/**
 * Limits of the margin, the factor on predicted deviations.
 * Chosen: predictions were within a factor of 3 in 205 of 207 cases (results/without-a-gpu/auto/error-model.txt), and the margin is somewhat larger, to be safe; nothing else was tried.
 */
const MIN_MARGIN = 0.5;
const MAX_MARGIN = 16;

export class Knowledge {
  readonly model: ErrorModel;
  private readonly outcomes = new Map<string, Outcome>();
  /** Points that could not be written, built or run: points that lower at least as much cannot either. */
  readonly impossible: Rungs[] = [];
  private readonly isScalar: boolean;
  /** Outcomes of points run on the shortest input only, and within the bound there. */
  private readonly probed = new Map<string, Extract<Outcome, { kind: 'probed' }>>();
  /** Extrapolated outcomes on all inputs, for points run on the shortest input only. */
  private readonly extrapolated = new Map<string, Outcome>();
  /** Factor on predicted deviations, learnt from earlier predictions. */
  margin = 1;
  /** Ratio of a point's error on all inputs to its error on the shortest one; null before any run on all inputs. */
  private growth: number | null = null;
  /** The smallest and the largest growth observed. */
  private growths: readonly [number, number] = [Number.POSITIVE_INFINITY, 0];

  constructor(
    private readonly facts: SearchFacts,
    private readonly bound: number,
    /** The compared values to learn from, if runs on the shortest input count; null for all. */
    private readonly shortest: WatchedPart | null = null,
  ) {
    const { errorOf } = facts;
    this.isScalar = errorOf === null;
    // without compared values, errors themselves are added up: an overestimate if the metric is a distance
    this.model = new ErrorModel([...facts.supports, ...facts.chains], errorOf ?? (([error]) => error ?? 0));
  }

  /** Records the outcome of a run. Returns the ratio of its error to the prediction, if both are known. */
  learn(rungs: Rungs, outcome: Outcome): number | null {
    if (outcome.kind === 'probed') {
      this.probed.set(keyOf(rungs), outcome);
      if (outcome.deviations) this.model.learn(rungs, this.withinShortest(outcome.deviations));
      return null;
    }
    this.outcomes.set(keyOf(rungs), outcome);
    if (outcome.kind !== 'accurate' && outcome.kind !== 'inaccurate') {
      this.impossible.push(rungs);
      return null;
    }
    if (outcome.error === null || !Number.isFinite(outcome.error)) return null;
    const predicted = this.excessOf(rungs);
    const watched = outcome.deviations && this.withinShortest(outcome.deviations);
    const deviations = this.isScalar ? Float64Array.of(Math.max(0, outcome.error)) : watched;
    if (deviations) this.model.learn(rungs, deviations, outcome.kind === 'accurate');
    const found = timesBound(outcome.error, this.bound);
    if (deviations) this.learnGrowth(found, deviations, outcome.kind);
    const lowered = rungs.flatMap((rung, at) => (rung > 0 ? [at] : []));
    const miss = found / predicted;
    return lowered.length > 1 && Number.isFinite(miss) && miss > 0 ? miss : null;
  }

  /** Learns the growth of errors from the shortest input to all inputs. A point that misses on the shortest input did not run on the others. */
  private learnGrowth(found: number, deviations: Float64Array, kind: Outcome['kind']): void {
    const { errorOf } = this.facts;
    if (!errorOf || !this.shortest) return;
    const ratio = found / timesBound(errorOf(deviations), this.bound);
    if (!Number.isFinite(ratio) || ratio <= 0 || (kind === 'inaccurate' && ratio < MIN_GROWTH_OF_MISS)) return;
    this.growth = this.growth === null ? ratio : between(this.growth, ratio);
    this.growths = [Math.min(this.growths[0], ratio), Math.max(this.growths[1], ratio)];
  }

  /** Whether the shortest input predicts the others: not if the growth differs too much between points. */
  get isShortestRepresentative(): boolean {
    const [least, most] = this.growths;
    return most <= least * MAX_GROWTH_SPREAD || this.growth === null;
  }

  private withinShortest(deviations: Float64Array): Float64Array {
    const { shortest } = this;
    return shortest ? deviations.map((moved, at) => (at >= shortest.from && at < shortest.to ? moved : 0)) : deviations;
  }

  /** Adjusts the margin to the latest prediction. */
  adjust(miss: number): void {
    this.margin = Math.min(MAX_MARGIN, Math.max(MIN_MARGIN, between(this.margin, miss)));
  }

  /** True if it was run on the shortest input, with any outcome. */
  isProbed(rungs: Rungs): boolean {
    return this.probed.has(keyOf(rungs)) || this.outcomeOf(rungs) !== undefined;
  }

  /** Extrapolates the outcome on all inputs from a run on the shortest one; `time` is the model's. */
  extrapolate(rungs: Rungs, time: number): void {
    if (!this.probed.has(keyOf(rungs))) return;
    const excess = this.excessOf(rungs);
    const error = errorAt(excess, this.bound);
    const extrapolated: Outcome =
      excess <= 1
        ? { kind: 'accurate', accepted: true, error, speedup: 1 / time, ofIdeal: null }
        : { kind: 'inaccurate', error };
    this.extrapolated.set(keyOf(rungs), extrapolated);
  }

  /** The outcome of a run, or an extrapolated one. */
  answerFor(rungs: Rungs): Outcome | undefined {
    return this.outcomeOf(rungs) ?? this.extrapolated.get(keyOf(rungs));
  }

  /** Every point for which `answerFor` has an outcome. */
  get known(): Rungs[] {
    return [...this.outcomes.keys(), ...this.extrapolated.keys()].map((key) => key.split(',').map(Number));
  }

  /** The error for these deviations, in multiples of the bound. */
  excessFor(deviations: Float64Array): number {
    return (this.growth ?? 1) * timesBound(this.model.errorOf(deviations), this.bound);
  }

  outcomeOf(rungs: Rungs): Outcome | undefined {
    return this.outcomes.get(keyOf(rungs));
  }

  /** The predicted error in multiples of the bound; 0 or infinity for a point with a known outcome. */
  excessOf(rungs: Rungs, margin = 1): number {
    const known = this.outcomeOf(rungs);
    if (known) return isAccepted(known) ? 0 : Number.POSITIVE_INFINITY;
    if (this.impossible.some((one) => one.every((rung, at) => rung <= rungs[at]!))) return Number.POSITIVE_INFINITY;
    return (this.growth ?? 1) * timesBound(this.model.predict(rungs, margin), this.bound);
  }

  /** The measured error in multiples of the bound, or the predicted one without a run. */
  distanceOf(rungs: Rungs): number {
    const known = this.outcomeOf(rungs);
    const error = known?.kind === 'accurate' || known?.kind === 'inaccurate' ? known.error : null;
    return error === null ? this.excessOf(rungs) : timesBound(error, this.bound);
  }

  /** The predicted error with the smallest growth observed. */
  leastExcessOf(rungs: Rungs): number {
    const [least] = this.growths;
    return this.excessOf(rungs) * (this.growth === null ? 1 : least / this.growth);
  }

  /** The sets of dimensions within a point that operations are over and that were never run alone. */
  unknownWithin(rungs: Rungs): number[][] {
    return this.model.unknownWithin(rungs);
  }
}

function between(one: number, other: number): number {
  return Math.exp((1 - LEARNING_RATE) * Math.log(one) + LEARNING_RATE * Math.log(other));
}
