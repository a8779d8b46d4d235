/**
 * The search that knows what things cost. One run with everything narrow; where that is within the bound, little is left to do. Else each
 * dimension is lowered alone: how every compared value moves then predicts the error of any combination (analysis/error-model.ts), as
 * the performance model predicts its time. What is predicted to be fastest within the bound is run; where it is further off than was
 * predicted, the sets of dimensions that operations are over are run alone, the model learns, and the next best has its turn: until
 * nothing left is predicted to be faster than what holds.
 *
 * Movements do not always add up: rounding what is rounded already does nothing more. So what feeds one another is also lowered as a whole,
 * of many dimensions everything narrow is run but for the worst, and other searches have some runs, before each is known,
 * and at the end moves from the best are tried that the model only hopes for, and some of what the genetic search and delta debugging would
 * try. Where predictions keep failing (chaos, branches that flip), those two have the rest. Of a small space everything that could be
 * faster than what was found is run at the end: then nothing is left to hope for.
 */
import { z } from 'zod';
import { Candidates, HOPELESS, MOST_LONG_RUNS, WORTH_A_RUN } from './auto/candidates.js';
import { Knowledge } from './auto/knowledge.js';
import { type Found, NeighbourhoodSearch } from './auto/neighbourhood-search.js';
import { OtherSearch } from './auto/other-search.js';
import { Parts } from './auto/parts.js';
import { SolverTurns } from './auto/solver-turns.js';
import { TrackRecord } from './auto/track-record.js';
import { timesBound } from './bound.js';
import { searchByClock } from './by-clock.js';
import { deltaDebugging } from './delta-debugging.js';
import { genetic } from './genetic.js';
import { distinct, ENUMERABLE, everyPoint, keyOf, Ladders, type Rungs } from './ladders.js';
import {
  type Asked,
  defineStrategy,
  isAccepted,
  type Outcome,
  onShortest,
  type Point,
  type Proposals,
  type SearchContext,
  type SearchEnd,
  type ShortestInput,
  withAhead,
} from './strategy.js';

const count = z.coerce.number().int().min(1);
const options = z.strictObject({
  rounds: count.default(40).describe('rounds of prediction and trial'),
  evaluations: count.default(4000).describe('points whose predictions are looked at in a round'),
  others: z.coerce
    .number()
    .int()
    .min(0)
    .default(40)
    .describe(
      'runs that the genetic search and delta debugging may ask for at the end; with 0 they have no turns before that, and nothing is widened from everything narrow either',
    ),
  exhaustive: z.coerce
    .number()
    .int()
    .min(0)
    .default(128)
    .describe('spaces of so many points or fewer: what could be faster is run to the last of them'),
  solver: z.coerce
    .number()
    .int()
    .min(0)
    .default(8)
    .describe('times that the solver may be asked, in spaces too large to look at every point'),
  'side-by-side': count.default(3).describe('points that are run in a round'),
});
type Options = z.infer<typeof options>;
type Asking = Generator<Asked, void, readonly Outcome[]>;
/** What is probably run next, the likeliest first. */
type Following = (most: number) => readonly Rungs[];

/** After so many misses in a row predictions are worth nothing. */
const MOST_MISSES = 12;
/** Dimensions that everything else is run narrow without, one at a time. */
const MOST_WIDENED = 64;
/** More dimensions than these are learnt in parts. */
const MOST_ALONE = 24;
/** How often each of the other searches has some runs between those that teach what many dimensions do: for so many of these one, though no fewer. */
const MOST_SLICES = 4;
const SLICE = { dimensions: 16, least: 4 };
/**
 * Runs of the genetic search before each dimension is lowered alone. Chosen: it needs two to eleven runs for its answer on the corpus, and
 * with a small --trials this is what there is time for (results/without-a-gpu/auto/runs-to-answer.txt).
 */
const FIRST_BRED = 4;
/** At the end, points that are predicted to be so many times as far off as allowed are tried all the same. */
const DARING = 8;
/** So many of them at a time, and so often while that helps. */
const MOST_MOVES = 8;
const MOST_BATCHES = 4;
/** Such runs may take so long in all, for each of these; so many there are at least, and no more than where they are short. */
const LONG = {
  moves: { ms: 2000, least: 3 },
  misses: { ms: 6000, least: 4 },
  others: { ms: 5000, least: 3 },
};
/** So often the solver is asked for what it would like next. */
const MOST_SOLVED_AHEAD = 3;
export const auto = defineStrategy({
  name: 'auto',
  summary: 'predict the error and the time of every combination from single runs, and run the best',
  options,
  needs: ['model', 'deviations', 'solver'],
  begins: 'narrowest',
  propose: (context): Proposals =>
    context.facts.predictedTime === null && context.facts.measuresTimes
      ? searchByClock(context)
      : new Auto(context).search(),
  again: { rounds: 3, others: 0 },
});

