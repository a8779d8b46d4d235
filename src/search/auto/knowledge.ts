/** What the runs of a search have shown: how each ended, and what the error model makes of them. */
import { ErrorModel } from '../../analysis/error-model.js';
import { errorAt, timesBound } from '../bound.js';
import { keyOf, type Rungs } from '../ladders.js';
import { isAccepted, type Outcome, type SearchFacts, type WatchedPart } from '../strategy.js';

/**
 * Weight of the latest run in the margin and in the growth, on a logarithmic scale.
 * Chosen: the mean of what was known and what was seen; tried 0.25 and 1 on boxmd, with the same answers after as many runs
 * (results/without-a-gpu/auto/other-constants.txt).
 */
const LEARNING_RATE = 0.5;
/**
 * Error of a missed point over its error on the shortest input, from which on another input is known to have run.
 * Chosen: a trial that misses on the shortest input does not run on the others, and then the ratio is 1 but for rounding; nothing else was tried.
 */
const MIN_GROWTH_OF_MISS = 1.001;
/**
 * Largest over smallest growth from the shortest input to all, beyond which the shortest input says nothing about the others.
 * Chosen: ten times the factor of 3 within which predictions of use lie (CLOSE_FACTOR); nothing else was tried.
 */
const MAX_GROWTH_SPREAD = 30;
/**
 * Limits of the margin by which predicted movements are multiplied.
 * Chosen: predictions were within a factor of 3 in 205 of 207 cases (results/without-a-gpu/auto/error-model.txt), and the margin goes somewhat
 * beyond on the careful side; nothing else was tried.
 */
const MIN_MARGIN = 0.5;
const MAX_MARGIN = 16;

export class Knowledge {
  readonly model: ErrorModel;
  private readonly outcomes = new Map<string, Outcome>();
  /** What each lowers that could not be written, built or run: neither can what lowers more. */
  readonly impossible: Rungs[] = [];
  private readonly isScalar: boolean;
  /** How each point ran that was run on the shortest input alone, and holds there. */
  private readonly probed = new Map<string, Extract<Outcome, { kind: 'probed' }>>();
  /** What points that hold on the shortest input are thought to come to on all. */
  private readonly presumed = new Map<string, Outcome>();
  /** So many times as far as it is thought to move a value, a point may move it. */
  margin = 1;
  /** So many times as far off as on the shortest input a point is on all; null before any was run on all. */
  private growth: number | null = null;
  /** The least and the most that growth was seen to be. */
  private growths: readonly [number, number] = [Number.POSITIVE_INFINITY, 0];

  constructor(
    private readonly facts: SearchFacts,
    private readonly bound: number,
    /** The part of the watched values that is learnt from, where runs on the shortest input count; null for all. */
    private readonly shortest: WatchedPart | null = null,
  ) {
    const { errorOf } = facts;
    this.isScalar = errorOf === null;
    // without values to watch, errors themselves add up: more than they do, where the metric is a distance
    this.model = new ErrorModel([...facts.supports, ...facts.chains], errorOf ?? (([error]) => error ?? 0));
  }

  /** Takes how a run ended; how far its error was from what was predicted, as a factor, where both are known. */
  learn(rungs: Rungs, outcome: Outcome): number | null {
    if (outcome.kind === 'probed') {
      this.probed.set(keyOf(rungs), outcome);
      if (outcome.deviations) this.model.learn(rungs, this.learntFrom(outcome.deviations));
      return null;
    }
    this.outcomes.set(keyOf(rungs), outcome);
    if (outcome.kind !== 'accurate' && outcome.kind !== 'inaccurate') {
      this.impossible.push(rungs);
      return null;
    }
    if (outcome.error === null || !Number.isFinite(outcome.error)) return null;
    const predicted = this.excessOf(rungs);
    const watched = outcome.deviations && this.learntFrom(outcome.deviations);
    const deviations = this.isScalar ? Float64Array.of(Math.max(0, outcome.error)) : watched;
    if (deviations) this.model.learn(rungs, deviations, outcome.kind === 'accurate');
    const found = timesBound(outcome.error, this.bound);
    if (deviations) this.learnGrowth(found, deviations, outcome.kind);
    const lowered = rungs.flatMap((rung, at) => (rung > 0 ? [at] : []));
    const miss = found / predicted;
    return lowered.length > 1 && Number.isFinite(miss) && miss > 0 ? miss : null;
  }

