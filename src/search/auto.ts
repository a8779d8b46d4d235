/**
 * A search that predicts errors and times. First it runs the lowest point, which has every dimension in its lowest format. If that is within the
 * bound, little is left to do. Otherwise each dimension is lowered alone: the deviations of every compared value then predict the error of any
 * combination (analysis/error-model.ts), as the performance model predicts its time. The fastest point predicted within the bound is run. If its
 * error is larger than predicted, the sets of dimensions that operations are over are run alone, the model learns, and the next best point
 * follows, until no remaining point is predicted to be faster than the best one within the bound.
 *
 * Deviations do not always add up: rounding a rounded number again changes nothing. Therefore chains of dimensions are also lowered as a whole;
 * with many dimensions, the lowest point without the most harmful ones is run, and other searches get some runs, before each dimension is known;
 * and at the end moves from the best point are tried although the model predicts them somewhat beyond the bound, as well as points that the
 * genetic search and delta debugging propose. With pairs of floats between fp64 and lower formats, every dimension in pairs is run second: if that is
 * within the bound, dimensions are run alone in lower formats only, and the search ends soon. If predictions keep failing (chaos, branches that flip), those two searches continue alone. In a
 * small space every point that could be faster than the best one is run at the end, so that the result is complete.
 */
import { Candidates, MAX_LONG_RUNS } from './auto/candidates.js';
import type { Knowledge } from './auto/knowledge.js';
import {
  EARLY_TURNS,
  FINAL_TURN_RUNS_PER_TRIAL,
  FINAL_TURN_RUNS_PER_TRIAL_IN_PARTS,
  FIRST_GENETIC_RUNS,
  FOLLOW_UP_ROUNDS,
  MAX_BATCHES,
  MAX_MOVE_EXCESS,
  MAX_MOVES,
  MAX_RUNS_BELOW_PAIRS,
  MAX_SOLVED_AHEAD,
  MAX_WIDENED,
  type Options,
  options,
  WIDE_MARGIN_FACTOR,
} from './auto/limits.js';
import { type Found, NeighbourhoodSearch } from './auto/neighbourhood-search.js';
import { OtherSearch } from './auto/other-search.js';
import { Parts } from './auto/parts.js';
import { SolverTurns } from './auto/solver-turns.js';
import { type Following, Trials } from './auto/trials.js';
import { searchByClock } from './by-clock.js';
import { deltaDebugging } from './delta-debugging.js';
import { genetic } from './genetic.js';
import { distinct, everyPoint, Ladders, MAX_ENUMERATED_POINTS, type Rungs } from './ladders.js';
import {
  type Asked,
  defineStrategy,
  isAccepted,
  type Outcome,
  type Proposals,
  type SearchContext,
  type SearchEnd,
  type ShortestInput,
} from './strategy.js';

export const auto = defineStrategy({
  name: 'auto',
  summary: 'predict error and time of every combination from runs of single groups, then run the best',
  options,
  needs: ['model', 'deviations', 'solver'],
  begins: 'narrowest',
  propose: (context): Proposals =>
    context.facts.predictedTime === null && context.facts.measuresTimes
      ? searchByClock(context)
      : new Auto(context).search(),
  again: { rounds: FOLLOW_UP_ROUNDS, others: 0 },
});

class Auto {
  private readonly ladders: Ladders;
  private readonly trials: Trials;
  private candidates: Candidates;
  private readonly timeOf: (rungs: Rungs) => number;
  private readonly solver: SolverTurns | null;
  private deltaSearch: OtherSearch;
  private geneticSearch: OtherSearch;

  constructor(private readonly context: SearchContext<Options>) {
    const { space, facts } = context;
    this.ladders = new Ladders(space);
    const { predictedTime } = facts;
    const rungs = Math.max(1, sum(this.ladders.lowest));
    // without counts, a lower format is assumed to be faster
    this.timeOf = predictedTime
      ? (one) => predictedTime(this.ladders.pointOf(one))
      : (one) => 1 - sum(one) / (2 * rungs);
    this.trials = new Trials(context, this.ladders, this.timeOf);
    this.solver =
      facts.solver && this.size > MAX_ENUMERATED_POINTS
        ? new SolverTurns(facts.solver, context.options.solver, this.ladders, this.timeOf)
        : null;
    this.candidates = this.newCandidates();
    this.deltaSearch = this.newDeltaDebugging();
    this.geneticSearch = this.newGenetic();
  }

  *search(): Proposals {
    yield* this.predictAndRun();
    yield* this.solve();
    if (this.size <= this.context.options.exhaustive)
      for (let left = this.couldBeFaster(); left.length > 0; left = this.couldBeFaster())
        yield* this.trials.runOnAll(left.slice(0, MAX_MOVES), () => left.slice(MAX_MOVES));
    return this.end();
  }