class Auto {
  private readonly ladders: Ladders;
  private knowledge: Knowledge;
  private candidates: Candidates;
  private readonly timeOf: (rungs: Rungs) => number;
  private best: Found | null = null;
  /** Where runs on the shortest input are asked for: what one on all takes. */
  private longMs: number | null = null;
  private readonly runs: { readonly rungs: Rungs; readonly outcome: Outcome }[] = [];
  private misses = 0;
  private readonly record = new TrackRecord();
  /** What was predicted of points before they ran on the shortest input, which leaves little to predict. */
  private readonly unprobed = new Map<string, number>();
  private readonly solver: SolverTurns | null;
  private delta: OtherSearch;
  private bred: OtherSearch;

  constructor(private readonly context: SearchContext<Options>) {
    const { space, facts, bound } = context;
    this.ladders = new Ladders(space);
    this.knowledge = new Knowledge(facts, bound);
    const { predictedTime } = facts;
    const rungs = Math.max(1, sum(this.ladders.lowest));
    // where nobody could count, narrower is taken for faster
    this.timeOf = predictedTime
      ? (one) => predictedTime(this.ladders.pointOf(one))
      : (one) => 1 - sum(one) / (2 * rungs);
    this.solver =
      facts.solver && this.size > ENUMERABLE
        ? new SolverTurns(facts.solver, context.options.solver, this.ladders, this.timeOf)
        : null;
    this.candidates = this.newCandidates();
    this.delta = this.newDeltaDebugging();
    this.bred = this.newGenetic();
  }

  *search(): Proposals {
    yield* this.predictAndRun();
    yield* this.solve();
    if (this.size <= this.context.options.exhaustive)
      for (let left = this.couldBeFaster(); left.length > 0; left = this.couldBeFaster())
        yield* this.runOnAll(left.slice(0, MOST_MOVES), () => left.slice(MOST_MOVES));
    return this.end();
  }

  private *predictAndRun(): Proposals {
    const { ladders } = this;
    if (ladders.free.length === 0) return;
    yield* this.runOnAll([ladders.lowest], () => [...this.candidates.alone, ...this.candidates.chainsAlone]);
    this.begin(this.context.facts.shortest());
    if (this.best) return yield* this.polish();
    yield* this.explore();
    if (!this.isProbing || (this.best && this.knowledge.isShortestTelling)) return;
    this.begin(null);
    yield* this.explore();
  }

  /** Learns anew from what ran on all inputs, or from the values of the shortest alone. */
  private begin(shortest: ShortestInput | null): void {
    const { facts, bound } = this.context;
    this.longMs = shortest?.allMs ?? null;
    this.knowledge = new Knowledge(facts, bound, shortest);
    this.candidates = this.newCandidates();
    this.delta = this.newDeltaDebugging();
    this.bred = this.newGenetic();
    this.misses = 0;
    for (const { rungs, outcome } of this.runs) this.knowledge.learn(rungs, outcome);
  }

  private newCandidates(): Candidates {
    return new Candidates(this.ladders, this.context.facts.chains, this.knowledge, this.timeOf);
  }

  private get isProbing(): boolean {
    return this.longMs !== null;
  }

  /** Fewer where runs on all inputs take long. */
  private most(kind: keyof typeof LONG, most: number): number {
    if (this.longMs === null) return most;
    const { ms, least } = LONG[kind];
    return Math.min(most, Math.max(least, Math.floor(ms / this.longMs)));
  }

