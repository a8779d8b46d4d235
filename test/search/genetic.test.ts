import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Format } from '../../src/numerics/format.js';
import { ErrorEstimate } from '../../src/search/genetic/error-estimate.js';
import { ExecutionFilter } from '../../src/search/genetic/execution-filter.js';
import { judge } from '../../src/search/genetic/fitness.js';
import { genetic } from '../../src/search/genetic.js';
import { NO_FACTS, type Outcome, type Point } from '../../src/search/strategy.js';
import { seededRandom } from '../../src/support/random.js';

const WIDE: Format = 'fp64';

/** A chain of operations through all groups: where neighbours differ a conversion is paid, so lowering one alone is slower. */
function chainedTime(point: Point): number {
  let units = 0;
  for (let index = 1; index < point.length; index++) {
    const lowered = Number(point[index] !== WIDE) + Number(point[index - 1] !== WIDE);
    units += lowered === 2 ? 1 : lowered === 1 ? 3 : 2;
  }
  return units / (2 * (point.length - 1));
}

interface Played {
  readonly asked: Point[];
  readonly accepted: Point[];
}

function play(
  groups: number,
  judgePoint: (point: Point) => Outcome,
  set: Record<string, string> = {},
  {
    bound = 1,
    seed = 1,
    chains = [] as number[][],
    formats = [WIDE, 'fp32'] as Format[],
    limit = 2000,
    predictedTime = chainedTime,
  } = {},
): Played {
  const run = genetic.propose({
    space: { dimensions: Array.from({ length: groups }, (_, index) => ({ id: `g${index}`, formats })) },
    facts: { ...NO_FACTS, predictedTime, chains },
    bound,
    options: genetic.options.parse(set),
    random: seededRandom(seed),
  });
  const asked: Point[] = [];
  const accepted: Point[] = [];
  for (let step = run.next(); !step.done && asked.length < limit; ) {
    const outcomes = step.value.map(judgePoint);
    asked.push(...step.value);
    accepted.push(...step.value.filter((_, index) => outcomes[index]!.kind === 'accurate'));
    step = run.next(outcomes);
  }
  return { asked, accepted };
}

const measured = (point: Point, error = 0): Outcome => ({
  kind: 'accurate',
  accepted: true,
  error,
  speedup: 1 / chainedTime(point),
  ofIdeal: null,
});

/** Within the bound 1 as long as the groups named stay wide. */
const keeping =
  (...wide: number[]) =>
  (point: Point): Outcome =>
    wide.every((index) => point[index] === WIDE) ? measured(point, 0.5) : { kind: 'inaccurate', error: 3 };

const best = ({ accepted }: Played) => Math.min(1, ...accepted.map(chainedTime));