  private *predictAndRun(): Proposals {
    const { ladders } = this;
    if (ladders.free.length === 0) return;
    yield* this.trials.runOnAll([ladders.lowest], () => [...this.candidates.alone, ...this.candidates.chainsAlone]);
    this.begin(this.context.facts.shortest());
    if (this.trials.best) return yield* this.polish();
    yield* this.explore();
    if (!this.trials.isProbing || (this.trials.best && this.knowledge.isShortestRepresentative)) return;
    this.begin(null);
    yield* this.explore();
  }

  private begin(shortest: ShortestInput | null): void {
    this.trials.begin(shortest);
    this.candidates = this.newCandidates();
    this.deltaSearch = this.newDeltaDebugging();
    this.geneticSearch = this.newGenetic();
  }

  private get knowledge(): Knowledge {
    return this.trials.knowledge;
  }

  private get isTrusted(): boolean {
    return this.trials.misses < this.context.options.misses;
  }

  private newCandidates(): Candidates {
    return new Candidates(this.ladders, this.context.facts.chains, this.knowledge, this.timeOf);
  }

  private *explore(): Proposals {
    const { context } = this;
    if (this.ladders.inPairs) yield* this.trials.runOnAll([this.ladders.inPairs], () => this.candidates.alone);
    yield* this.learnAlone();
    if (this.trials.isProbing) {
      yield* this.trials.runOnAll(this.candidates.contrasting);
      if (!this.knowledge.isShortestRepresentative) {
        this.begin(null);
        yield* this.learnAlone();
      }
    }
    if (this.isInParts && context.options.others > 0)
      yield* this.follow(this.deltaSearch, this.ladders.free.length * EARLY_TURNS.lastDeltaRunsPerDimension);
    yield* this.trials.learnFrom(this.candidates.chainsAlone);
    if (this.trials.isProbing) yield* this.trials.runOnAll(this.candidates.promising);
    const patience = this.trials.most('misses', context.options.misses);
    for (let round = 0; round < context.options.rounds && this.trials.misses < patience; round++) {
      const { knowledge } = this;
      const { chosen, next } = this.choose(knowledge.margin);
      const [first] = chosen;
      if (first === undefined) break;
      yield* this.trials.run(chosen, (most) => [...this.candidates.setsWithin(first), ...next(most)]);
      if (!isAccepted(knowledge.answerFor(first)!))
        yield* this.trials.learnFrom(this.candidates.setsWithin(first), next);
    }
    yield* this.climb();
    if (this.runsLeft > this.ladders.free.length) yield* this.widen();
    for (const { other, runs } of this.others(this.isTrusted)) yield* this.follow(other, Math.min(runs, this.runsLeft));
  }

  /** Limited if every dimension in pairs of floats is within the bound, and predictions are right. */
  private get runsLeft(): number {
    const isLimited = this.candidates.inPairs !== null && this.isTrusted;
    return isLimited ? Math.max(0, MAX_RUNS_BELOW_PAIRS - this.trials.count) : Number.POSITIVE_INFINITY;
  }

  /**
   * Each dimension alone, or many of them in parts. In between, the lowest point is run without the most harmful parts, and the other searches
   * get runs, which often find most of the gain early: a good point is then known if the time is up before all dimensions are.
   */
  private *learnAlone(): Proposals {
    if (!this.isInParts) {
      if (this.context.options.others > 0 && !this.candidates.inPairs)
        yield* this.follow(this.geneticSearch, FIRST_GENETIC_RUNS);
      return yield* this.trials.learnFrom(this.candidates.alone, () => this.candidates.chainsAlone);
    }
    const parts = new Parts(this.ladders, (rungs) => this.knowledge.distanceOf(rungs));
    const slice = Math.max(EARLY_TURNS.minDeltaRuns, this.ladders.free.length * EARLY_TURNS.deltaRunsPerDimension);
    for (let isLeft = true, level = 0; isLeft; level++) {
      if (level < EARLY_TURNS.count && this.context.options.others > 0) {
        yield* this.follow(this.geneticSearch, EARLY_TURNS.geneticRunsPerDeltaRun * slice);
        yield* this.follow(this.deltaSearch, slice);
      }
      const next = parts.next();
      this.trials.noteUnpredicted(next);
      yield* this.trials.learnFrom(next, () => [...parts.following, ...this.candidates.chainsAlone]);
      isLeft = parts.learn();
      yield* parts.fewestExcluded((rungs) => this.isAcceptedOrTooSlow(rungs, parts));
    }
  }