  private *explore(): Proposals {
    const { context } = this;
    yield* this.learnAlone();
    if (this.isProbing) {
      yield* this.runOnAll(this.candidates.contrasting);
      if (!this.knowledge.isShortestTelling) {
        this.begin(null);
        yield* this.learnAlone();
      }
    }
    if (this.isInParts && context.options.others > 0) yield* this.follow(this.delta, this.ladders.free.length / 4);
    yield* this.learnFrom(this.candidates.chainsAlone);
    if (this.isProbing) yield* this.runOnAll(this.candidates.promising);
    const patience = this.most('misses', MOST_MISSES);
    for (let round = 0; round < context.options.rounds && this.misses < patience; round++) {
      const { knowledge } = this;
      const { chosen, next } = this.choose(knowledge.margin);
      const [first] = chosen;
      if (first === undefined) break;
      yield* this.run(chosen, (most) => [...this.candidates.setsWithin(first), ...next(most)]);
      if (!isAccepted(knowledge.answerFor(first)!)) yield* this.learnFrom(this.candidates.setsWithin(first), next);
    }
    yield* this.climb();
    yield* this.widen();
    const isTrusted = this.misses < MOST_MISSES;
    for (const { other, runs } of this.others(isTrusted)) yield* this.follow(other, runs);
  }

  /**
   * Each dimension alone, or many of them in parts. Should the time be up before all are known, something stands: in between everything
   * narrow is run without the worst, and the other searches have their turns, which often have most of the gain by then.
   */
  private *learnAlone(): Proposals {
    if (!this.isInParts) {
      if (this.context.options.others > 0) yield* this.follow(this.bred, FIRST_BRED);
      return yield* this.learnFrom(this.candidates.alone, () => this.candidates.chainsAlone);
    }
    const parts = new Parts(this.ladders, (rungs) => this.knowledge.distanceOf(rungs));
    const slice = Math.max(SLICE.least, this.ladders.free.length / SLICE.dimensions);
    for (let isLeft = true, level = 0; isLeft; level++) {
      if (level < MOST_SLICES && this.context.options.others > 0) {
        yield* this.follow(this.bred, 2 * slice); // ends after some 25 runs, and is worth little before
        yield* this.follow(this.delta, slice);
      }
      const next = parts.next();
      for (const rungs of next) this.unprobed.set(keyOf(rungs), Number.NaN); // nobody predicts it yet
      yield* this.learnFrom(next, () => [...parts.following, ...this.candidates.chainsAlone]);
      isLeft = parts.learn();
      yield* parts.fewestWide((rungs) => this.holdsOrBuysNothing(rungs, parts));
    }
  }

  private get isInParts(): boolean {
    return this.candidates.alone.length > MOST_ALONE;
  }

  private *holdsOrBuysNothing(rungs: Rungs, parts: Parts): Generator<Asked, boolean, readonly Outcome[]> {
    if (this.knowledge.answerFor(rungs) === undefined) {
      if (this.timeOf(rungs) >= this.worthBeating) return true;
      this.unprobed.set(keyOf(rungs), Number.NaN); // nobody predicts it yet
      yield* this.run([rungs], () => parts.following);
    }
    const outcome = this.knowledge.answerFor(rungs);
    return outcome !== undefined && isAccepted(outcome);
  }

  /** What the solver still likes at the end, one at a time: until there is nothing, and how much that is to say is known. */
  private *solve(): Proposals {
    if (this.misses >= MOST_MISSES || this.ladders.free.length === 0) return;
    for (;;) {
      const { solver, knowledge, worthBeating } = this;
      const found = solver?.fastest(knowledge, knowledge.margin, worthBeating) ?? null;
      if (found === null) return;
      yield* this.run([found.rungs], (most) =>
        solver!.following(knowledge, knowledge.margin, worthBeating, found.rungs, Math.min(most, MOST_SOLVED_AHEAD)),
      );
    }
  }

  private end(): SearchEnd {
    const isComplete = this.size <= ENUMERABLE && this.couldBeFaster().length === 0;
    const isTrusted = this.misses < MOST_MISSES;
    const predictions = this.record.quality(isTrusted);
    const solved = isTrusted ? this.solver?.gap(Math.min(1, this.best?.time ?? 1)) : null;
    return { isComplete, ...(predictions && { predictions }), ...(solved && { solved }) };
  }

  private get size(): number {
    return this.context.space.dimensions.reduce((product, { formats }) => product * formats.length, 1);
  }

  /** Points nobody has run that are faster by the model than the best that holds and than the program as it is, the fastest first. */
  private couldBeFaster(): Rungs[] {
    const limit = this.context.facts.predictedTime ? this.worthBeating : Number.POSITIVE_INFINITY;
    return [...everyPoint(this.ladders)]
      .filter((rungs) => sum(rungs) > 0 && this.knowledge.outcomeOf(rungs) === undefined)
      .map((rungs) => ({ rungs, time: this.timeOf(rungs) }))
      .filter(({ time }) => time < limit)
      .sort((a, b) => a.time - b.time)
      .map(({ rungs }) => rungs);
  }

