/**
 * GPUMixer's search over Fast Imprecise Sets (section 4.5). A dimension is a set of operations, or several disjoint sets; a trial lowers one.
 * Three modes, as in the paper:
 *   1  by rising error of the set, until one meets the error bound
 *   2  by rising error of the set, until one meets the error bound and reaches the performance threshold
 *   3  by falling r_ac, until one meets the error bound and reaches the performance threshold
 * The threshold is a percentage of the ideal speedup, equation (3). Three more modes are not in the paper:
 *   gain     by falling modelled gain, until one meets the error bound and reaches the performance threshold
 *   all      every set, for tables of all modes and thresholds from one series of trials
 *   fastest  all operations first, if that promises most: if it passes, the search is done. Otherwise the sets with the largest gain and those
 *            with the smallest error alternate; then sets that passed are joined while that is faster and still passes
 */
import { z } from 'zod';
import {
  type Asked,
  baselinePoint,
  defineStrategy,
  isAccepted,
  type Outcome,
  type Point,
  type Proposals,
  type SearchFacts,
  type SearchSpace,
  type SetFacts,
  withAhead,
} from './strategy.js';

export const FISET_MODES = ['1', '2', '3', 'gain', 'all', 'fastest'] as const;
const switched = z.enum(['on', 'off']);

export const fisetOptions = z.strictObject({
  mode: z.enum(FISET_MODES).default('fastest').describe('1, 2, 3 as in the paper, gain, all, or fastest'),
  performance: z.coerce
    .number()
    .default(5)
    .describe('modes 2, 3 and gain: percentage of the ideal speedup that a set must reach'),
  'max-sets': z.coerce.number().int().min(1).default(200).describe('φ: maximum number of sets'),
  tries: z.coerce.number().int().min(1).default(48).describe('mode fastest: maximum number of single sets'),
  math: z
    .enum(['on', 'off', 'auto'])
    .default('auto')
    .describe(
      'include math calls that have a lower-precision version (not in the paper); auto: on in mode fastest only',
    ),
  counting: z
    .enum(['exact', 'paper'])
    .default('exact')
    .describe('count conversions exactly at the boundary, or as Algorithm 1 of the paper does'),
  'per-value': switched
    .default('off')
    .describe('count a value that is converted for several uses once (not in the paper)'),
  memory: z
    .enum(['on', 'off', 'auto'])
    .default('auto')
    .describe(
      'whole kernels with their memory, and single arrays, are sets too (not in the paper); auto: on in modes gain, all and fastest',
    ),
  weights: z
    .enum(['counts', 'device'])
    .default('counts')
    .describe('compute r_ac in operations, or in device cycles (not in the paper)'),
  'all-kernels': switched.default('off').describe('include kernels that would otherwise be excluded as not worthwhile'),
});

const SIDE_BY_SIDE = 16;
/** The search ends after this many joins that do not help. */
const MAX_FAILED_JOINS = 12;

export const fisets = defineStrategy({
  name: 'fisets',
  summary: 'lower sets of operations that pay for their conversions, least shadow error or most gain first',
  options: fisetOptions,
  dimensions: 'sets',
  needs: ['shadow', 'ideal', 'model'],
  setsWanted: ({ mode, math, memory, counting, weights, ...options }) => ({
    maxSets: options['max-sets'],
    mathCalls: math === 'auto' ? mode === 'fastest' : math === 'on',
    counting,
    conversionsPerValue: options['per-value'] === 'on',
    weights,
    withMemory: memory === 'auto' ? mode === 'gain' || mode === 'all' || mode === 'fastest' : memory === 'on',
    everyKernel: options['all-kernels'] === 'on',
  }),
  *propose({ space, facts, options }): Proposals {
    switch (options.mode) {
      case '1':
        return yield* oneByOne(space, byError(space, facts), () => true);
      case '2':
        return yield* oneByOne(space, byError(space, facts), reaches(options.performance));
      case '3':
        return yield* oneByOne(space, byRatio(space, facts), reaches(options.performance));
      case 'gain':
        return yield* oneByOne(space, byGain(space, facts), reaches(options.performance));
      case 'all':
        yield* inBatches(space, alternating(byRatio(space, facts), byError(space, facts), byGain(space, facts)));
        return;
      case 'fastest':
        return yield* findTheFastest(space, facts, options.tries);
    }
  },
});

/** Ends at the first set that meets the goal and is fast enough. */
function* oneByOne(space: SearchSpace, order: readonly number[], isFast: (outcome: Outcome) => boolean): Proposals {
  for (const [at, set] of order.entries()) {
    const [outcome] = yield alsoNext(space, [set], order.slice(at + 1));
    if (isAccepted(outcome!) && isFast(outcome!)) return;
  }
}

