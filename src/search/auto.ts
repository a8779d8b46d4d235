/**
 * The search that knows what things cost. One run with everything narrow; where that is within the bound, little is left to do. Else each
 * dimension is lowered alone: how every compared value moves then predicts the error of any combination (analysis/error-model.ts), as
 * the performance model predicts its time. What is predicted to be fastest within the bound is run; where it is further off than was
 * predicted, the sets of dimensions that operations are over are run alone, the model learns, and the next best has its turn: until
 * nothing left is predicted to be faster than what holds.
 *
 * Where the model's predictions keep failing (chaos, branches that flip), delta debugging has the rest.
 */
import { z } from 'zod';
import { only } from '../analysis/error-model.js';
import { Knowledge } from './auto/knowledge.js';
import { type Found, NeighbourhoodSearch } from './auto/neighbourhood-search.js';
import { deltaDebugging } from './delta-debugging.js';
import { everyPoint, keyOf, Ladders, type Rungs } from './ladders.js';
import { defineStrategy, isAccepted, type Outcome, type Point, type Proposals, type SearchContext } from './strategy.js';

const count = z.coerce.number().int().min(1);
const options = z.strictObject({
  rounds: count.default(40).describe('rounds of prediction and trial'),
  evaluations: count.default(4000).describe('points whose predictions are looked at in a round'),
  'side-by-side': count.default(3).describe('points that are run in a round'),
});
type Options = z.infer<typeof options>;

/** Spaces up to this size are looked at point by point. */
const SMALL = 4096;
/** Less than this of the time is not worth a run. */
const WORTH_A_RUN = 0.005;
/** After so many misses in a row predictions are worth nothing. */
const MOST_MISSES = 12;
/** Runs of sets that operations are over, after one miss. */
const MOST_SETS = 16;
/** Where nothing more is predicted to be within the bound, points that are so many times as far off are tried all the same. */
const DARING = [2, 4];

export const auto = defineStrategy({
  name: 'auto',
  summary: 'predict the error and the time of every combination from single runs, and run the best',
  options,
  needs: ['model', 'deviations'],
  propose: (context): Proposals => new Auto(context).search(),
});

class Auto {
  private readonly ladders: Ladders;
  private readonly knowledge: Knowledge;
  private readonly timeOf: (rungs: Rungs) => number;
  private best: Found | null = null;
  private misses = 0;

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
  }

  *search(): Proposals {
    const { ladders, knowledge, context } = this;
    if (ladders.free.length === 0) return;
    yield* this.run([ladders.lowest]);
    if (this.best) return yield* this.polish();
    yield* this.run(this.alone());
    for (let round = 0, daring = 0; round < context.options.rounds && this.misses < MOST_MISSES; round++) {
      const dare = daring === 0 ? 1 : DARING[daring - 1]!;
      const chosen = this.choose(knowledge.margin / dare);
      if (chosen.length === 0) {
        if (++daring > DARING.length) return;
        continue;
      }
      const before: Found | null = this.best;
      yield* this.run(chosen);
      if (this.best !== before) daring = 0;
      else if (daring > 0) daring++;
      if (daring > DARING.length) return;
      const [first] = chosen;
      if (!isAccepted(knowledge.outcomeOf(first!)!)) yield* this.run(this.setsWithin(first!));
    }
    if (this.misses >= MOST_MISSES) yield* deltaDebugging.propose({ ...context, options: {} });
  }

  /** What the model likes still better than everything narrow, which is within the bound: some of it wide saves conversions. */
  private *polish(): Proposals {
    const { ladders, context, timeOf } = this;
    const problem = { ladders, chains: context.facts.chains, timeOf, excessOf: () => 0 };
    const search = new NeighbourhoodSearch(problem, context.random, context.options.evaluations);
    yield* this.run(this.worthRunning(search.search([])));
  }

  /** Each dimension on each of its rungs, the others as they are. */
  private alone(): Rungs[] {
    const { ladders } = this;
    return ladders.free.flatMap((at) =>
      Array.from({ length: ladders.lowest[at]! }, (_, rung) => ladders.widest.with(at, rung + 1)),
    );
  }

  private setsWithin(rungs: Rungs): Rungs[] {
    return this.knowledge
      .unknownWithin(rungs)
      .slice(0, MOST_SETS)
      .map((members) => only(rungs, members));
  }

  /** The fastest that are predicted within the bound, of which nobody knows; the first with a margin twice as wide is among them. */
  private choose(margin: number): Rungs[] {
    const [hedge] = this.worthRunning(this.predictedWithin(2 * margin));
    const chosen = this.worthRunning(this.predictedWithin(margin));
    return distinct([...chosen.slice(0, 1), ...(hedge ? [hedge] : []), ...chosen.slice(1)]).slice(
      0,
      this.context.options['side-by-side'],
    );
  }

  private predictedWithin(margin: number): Found[] {
    const { ladders, knowledge, context, timeOf } = this;
    const excessOf = (rungs: Rungs) => knowledge.excessOf(rungs, margin);
    const size = context.space.dimensions.reduce((product, { formats }) => product * formats.length, 1);
    if (size <= SMALL)
      return [...everyPoint(ladders)]
        .filter((rungs) => sum(rungs) > 0 && excessOf(rungs) <= 1)
        .map((rungs) => ({ rungs, time: timeOf(rungs) }))
        .sort((a, b) => a.time - b.time || sum(a.rungs) - sum(b.rungs));
    const problem = { ladders, chains: context.facts.chains, timeOf, excessOf };
    const search = new NeighbourhoodSearch(problem, context.random, context.options.evaluations);
    return search.search(this.best ? [this.best.rungs] : []);
  }

  private worthRunning(found: readonly Found[]): Rungs[] {
    const limit = (this.best?.time ?? 1) * (1 - WORTH_A_RUN);
    return found
      .filter(({ rungs, time }) => time < limit && this.knowledge.outcomeOf(rungs) === undefined)
      .slice(0, this.context.options['side-by-side'])
      .map(({ rungs }) => rungs);
  }

  private *run(points: readonly Rungs[]): Generator<readonly Point[], void, readonly Outcome[]> {
    const fresh = distinct(points).filter((rungs) => this.knowledge.outcomeOf(rungs) === undefined);
    if (fresh.length === 0) return;
    const predicted = fresh.map((rungs) => this.knowledge.excessOf(rungs));
    const outcomes = yield fresh.map((rungs) => this.ladders.pointOf(rungs));
    let missed = false;
    for (const [at, outcome] of outcomes.entries()) {
      const rungs = fresh[at]!;
      const miss = this.knowledge.learn(rungs, outcome);
      if (miss !== null && sum(rungs) < sum(this.ladders.lowest)) this.knowledge.adjust(miss);
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

function distinct(points: readonly Rungs[]): Rungs[] {
  return [...new Map(points.map((rungs) => [keyOf(rungs), rungs])).values()];
}