  /** Other searches, and how far to follow each: all the way only where predictions are worth nothing. */
  private others(isTrusted: boolean): { readonly other: OtherSearch; readonly runs: number }[] {
    const { context, bred, delta } = this;
    const some = Math.ceil(context.options.others / 2);
    const all = Number.POSITIVE_INFINITY;
    return [
      { other: bred, runs: isTrusted ? some : all },
      // as far again as this search has come, or twice as far where it knows less: to its end, as a rule
      { other: delta, runs: isTrusted ? some && Math.max(some, (this.isInParts ? 2 : 1) * this.runs.length) : all },
    ];
  }

  private newGenetic(): OtherSearch {
    return new OtherSearch(genetic.propose({ ...this.context, options: genetic.options.parse({}) }), true);
  }

  private newDeltaDebugging(): OtherSearch {
    return new OtherSearch(deltaDebugging.propose({ ...this.context, options: {} }), false);
  }

  /** Lets another search ask; what is known is answered without a run. */
  private *follow(other: OtherSearch, more: number): Proposals {
    other.allowed += more;
    const mostRuns = this.runs.length + this.most('others', this.context.options.others);
    for (let next = other.asked; next; next = other.asked) {
      const asked = next.map((point) => this.ladders.rungsOf(point));
      const fresh = distinct(asked).filter((rungs) => this.knowledge.answerFor(rungs) === undefined);
      if (fresh.length > other.allowed || (this.isProbing && this.runs.length >= mostRuns)) return;
      other.allowed -= fresh.length;
      const { ahead = () => [] } = next;
      const following: Following = (most) => ahead(most).map((point) => this.ladders.rungsOf(point));
      if (other.isContentWithGuesses) yield* this.run(fresh, following);
      else yield* this.runWhereOpen(fresh, following);
      other.answer(asked.map((rungs) => this.knowledge.answerFor(rungs)!));
    }
  }

  /** From the best that holds, moves that the model likes although it predicts them somewhat beyond the bound: it errs both ways. */
  private *climb(): Proposals {
    for (let batches = 0; batches < MOST_BATCHES; batches++) {
      const before: Found | null = this.best;
      const moves = [...this.candidates.movesFrom(before?.rungs ?? this.ladders.widest)]
        .filter((rungs) => this.knowledge.excessOf(rungs) <= DARING)
        .map((rungs) => ({ rungs, time: this.timeOf(rungs) }))
        .sort((a, b) => a.time - b.time);
      yield* this.run(this.worthRunning(moves, this.most('moves', MOST_MOVES)), () => [
        ...this.eachWide(),
        ...this.deltaDebuggingNext(),
      ]);
      if (this.best === before) return;
    }
  }

  /**
   * From everything narrow, wider step by step, what costs most digits first: as few dimensions as hold, found by halving. It rests on runs
   * alone, and so finds what predictions are too careful for.
   */
  private *widen(): Proposals {
    const { ladders, knowledge } = this;
    if (this.context.options.others === 0) return;
    yield* this.learnFrom(this.eachWide());
    const order = this.candidates.byHarm;
    const before: Found | null = this.best;
    let [tooFew, enough] = [0, order.length];
    while (enough - tooFew > 1) {
      const middle = (tooFew + enough) >> 1;
      const widened = (count: number) => order.slice(0, count).reduce((point, at) => point.with(at, 0), ladders.lowest);
      const rungs = widened(middle);
      const either = [(middle + enough) >> 1, (tooFew + middle) >> 1].map(widened);
      if (this.timeOf(rungs) < this.worthBeating) yield* this.run([rungs], () => either);
      const outcome = knowledge.answerFor(rungs);
      if (outcome && !isAccepted(outcome)) tooFew = middle;
      else enough = middle;
    }
    if (this.best !== before) yield* this.climb();
  }

  /** Everything narrow but for one dimension. */
  private eachWide(): Rungs[] {
    const { ladders } = this;
    return ladders.free.length > MOST_WIDENED ? [] : ladders.free.map((at) => ladders.lowest.with(at, 0));
  }