  private get isInParts(): boolean {
    return this.candidates.alone.length > this.context.options.alone;
  }

  private *isAcceptedOrTooSlow(rungs: Rungs, parts: Parts): Generator<Asked, boolean, readonly Outcome[]> {
    if (this.knowledge.answerFor(rungs) === undefined) {
      if (this.timeOf(rungs) >= this.trials.worthBeating) return true;
      this.trials.noteUnpredicted([rungs]);
      yield* this.trials.run([rungs], () => parts.following);
    }
    const outcome = this.knowledge.answerFor(rungs);
    return outcome !== undefined && isAccepted(outcome);
  }

  /** Runs the points that the solver finds, one at a time, until it finds none; its bound then tells how much could be left. */
  private *solve(): Proposals {
    if (!this.isTrusted || this.ladders.free.length === 0) return;
    for (;;) {
      const { solver, knowledge } = this;
      const { worthBeating } = this.trials;
      const found = solver?.fastest(knowledge, knowledge.margin, worthBeating) ?? null;
      if (found === null || this.runsLeft === 0) return;
      yield* this.trials.run([found.rungs], (most) =>
        solver!.following(knowledge, knowledge.margin, worthBeating, found.rungs, Math.min(most, MAX_SOLVED_AHEAD)),
      );
    }
  }

  private end(): SearchEnd {
    const isComplete = this.size <= MAX_ENUMERATED_POINTS && this.couldBeFaster().length === 0;
    const { isTrusted } = this;
    const predictions = this.trials.quality(isTrusted);
    const solved = isTrusted ? this.solver?.gap(Math.min(1, this.trials.best?.time ?? 1)) : null;
    return { isComplete, ...(predictions && { predictions }), ...(solved && { solved }) };
  }

  private get size(): number {
    return this.context.space.dimensions.reduce((product, { formats }) => product * formats.length, 1);
  }

  /** Points without a run that the model predicts to be faster than the best one within the bound and than the original program, fastest first. */
  private couldBeFaster(): Rungs[] {
    const limit = this.context.facts.predictedTime ? this.trials.worthBeating : Number.POSITIVE_INFINITY;
    return [...everyPoint(this.ladders)]
      .filter((rungs) => sum(rungs) > 0 && this.knowledge.outcomeOf(rungs) === undefined)
      .map((rungs) => ({ rungs, time: this.timeOf(rungs) }))
      .filter(({ time }) => time < limit)
      .sort((a, b) => a.time - b.time)
      .map(({ rungs }) => rungs);
  }

  /** The other searches and their runs: unlimited only if predictions have failed. */
  private others(isTrusted: boolean): { readonly other: OtherSearch; readonly runs: number }[] {
    const { context, geneticSearch, deltaSearch } = this;
    const some = Math.ceil(context.options.others / 2);
    const all = Number.POSITIVE_INFINITY;
    const runsPerTrial = this.isInParts ? FINAL_TURN_RUNS_PER_TRIAL_IN_PARTS : FINAL_TURN_RUNS_PER_TRIAL;
    return [
      { other: geneticSearch, runs: isTrusted ? some : all },
      { other: deltaSearch, runs: isTrusted ? some && Math.max(some, runsPerTrial * this.trials.count) : all },
    ];
  }

  private newGenetic(): OtherSearch {
    return new OtherSearch(genetic.propose({ ...this.context, options: genetic.options.parse({}) }), true);
  }

  private newDeltaDebugging(): OtherSearch {
    return new OtherSearch(deltaDebugging.propose({ ...this.context, options: {} }), false);
  }

  /** Lets another search ask for points; known points are answered without a run. */
  private *follow(other: OtherSearch, more: number): Proposals {
    other.allowed += more;
    const mostRuns = this.trials.count + this.trials.most('others', this.context.options.others);
    for (let next = other.next; next; next = other.next) {
      const asked = next.map((point) => this.ladders.rungsOf(point));
      const fresh = distinct(asked).filter((rungs) => this.knowledge.answerFor(rungs) === undefined);
      if (fresh.length > other.allowed || (this.trials.isProbing && this.trials.count >= mostRuns)) return;
      other.allowed -= fresh.length;
      const { ahead = () => [] } = next;
      const following: Following = (most) => ahead(most).map((point) => this.ladders.rungsOf(point));
      if (other.acceptsExtrapolations) yield* this.trials.run(fresh, following);
      else yield* this.trials.runWhereOpen(fresh, following);
      other.answer(asked.map((rungs) => this.knowledge.answerFor(rungs)!));
    }
  }