  /** Where values of the shortest input are watched: how much further off the others are. One that fails there did not run on them. */
  private learnGrowth(found: number, deviations: Float64Array, kind: Outcome['kind']): void {
    const { errorOf } = this.facts;
    if (!errorOf || !this.shortest) return;
    const ratio = found / timesBound(errorOf(deviations), this.bound);
    if (!Number.isFinite(ratio) || ratio <= 0 || (kind === 'inaccurate' && ratio < MIN_GROWTH_OF_MISS)) return;
    this.growth = this.growth === null ? ratio : between(this.growth, ratio);
    this.growths = [Math.min(this.growths[0], ratio), Math.max(this.growths[1], ratio)];
  }

  /** Whether the shortest input says much about the others: not where some points are far worse there than others are. */
  get isShortestTelling(): boolean {
    const [least, most] = this.growths;
    return most <= least * MAX_GROWTH_SPREAD || this.growth === null;
  }

  private learntFrom(deviations: Float64Array): Float64Array {
    const { shortest } = this;
    return shortest ? deviations.map((moved, at) => (at >= shortest.from && at < shortest.to ? moved : 0)) : deviations;
  }

  /** Trusts predictions as much as the last one deserved. */
  adjust(miss: number): void {
    this.margin = Math.min(MAX_MARGIN, Math.max(MIN_MARGIN, between(this.margin, miss)));
  }

  /** Whether it was run on the shortest input, whatever came of it. */
  isProbed(rungs: Rungs): boolean {
    return this.probed.has(keyOf(rungs)) || this.outcomeOf(rungs) !== undefined;
  }

  /** Takes for granted what a run on all inputs would come to, from the one on the shortest; `time` is the model's. */
  presume(rungs: Rungs, time: number): void {
    if (!this.probed.has(keyOf(rungs))) return;
    const excess = this.excessOf(rungs);
    const error = errorAt(excess, this.bound);
    const presumed: Outcome =
      excess <= 1
        ? { kind: 'accurate', accepted: true, error, speedup: 1 / time, ofIdeal: null }
        : { kind: 'inaccurate', error };
    this.presumed.set(keyOf(rungs), presumed);
  }

  /** For a search that only wants an answer: known, or taken for granted. */
  answerFor(rungs: Rungs): Outcome | undefined {
    return this.outcomeOf(rungs) ?? this.presumed.get(keyOf(rungs));
  }

  /** Every point that `answerFor` has an answer for. */
  get known(): Rungs[] {
    return [...this.outcomes.keys(), ...this.presumed.keys()].map((key) => key.split(',').map(Number));
  }

  /** How many times as far off as allowed, where values moved so. */
  timesOff(deviations: Float64Array): number {
    return (this.growth ?? 1) * timesBound(this.model.errorOf(deviations), this.bound);
  }

  outcomeOf(rungs: Rungs): Outcome | undefined {
    return this.outcomes.get(keyOf(rungs));
  }

  /** Predicted, or known: how many times as far off as allowed. */
  excessOf(rungs: Rungs, margin = 1): number {
    const known = this.outcomeOf(rungs);
    if (known) return isAccepted(known) ? 0 : Number.POSITIVE_INFINITY;
    if (this.impossible.some((one) => one.every((rung, at) => rung <= rungs[at]!))) return Number.POSITIVE_INFINITY;
    return (this.growth ?? 1) * timesBound(this.model.predict(rungs, margin), this.bound);
  }

  /** The same, and as far off as it was seen to be where it was run. */
  distanceOf(rungs: Rungs): number {
    const known = this.outcomeOf(rungs);
    const error = known?.kind === 'accurate' || known?.kind === 'inaccurate' ? known.error : null;
    return error === null ? this.excessOf(rungs) : timesBound(error, this.bound);
  }

  /** Where it grows from the shortest input to all as little as anything was seen to. */
  leastExcessOf(rungs: Rungs): number {
    const [least] = this.growths;
    return this.excessOf(rungs) * (this.growth === null ? 1 : least / this.growth);
  }

  /** The sets of dimensions within a point that operations are over and that nobody has run alone. */
  unknownWithin(rungs: Rungs): number[][] {
    return this.model.unknownWithin(rungs);
  }
}

function between(one: number, other: number): number {
  return Math.exp((1 - LEARNING_RATE) * Math.log(one) + LEARNING_RATE * Math.log(other));
}
