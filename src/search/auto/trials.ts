/** The runs of a search: asks for them, learns from them, and keeps the fastest point within the bound. */
import { timesBound } from '../bound.js';
import { distinct, keyOf, type Ladders, type Rungs } from '../ladders.js';
import {
  type Asked,
  isAccepted,
  type Outcome,
  onShortest,
  type Point,
  type PredictionQuality,
  type SearchContext,
  type ShortestInput,
  withAhead,
} from '../strategy.js';
import { HOPELESS_EXCESS, MIN_TIME_SAVING } from './candidates.js';
import { Knowledge } from './knowledge.js';
import { LONG_RUN_LIMITS, type Options } from './limits.js';
import type { Found } from './neighbourhood-search.js';
import { TrackRecord } from './track-record.js';

export type Asking = Generator<Asked, void, readonly Outcome[]>;
/** Points that will probably be run next, the likeliest first. */
export type Following = (most: number) => readonly Rungs[];

export class Trials {
  knowledge: Knowledge;
  best: Found | null = null;
  /** Consecutive rounds whose runs all missed the bound against the prediction. */
  misses = 0;
  /** Time of a run on all inputs, while runs on the shortest input are asked for. */
  private longMs: number | null = null;
  private readonly runs: { readonly rungs: Rungs; readonly outcome: Outcome }[] = [];
  private readonly record = new TrackRecord();
  /** Predictions of points before they ran on the shortest input, since that run leaves little to predict. */
  private readonly unprobed = new Map<string, number>();

  constructor(
    private readonly context: SearchContext<Options>,
    private readonly ladders: Ladders,
    private readonly timeOf: (rungs: Rungs) => number,
  ) {
    this.knowledge = new Knowledge(context.facts, context.bound);
  }

  /** Learns again from all runs on all inputs, or only from their values on the shortest input. */
  begin(shortest: ShortestInput | null): void {
    const { facts, bound } = this.context;
    this.longMs = shortest?.allMs ?? null;
    this.knowledge = new Knowledge(facts, bound, shortest);
    this.misses = 0;
    for (const { rungs, outcome } of this.runs) this.knowledge.learn(rungs, outcome);
  }

  get count(): number {
    return this.runs.length;
  }

  quality(isTrusted: boolean): PredictionQuality | null {
    return this.record.quality(isTrusted);
  }

  get isProbing(): boolean {
    return this.longMs !== null;
  }

  /** Limits a kind of run if runs on all inputs take long. */
  most(kind: keyof typeof LONG_RUN_LIMITS, most: number): number {
    if (this.longMs === null) return most;
    const { ms, minRuns } = LONG_RUN_LIMITS[kind];
    return Math.min(most, Math.max(minRuns, Math.floor(ms / this.longMs)));
  }

  /** Excludes these points from the record of predictions. */
  noteUnpredicted(points: readonly Rungs[]): void {
    for (const rungs of points) this.unprobed.set(keyOf(rungs), Number.NaN);
  }

  get worthBeating(): number {
    return Math.min(1, this.best?.time ?? 1) * (1 - MIN_TIME_SAVING);
  }

  worthRunning(found: readonly Found[], most = this.context.options['side-by-side']): Rungs[] {
    return found
      .filter(({ rungs, time }) => time < this.worthBeating && this.knowledge.answerFor(rungs) === undefined)
      .slice(0, most)
      .map(({ rungs }) => rungs);
  }

  /** Runs points for their information: on the shortest input if that is much quicker. */
  *learnFrom(points: readonly Rungs[], following?: Following): Asking {
    if (this.isProbing) yield* this.probe(points);
    else yield* this.runOnAll(points, following);
  }

  /**
   * Runs points on all inputs. If one input is much quicker, it runs first, and points well beyond the bound there, or no faster than the best,
   * run on no other.
   */
  *run(points: readonly Rungs[], following?: Following): Asking {
    if (!this.isProbing) return yield* this.runOnAll(points, following);
    yield* this.probe(points);
    const open = distinct(points).filter((rungs) => this.knowledge.answerFor(rungs) === undefined);
    const isWorthIt = (rungs: Rungs) =>
      this.knowledge.leastExcessOf(rungs) <= HOPELESS_EXCESS && (!this.best || this.timeOf(rungs) < this.worthBeating);
    for (const rungs of open) if (!isWorthIt(rungs)) this.knowledge.extrapolate(rungs, this.timeOf(rungs));
    yield* this.runOnAll(open.filter((rungs) => this.knowledge.answerFor(rungs) === undefined));
  }

  /** Runs points on all inputs, except those that miss the bound on the shortest one. */
  *runWhereOpen(points: readonly Rungs[], following?: Following): Asking {
    if (this.isProbing) yield* this.probe(points);
    yield* this.runOnAll(
      points.filter((rungs) => this.knowledge.answerFor(rungs) === undefined),
      following,
    );
  }

  private unknown(points: readonly Rungs[], besides: readonly Rungs[], most: number): Point[] {
    const asked = new Set(besides.map(keyOf));
    return distinct(points)
      .filter((rungs) => !asked.has(keyOf(rungs)) && this.knowledge.answerFor(rungs) === undefined)
      .slice(0, most)
      .map((rungs) => this.ladders.pointOf(rungs));
  }

  private *probe(points: readonly Rungs[]): Asking {
    const fresh = distinct(points).filter((rungs) => !this.knowledge.isProbed(rungs));
    if (fresh.length === 0) return;
    const predicted = fresh.map((rungs) => this.knowledge.excessOf(rungs));
    const outcomes = yield onShortest(fresh.map((rungs) => this.ladders.pointOf(rungs)));
    for (const [at, outcome] of outcomes.entries()) {
      this.knowledge.learn(fresh[at]!, outcome);
      if (!this.unprobed.has(keyOf(fresh[at]!))) this.unprobed.set(keyOf(fresh[at]!), predicted[at]!);
    }
  }

  *runOnAll(points: readonly Rungs[], following: Following = () => []): Asking {
    const fresh = distinct(points).filter((rungs) => this.knowledge.outcomeOf(rungs) === undefined);
    if (fresh.length === 0) return;
    const predicted = fresh.map((rungs) => this.unprobed.get(keyOf(rungs)) ?? this.knowledge.excessOf(rungs));
    const outcomes = yield withAhead(
      fresh.map((rungs) => this.ladders.pointOf(rungs)),
      (most) => this.unknown(following(most + fresh.length), fresh, most),
    );
    let missed = false;
    for (const [at, outcome] of outcomes.entries()) {
      const rungs = fresh[at]!;
      this.runs.push({ rungs, outcome });
      this.note(rungs, predicted[at]!, outcome);
      const miss = this.knowledge.learn(rungs, outcome);
      if (miss !== null && !Number.isNaN(predicted[at])) this.knowledge.adjust(miss);
      const time = this.timeOf(rungs);
      if (isAccepted(outcome) && (this.best === null || time < this.best.time)) this.best = { rungs, time };
      missed ||= !isAccepted(outcome) && predicted[at]! <= 1;
      if (isAccepted(outcome)) this.misses = 0;
    }
    if (missed && outcomes.every((one) => !isAccepted(one))) this.misses++;
  }

  /** Records a prediction, unless the point lowers only one dimension. */
  private note(rungs: Rungs, predicted: number, outcome: Outcome): void {
    if (outcome.kind !== 'accurate' && outcome.kind !== 'inaccurate') return;
    if (outcome.error === null || rungs.filter((rung) => rung > 0).length < 2) return;
    this.record.note(predicted, timesBound(outcome.error, this.context.bound));
  }
}