  /** Tries moves from the best point that the model predicts to be faster but somewhat beyond the bound: its errors go both ways. */
  private *climb(): Proposals {
    for (let batches = 0; batches < MAX_BATCHES && this.runsLeft > 0; batches++) {
      const before: Found | null = this.trials.best;
      const moves = [...this.candidates.movesFrom(before?.rungs ?? this.ladders.widest)]
        .filter((rungs) => this.knowledge.excessOf(rungs) <= MAX_MOVE_EXCESS)
        .map((rungs) => ({ rungs, time: this.timeOf(rungs) }))
        .sort((a, b) => a.time - b.time);
      const most = Math.min(this.runsLeft, this.trials.most('moves', MAX_MOVES));
      yield* this.trials.run(this.trials.worthRunning(moves, most), () => [
        ...this.eachWide(),
        ...this.deltaDebuggingNext(),
      ]);
      if (this.trials.best === before) return;
    }
  }

  /**
   * Raises dimensions of the lowest point in the order of the harm they do, and finds the smallest number that brings it within the bound by
   * bisection. It uses runs only, and so finds points for which predictions are too pessimistic.
   */
  private *widen(): Proposals {
    const { ladders, knowledge } = this;
    if (this.context.options.others === 0) return;
    yield* this.trials.learnFrom(this.eachWide());
    const order = this.candidates.byHarm;
    const before: Found | null = this.trials.best;
    let [tooFew, enough] = [0, order.length];
    while (enough - tooFew > 1) {
      const middle = (tooFew + enough) >> 1;
      const widened = (count: number) => order.slice(0, count).reduce((point, at) => point.with(at, 0), ladders.lowest);
      const rungs = widened(middle);
      const either = [(middle + enough) >> 1, (tooFew + middle) >> 1].map(widened);
      if (this.timeOf(rungs) < this.trials.worthBeating) yield* this.trials.run([rungs], () => either);
      const outcome = knowledge.answerFor(rungs);
      if (outcome && !isAccepted(outcome)) tooFew = middle;
      else enough = middle;
    }
    if (this.trials.best !== before) yield* this.climb();
  }

  /** The lowest point with one dimension at its declared format, for each dimension. */
  private eachWide(): Rungs[] {
    const { ladders } = this;
    return ladders.free.length > MAX_WIDENED ? [] : ladders.free.map((at) => ladders.lowest.with(at, 0));
  }

  /** The first points without a run that delta debugging would ask for. */
  private deltaDebuggingNext(): Rungs[] {
    const search = this.newDeltaDebugging();
    for (let next = search.next; next; next = search.next) {
      const asked = next.map((point) => this.ladders.rungsOf(point));
      const answers = asked.map((rungs) => this.knowledge.answerFor(rungs));
      if (answers.includes(undefined)) return asked;
      search.answer(answers.map((one) => one!));
    }
    return [];
  }

  /** The lowest point is within the bound: tries points that the model predicts to be faster still, because they save conversions. */
  private *polish(): Proposals {
    const { ladders, context, timeOf } = this;
    const problem = { ladders, chains: context.facts.chains, timeOf, excessOf: () => 0 };
    const search = new NeighbourhoodSearch(problem, context.random, context.options.evaluations);
    yield* this.trials.run(this.trials.worthRunning(search.search([])));
  }

  /** The fastest points without a run that are predicted within the bound; among them the first with a margin twice as wide. */
  private choose(margin: number): { readonly chosen: Rungs[]; readonly next: Following } {
    const [hedge] = this.trials.worthRunning(this.predictedWithin(WIDE_MARGIN_FACTOR * margin));
    const within = this.predictedWithin(margin);
    const best = this.trials.worthRunning(within);
    const chosen = distinct([...best.slice(0, 1), ...(hedge ? [hedge] : []), ...best.slice(1)]).slice(
      0,
      this.trials.isProbing ? MAX_LONG_RUNS : this.context.options['side-by-side'],
    );
    return { chosen, next: (most) => this.trials.worthRunning(within, chosen.length + most) };
  }

  private predictedWithin(margin: number): Found[] {
    const { ladders, knowledge, context, timeOf } = this;
    const excessOf = (rungs: Rungs) => knowledge.excessOf(rungs, margin);
    if (this.size <= MAX_ENUMERATED_POINTS)
      return [...everyPoint(ladders)]
        .filter((rungs) => sum(rungs) > 0 && excessOf(rungs) <= 1)
        .map((rungs) => ({ rungs, time: timeOf(rungs) }))
        .sort((a, b) => a.time - b.time || sum(a.rungs) - sum(b.rungs));
    const problem = { ladders, chains: context.facts.chains, timeOf, excessOf };
    const search = new NeighbourhoodSearch(problem, context.random, context.options.evaluations);
    return search.search(this.trials.best ? [this.trials.best.rungs] : []);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