describe('the genetic search', () => {
  it('runs the all-lowest configuration first, and nothing else if it is within the bound', () => {
    const { asked } = play(20, (point) => measured(point));
    expect(asked).toEqual([new Array(20).fill('fp32')]);
  });

  it('ends without a result if nothing is within the bound', () => {
    const { asked, accepted } = play(12, () => ({ kind: 'inaccurate', error: 1e9 }));
    expect(accepted).toEqual([]);
    expect(asked.length).toBeLessThan(100);
  });

  it('never runs what the model finds slower than the best so far', () => {
    for (const seed of [1, 2, 3]) {
      let fastest = 1;
      const { asked } = play(
        16,
        (point) => {
          expect(chainedTime(point)).toBeLessThan(fastest);
          const outcome = keeping(3)(point);
          if (outcome.kind === 'accurate') fastest = Math.min(fastest, chainedTime(point));
          return outcome;
        },
        { runs: '1' },
        { seed },
      );
      expect(asked.length).toBeGreaterThan(1);
    }
  });

  it('comes within five percent of the optimum, which keeps one group in fp64, in spite of conversions on the way', () => {
    const found = [1, 2, 3, 4, 5].map((seed) => play(20, keeping(7), {}, { seed }));
    const perfect = chainedTime(Array.from({ length: 20 }, (_, index) => (index === 7 ? WIDE : 'fp32')));
    for (const one of found) expect(best(one)).toBeLessThan(1.05 * perfect);
    for (const { asked } of found) expect(asked.length).toBeLessThan(40);
  });

  it('asks for no point twice', () => {
    for (const set of [{}, { filter: 'off' }, { model: 'off' }, { pass: '0.1' }] as Record<string, string>[]) {
      const keys = play(10, keeping(2, 5), set).asked.map((point) => point.join());
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('runs every child where the filter is off, and finds the same with far more runs', () => {
    const filtered = play(12, keeping(4));
    const all = play(12, keeping(4), { filter: 'off' });
    expect(best(all)).toBeCloseTo(best(filtered), 2);
    expect(all.asked.length).toBeGreaterThan(5 * filtered.asked.length);
  });

  it('lets through some of what the filter holds back', () => {
    const held = play(14, keeping(4)).asked.length;
    expect(play(14, keeping(4), { pass: '0.1' }).asked.length).toBeGreaterThan(held);
  });

  it('starts from random vectors without a seed', () => {
    const first = play(20, keeping(4), { seeding: 'off', filter: 'off' }, { limit: 1 }).asked;
    expect(first.length).toBeGreaterThan(40);
    expect(first.map((point) => point.join())).not.toContain(new Array(20).fill('fp32').join());
  });

  it('without a model goes by the speed that trials report, and filters nothing', () => {
    const { asked, accepted } = play(8, keeping(4), { model: 'off' });
    expect(asked.length).toBeGreaterThan(50);
    expect(Math.min(...accepted.map(chainedTime))).toBeLessThan(1);
  });

  it('sets chains to one format, of three too', () => {
    const chains = [[0, 1, 2, 3, 4]];
    const { asked } = play(
      5,
      (point) => (point.includes('fp16') ? { kind: 'inaccurate', error: null } : measured(point)),
      { share: '1' },
      { chains, formats: ['fp64', 'fp32', 'fp16'] },
    );
    expect(asked.map((point) => point.join())).toContain('fp32,fp32,fp32,fp32,fp32');
  });

  it('breeds 200 generations of 100 groups with one run and at most three predictions for each vector', () => {
    const predictedTime = vi.fn(chainedTime);
    const { asked } = play(100, () => ({ kind: 'infeasible' }), { stall: '200', gain: '99' }, { predictedTime });
    expect(asked).toHaveLength(1);
    const vectors = 200 * 50;
    expect(predictedTime.mock.calls.length).toBeGreaterThan(vectors / 2);
    expect(predictedTime.mock.calls.length).toBeLessThan(3 * vectors);
  });

  it('reports an invalid option', () => {
    expect(genetic.options.safeParse({ groups: 'maybe' }).success).toBe(false);
    expect(genetic.options.safeParse({ pass: '2' }).success).toBe(false);
    expect(genetic.options.safeParse({ runs: '0' }).success).toBe(false);
  });
});

describe('the objective', () => {
  it('prefers, of two within the bound, the faster one, and of equally fast ones the more accurate', () => {
    const fitness = (perf: number, error: number) => judge(measured([], error), 1e-6, perf).fitness;
    expect(fitness(60, 1e-6)).toBeLessThan(fitness(62, 0));
    expect(fitness(60, 1e-8)).toBeLessThan(fitness(60, 1e-7));
  });

  it('puts whatever misses the bound by a tenth behind whatever meets it, and what cannot be built last', () => {
    const beyond = judge({ kind: 'inaccurate', error: 1.1e-6 }, 1e-6, 1).fitness;
    expect(beyond).toBeGreaterThan(judge(measured([]), 1e-6, 1000).fitness);
    expect(judge({ kind: 'inaccurate', error: null }, 1e-6, 1).fitness).toBe(Number.POSITIVE_INFINITY);
    for (const kind of ['infeasible', 'build-failed', 'run-failed', 'timed-out'] as const)
      expect(judge({ kind }, 1e-6, 1).fitness).toBe(Number.POSITIVE_INFINITY);
  });

  it('takes a digit more than asked for as a tenth of the bound', () => {
    expect(judge(measured([], -7), -6, 50)).toMatchObject({ isWithin: true, error: 0.1 });
    expect(judge({ kind: 'inaccurate', error: -4 }, -6, 50)).toMatchObject({ isWithin: false, error: 100 });
    expect(judge(measured([], 0), 0, 50).error).toBe(0);
  });
});

describe('the error estimate', () => {
  it('clears the groups of an accurate vector and blames the others', () => {
    const estimate = new ErrorEstimate([1, 1, 1, 1]);
    estimate.learn([1, 1, 1, 1], 30);
    estimate.learn([1, 1, 0, 0], 0.01);
    expect(estimate.chanceWithin([1, 1, 0, 0])).toBeGreaterThan(0.8);
    expect(estimate.chanceWithin([0, 0, 1, 1])).toBeLessThan(0.3);
    expect(estimate.chanceWithin([1, 1, 1, 0])).toBeGreaterThan(estimate.chanceWithin([0, 0, 1, 1]));
  });

  it('expects little of what lowers more than a vector that failed', () => {
    const estimate = new ErrorEstimate([2, 2, 2]);
    estimate.learn([1, 0, 0], 5);
    expect(estimate.chanceWithin([2, 0, 1])).toBeLessThan(0.1);
    expect(estimate.chanceWithin([0, 1, 1])).toBeGreaterThan(0.3);
  });

  it('gives chances between 0 and 1 for any data', () => {
    /** What lowers more is accurate, what lowers less is not, again and again. */
    const CONTRADICTIONS: [number[], number][] = [
      [[0, 0, 1, 0], Number.POSITIVE_INFINITY],
      [[0, 0, 1, 1], 0],
      [[0, 0, 1, 0], Number.POSITIVE_INFINITY],
      [[0, 0, 1, 1], 0],
      [[0, 0, 0, 2], 0],
      [[0, 0, 1, 0], Number.POSITIVE_INFINITY],
      [[0, 0, 0, 1], Number.POSITIVE_INFINITY],
    ];
    const genome = fc.array(fc.nat({ max: 2 }), { minLength: 4, maxLength: 4 });
    const error = fc.oneof(fc.double({ min: 0, noNaN: true }), fc.constant(Number.POSITIVE_INFINITY));
    fc.assert(
      fc.property(fc.array(fc.tuple(genome, error), { maxLength: 12 }), genome, (runs, asked) => {
        const estimate = new ErrorEstimate([2, 2, 2, 2]);
        for (const [one, found] of runs) estimate.learn(one, found);
        const chance = estimate.chanceWithin(asked);
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1000, examples: [[CONTRADICTIONS, [0, 0, 0, 1]]] },
    );
  });
});

describe('the execution filter', () => {
  const rules = { within: 0, gain: 1, pass: 0, runs: 9, ripe: 0 };
  /** A vector's perf is its first number. */
  const filter = () =>
    new ExecutionFilter(
      rules,
      ([perf]) => perf!,
      null,
      () => 0,
    );

  it('runs points with an expected gain of a percent, the most promising first', () => {
    expect(filter().choose([[99.5], [98], [97], [101]], 100, true).worthRunning).toEqual([[97], [98]]);
  });

  it('asks for half of that while nothing has been found', () => {
    const genomes = [[99.4], [99.6]];
    expect(filter().choose(genomes, 100, true).worthRunning).toEqual([]);
    expect(filter().choose(genomes, 100, false).worthRunning).toEqual([[99.4]]);
  });
});