/** Asks for each of some sets, and announces those that follow. */
function alsoNext(space: SearchSpace, sets: readonly number[], following: readonly number[]): Asked {
  const each = (some: readonly number[]) => some.map((set) => lowering(space, [set]));
  return withAhead(each(sets), (most) => each(following.slice(0, most)));
}

function* inBatches(space: SearchSpace, order: readonly number[]): Generator<Asked, Outcome[], readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < order.length; at += SIDE_BY_SIDE)
    outcomes.push(...(yield alsoNext(space, order.slice(at, at + SIDE_BY_SIDE), order.slice(at + SIDE_BY_SIDE))));
  return outcomes;
}

function* findTheFastest(space: SearchSpace, facts: SearchFacts, tries: number): Proposals {
  const promising = byGain(space, facts);
  const order = alternating(promising, byError(space, facts)).slice(0, tries);
  const [first] = promising;
  if (first === undefined || !facts.sets?.[first]?.isWhole) return yield* joinTheFastest(space, order);
  const others = order.filter((set) => set !== first);
  const [outcome] = yield alsoNext(space, [first], others);
  if (outcome!.kind === 'accurate' && outcome!.accepted && outcome!.speedup > 1) return;
  yield* joinTheFastest(space, others);
}

function* joinTheFastest(space: SearchSpace, order: readonly number[]): Proposals {
  const outcomes = yield* inBatches(space, order);
  const passed = order
    .flatMap((set, at) => {
      const outcome = outcomes[at]!;
      return outcome.kind === 'accurate' && outcome.accepted ? [{ set, speedup: outcome.speedup }] : [];
    })
    .sort((a, b) => b.speedup - a.speedup);
  let best = passed[0];
  const joined = best ? [best.set] : [];
  let vain = 0;
  for (const [at, { set }] of passed.slice(1).entries()) {
    if (vain === MAX_FAILED_JOINS) return;
    const held = [...joined];
    const [outcome] = yield withAhead([lowering(space, [...held, set])], (most) =>
      passed.slice(at + 2, at + 2 + most).map((next) => lowering(space, [...held, next.set])),
    );
    if (outcome?.kind === 'accurate' && outcome.accepted && outcome.speedup > best!.speedup) {
      joined.push(set);
      best = { set, speedup: outcome.speedup };
      vain = 0;
    } else vain++;
  }
}

function reaches(percent: number): (outcome: Outcome) => boolean {
  return (outcome) => outcome.kind === 'accurate' && outcome.ofIdeal !== null && outcome.ofIdeal >= percent;
}

/** In a space of groups there are no facts about sets, so any order will do. */
const NO_SET_FACTS: SetFacts = { arithmeticToCast: 0, gain: 0, error: 0 };

function factsOf({ sets }: SearchFacts, set: number): SetFacts {
  return sets?.[set] ?? NO_SET_FACTS;
}

/** Sets with equal errors, such as those that the shadow run never reached, by falling r_ac. */
function byError(space: SearchSpace, facts: SearchFacts): number[] {
  const of = (set: number) => factsOf(facts, set).error;
  return byRatio(space, facts).sort((a, b) => (of(a) === of(b) ? 0 : of(a) - of(b)));
}

function byRatio({ dimensions }: SearchSpace, facts: SearchFacts): number[] {
  const of = (set: number) => factsOf(facts, set).arithmeticToCast;
  return [...dimensions.keys()].sort((a, b) => (of(a) === of(b) ? a - b : of(b) - of(a)));
}

/** Takes from each order in turn: if a budget ends the search, the first choices of every order were tried. */
function alternating(...orders: readonly (readonly number[])[]): number[] {
  return [...new Set(orders[0]!.flatMap((_, at) => orders.map((order) => order[at]!)))];
}

function byGain(space: SearchSpace, facts: SearchFacts): number[] {
  const { predictedTime } = facts;
  const gain = (set: number) => (predictedTime ? -predictedTime(lowering(space, [set])) : factsOf(facts, set).gain);
  const gains = space.dimensions.map((_, set) => gain(set));
  return [...space.dimensions.keys()].sort((a, b) => gains[b]! - gains[a]! || a - b);
}

/** These sets in their lowest format, everything else unchanged. */
function lowering(space: SearchSpace, sets: readonly number[]): Point {
  return baselinePoint(space).map((format, index) =>
    sets.includes(index) ? space.dimensions[index]!.formats.at(-1)! : format,
  );
}