  /** What delta debugging would ask for first that nobody knows. */
  private deltaDebuggingNext(): Rungs[] {
    const search = this.newDeltaDebugging();
    for (let next = search.asked; next; next = search.asked) {
      const asked = next.map((point) => this.ladders.rungsOf(point));
      const answers = asked.map((rungs) => this.knowledge.answerFor(rungs));
      if (answers.includes(undefined)) return asked;
      search.answer(answers.map((one) => one!));
    }
    return [];
  }

  /** What the model likes still better than everything narrow, which is within the bound: some of it wide saves conversions. */
  private *polish(): Proposals {
    const { ladders, context, timeOf } = this;
    const problem = { ladders, chains: context.facts.chains, timeOf, excessOf: () => 0 };
    const search = new NeighbourhoodSearch(problem, context.random, context.options.evaluations);
    yield* this.run(this.worthRunning(search.search([])));
  }

  /** The fastest that are predicted within the bound, of which nobody knows; the first with a margin twice as wide is among them. */
  private choose(margin: number): { readonly chosen: Rungs[]; readonly next: Following } {
    const [hedge] = this.worthRunning(this.predictedWithin(2 * margin));
    const within = this.predictedWithin(margin);
    const best = this.worthRunning(within);
    const chosen = distinct([...best.slice(0, 1), ...(hedge ? [hedge] : []), ...best.slice(1)]).slice(
      0,
      this.isProbing ? MOST_LONG_RUNS : this.context.options['side-by-side'],
    );
    return { chosen, next: (most) => this.worthRunning(within, chosen.length + most) };
  }

  private predictedWithin(margin: number): Found[] {
    const { ladders, knowledge, context, timeOf } = this;
    const excessOf = (rungs: Rungs) => knowledge.excessOf(rungs, margin);
    if (this.size <= ENUMERABLE)
      return [...everyPoint(ladders)]
        .filter((rungs) => sum(rungs) > 0 && excessOf(rungs) <= 1)
        .map((rungs) => ({ rungs, time: timeOf(rungs) }))
        .sort((a, b) => a.time - b.time || sum(a.rungs) - sum(b.rungs));
    const problem = { ladders, chains: context.facts.chains, timeOf, excessOf };
    const search = new NeighbourhoodSearch(problem, context.random, context.options.evaluations);
    return search.search(this.best ? [this.best.rungs] : []);
  }

  private get worthBeating(): number {
    return Math.min(1, this.best?.time ?? 1) * (1 - WORTH_A_RUN);
  }

  private worthRunning(found: readonly Found[], most = this.context.options['side-by-side']): Rungs[] {
    return found
      .filter(({ rungs, time }) => time < this.worthBeating && this.knowledge.answerFor(rungs) === undefined)
      .slice(0, most)
      .map(({ rungs }) => rungs);
  }

  /** What one dimension does alone is no prediction; nor is anything before these were run. */
  private note(rungs: Rungs, predicted: number, outcome: Outcome): void {
    if (outcome.kind !== 'accurate' && outcome.kind !== 'inaccurate') return;
    if (outcome.error === null || rungs.filter((rung) => rung > 0).length < 2) return;
    this.record.note(predicted, timesBound(outcome.error, this.context.bound));
  }

  /** What runs of these would teach, on the shortest input where that is much quicker. */
  private *learnFrom(points: readonly Rungs[], following?: Following): Asking {
    if (this.isProbing) yield* this.probe(points);
    else yield* this.runOnAll(points, following);
  }

  /** On all inputs; where one of them is much quicker, what is well beyond the bound by that one, or no faster than the best, is left at that. */
  private *run(points: readonly Rungs[], following?: Following): Asking {
    if (!this.isProbing) return yield* this.runOnAll(points, following);
    yield* this.probe(points);
    const open = distinct(points).filter((rungs) => this.knowledge.answerFor(rungs) === undefined);
    const isWorthIt = (rungs: Rungs) =>
      this.knowledge.leastExcessOf(rungs) <= HOPELESS && (!this.best || this.timeOf(rungs) < this.worthBeating);
    for (const rungs of open) if (!isWorthIt(rungs)) this.knowledge.presume(rungs, this.timeOf(rungs));
    yield* this.runOnAll(open.filter((rungs) => this.knowledge.answerFor(rungs) === undefined));
  }

  /** On all inputs, but for what misses the bound on the shortest already. */
  private *runWhereOpen(points: readonly Rungs[], following?: Following): Asking {
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

  private *runOnAll(points: readonly Rungs[], following: Following = () => []): Asking {
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
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
