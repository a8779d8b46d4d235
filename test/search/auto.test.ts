import { describe, expect, test } from 'vitest';
import { Knowledge } from '../../src/search/auto/knowledge.js';
import { auto } from '../../src/search/auto.js';
import { errorAt, timesBound } from '../../src/search/bound.js';
import { Ladders } from '../../src/search/ladders.js';
import { isAccepted, NO_FACTS, type Outcome, type Point, type SearchFacts } from '../../src/search/strategy.js';
import { seededRandom } from '../../src/support/random.js';

interface Played {
  readonly best: number | null;
  readonly points: Point[];
  /** Points that ran on the shortest input alone. */
  readonly probed: Point[];
}

/** A program whose groups move two values each, and save time each; what `meet` says is added where both of a pair are narrow. */
function play(
  groups: readonly { readonly moves: readonly [number, number]; readonly saves: number }[],
  bound: number,
  {
    meet = [],
    chaos = false,
    saturates = false,
    shortens,
    allMs = 10_000,
    together = [],
    others,
  }: {
    meet?: readonly [number, number, number][];
    chaos?: boolean;
    /** The group that moves a value furthest is all that shows: what is rounded already is rounded. */
    saturates?: boolean;
    /** There is a short input, on which a point moves its value by so much less. */
    shortens?: (point: Point) => number;
    /** What a run on both takes. */
    allMs?: number;
    /** Groups that move a value far unless all of them are narrow, or none. */
    together?: readonly number[];
    /** Runs that other searches may ask for. */
    others?: number;
  } = {},
): Played {
  const space = { dimensions: groups.map((_, at) => ({ id: `g${at}`, formats: ['fp64', 'fp32'] as const })) };
  const isLow = (point: Point, at: number) => point[at] === 'fp32';
  const timeOf = (point: Point) => groups.reduce((time, { saves }, at) => time - (isLow(point, at) ? saves : 0), 1);
  const deviationsOf = (point: Point) => {
    const sum = Float64Array.of(0, 0);
    groups.forEach(({ moves }, at) => {
      if (isLow(point, at))
        moves.forEach((one, value) => (sum[value] = saturates ? Math.max(sum[value]!, one) : sum[value]! + one));
    });
    for (const [a, b, more] of meet) if (isLow(point, a) && isLow(point, b)) sum[0]! += more;
    const narrowTogether = together.filter((at) => isLow(point, at)).length;
    if (narrowTogether > 0 && narrowTogether < together.length) sum[0]! += 10;
    if (chaos) sum[0] = point.filter((one) => one === 'fp32').length % 3 === 1 ? 0.5 * bound : 50 * bound;
    return sum;
  };
  const errorOf = (deviations: Float64Array) => Math.max(...[...deviations].map(Math.abs));
  const shortest = () => (shortens && played.points.length > 0 ? { from: 0, to: 2, allMs } : null);
  const both = (point: Point) => {
    const long = deviationsOf(point);
    return shortens ? Float64Array.from([...long.map((one) => one / shortens(point)), ...long]) : long;
  };
  const supports = meet.map(([a, b]) => [a, b]);
  const facts: SearchFacts = { ...NO_FACTS, predictedTime: timeOf, supports, errorOf, shortest };
  const search = auto.propose({
    space,
    facts,
    bound,
    options: auto.options.parse({ others }),
    random: seededRandom(1),
  });
  const played: { best: number | null; points: Point[]; probed: Point[] } = { best: null, points: [], probed: [] };
  for (let step = search.next(); !step.done; ) {
    const points = step.value;
    if (points.onShortest) {
      played.probed.push(...points);
      step = search.next(
        points.map((point): Outcome => {
          const deviations = both(point).map((one, at) => (at < 2 ? one : 0));
          const error = errorOf(deviations);
          return { kind: error > bound ? 'inaccurate' : 'probed', error, deviations };
        }),
      );
      continue;
    }
    const outcomes = points.map((point): Outcome => {
      const deviations = both(point);
      const error = errorOf(deviations);
      const time = timeOf(point);
      if (error > bound) return { kind: 'inaccurate', error, deviations };
      return { kind: 'accurate', accepted: true, error, speedup: 1 / time, ofIdeal: null, deviations };
    });
    outcomes.forEach((outcome, at) => {
      const point = points[at]!;
      played.points.push(point);
      if (isAccepted(outcome)) played.best = Math.min(played.best ?? 1, timeOf(point));
    });
    step = search.next(outcomes);
  }
  return played;
}

describe('the search by modelled gain', () => {
  test('proposes the all-lowest configuration first, and ends if it passes', () => {
    const { points, best } = play(
      [
        { moves: [1, 0], saves: 0.1 },
        { moves: [1, 0], saves: 0.2 },
      ],
      10,
    );
    expect(points).toEqual([['fp32', 'fp32']]);
    expect(best).toBeCloseTo(0.7);
  });

  test('raises the most harmful group from the all-lowest configuration if deviations do not add up', () => {
    const harmful = new Set([2, 9, 13]);
    const groups = Array.from({ length: 20 }, (_, at) => ({
      moves: [harmful.has(at) ? 10 : 0.9, 0] as const,
      saves: 0.01,
    }));
    const { best, points } = play(groups, 1, { saturates: true });
    expect(best).toBeCloseTo(1 - 17 * 0.01);
    const most = points.findIndex((point) => point.filter((one) => one === 'fp64').length === harmful.size);
    expect(most).toBeLessThan(80);
  });

  test('finds the fastest of 2^20 within the bound in some dozens of runs', () => {
    const random = seededRandom(7);
    const groups = Array.from({ length: 20 }, () => ({
      moves: [random() - 0.5, random() - 0.5] as const,
      saves: 0.03 * random(),
    }));
    const { best, points } = play(groups, 0.8);
    expect(new Set(points.map((point) => point.join())).size).toBeLessThan(120);
    // by the ratio of what each saves to what it moves, a greedy person comes to
    const order = [...groups].sort((a, b) => b.saves / Math.hypot(...b.moves) - a.saves / Math.hypot(...a.moves));
    let [time, x, y] = [1, 0, 0];
    for (const { moves, saves } of order) {
      if (Math.max(Math.abs(x + moves[0]), Math.abs(y + moves[1])) > 0.8) continue;
      [time, x, y] = [time - saves, x + moves[0], y + moves[1]];
    }
    expect(best).toBeLessThan(time + 0.02);
  });

  test('learns many groups in parts, and runs everything narrow without what misses by itself long before it could know all of them', () => {
    const groups = Array.from({ length: 90 }, (_, at) => ({
      moves: [at === 5 ? 10 : 0.001, 0] as const,
      saves: 0.005,
    }));
    const { points, best } = play(groups, 1, { others: 0 });
    const wide = points.map((point) => point.filter((one) => one === 'fp64').length);
    // six parts of fifteen; then but for a part of fifteen; its quarters; but for one of four; its members; but for one
    expect(wide.slice(0, 7)).toEqual([0, 75, 75, 75, 75, 75, 75]);
    expect(wide[7]).toBe(15);
    expect(wide.indexOf(1)).toBe(17);
    expect(best).toBeCloseTo(1 - 89 * 0.005);
  });

  test('where none of them misses alone, without ever more of the worst', () => {
    const groups = Array.from({ length: 90 }, (_, at) => ({
      moves: [at % 24 === 0 ? 0.6 : 0.001, 0] as const,
      saves: 0.005,
    }));
    const { points, best } = play(groups, 1, { others: 0 });
    const narrow = points.map((point) => point.filter((one) => one === 'fp32').length);
    // everything, but for the worst part, but for the two worst: of fifteen each, then of about four, then alone
    expect(narrow.slice(7, 10)).toEqual([75, 60, 30]);
    expect(best).toBeCloseTo(1 - 87 * 0.005);
  });

  test('finds out early which of those that miss alone do no harm beside others that are as narrow', () => {
    const together = Array.from({ length: 20 }, (_, at) => 30 + at);
    const groups = Array.from({ length: 96 }, (_, at) => ({
      moves: [at === 3 ? 100 : 0.001, 0] as const,
      saves: 0.005,
    }));
    const { points } = play(groups, 1, { together, others: 0 });
    const narrow = points.map((point) => point.filter((one) => one === 'fp32').length);
    // everything, six parts of sixteen, but for the worst of them; and the same of their quarters
    expect(narrow.slice(0, 9)).toEqual([96, 16, 16, 16, 16, 16, 16, 80, 4]);
    expect(narrow.indexOf(92)).toBeLessThan(30);
  });

  test('does not split harmless sets, and uses delta debugging if deviations do not add up', () => {
    const harmful = new Set([3, 40, 41, 88]);
    const groups = Array.from({ length: 100 }, (_, at) => ({
      moves: [harmful.has(at) ? 10 : 0.9, 0] as const,
      saves: 0.005,
    }));
    const { best, points } = play(groups, 1, { saturates: true });
    expect(best).toBeCloseTo(1 - 96 * 0.005);
    expect(points.length).toBeLessThan(300);
  });

  test('learns the errors of operations that connect two groups', () => {
    const group = { moves: [0.1, 0], saves: 0.05 } as const;
    const { best } = play(
      Array.from({ length: 8 }, () => group),
      1.2,
      { meet: [[0, 1, 5]] },
    );
    expect(best).toBeCloseTo(1 - 7 * 0.05);
  });

  test.each([0, 1e-6, -7])('an error has as many times the bound as it is made of: %d', (bound) => {
    for (const times of [0, 0.5, 1, 20, Number.POSITIVE_INFINITY]) {
      const found = timesBound(errorAt(times, bound), bound);
      if (bound === 0) expect(found).toBe(times === 0 ? 0 : Number.POSITIVE_INFINITY);
      else if (Number.isFinite(times)) expect(found).toBeCloseTo(times);
      else expect(found).toBe(times);
    }
  });

  test.each([
    [1e-6, 'inaccurate'],
    [1e-9, 'accurate'],
  ] as const)(
    'what runs on the shortest input alone is taken for as far off as that lets expect: %d there',
    (small, kind) => {
      const watched = { from: 0, to: 1 };
      const errorOf = (deviations: Float64Array) => Math.abs(deviations[0]!);
      const knowledge = new Knowledge({ ...NO_FACTS, errorOf }, 1e-5, watched);
      // everything narrow is a hundred times as far off on all inputs as on the shortest
      knowledge.learn([1, 1], { kind: 'inaccurate', error: 1e-4, deviations: Float64Array.of(1e-6) });
      knowledge.learn([1, 0], { kind: 'probed', error: small, deviations: Float64Array.of(small) });
      knowledge.extrapolate([1, 0], 0.9);
      const presumed = knowledge.answerFor([1, 0]);
      expect(presumed?.kind).toBe(kind);
      const { error } = presumed as { error: number };
      expect(error / small).toBeGreaterThanOrEqual(99.9);
      expect(error / small).toBeLessThan(200);
    },
  );

  describe('with one input much shorter than the others', () => {
    const random = seededRandom(3);
    const groups = Array.from({ length: 16 }, () => ({
      moves: [random() - 0.5, random() - 0.5] as const,
      saves: 0.03 * random(),
    }));
    const everywhere = play(groups, 0.8);

    test('learns on it, and finds the same with a fraction of the runs on all', () => {
      const { best, points, probed } = play(groups, 0.8, { shortens: () => 7 });
      expect(probed.length).toBeGreaterThan(groups.length);
      expect(points.length).toBeLessThan(everywhere.points.length / 3);
      expect(best).toBeLessThan(everywhere.best! + 0.005);
    });

    test('does not save runs on all inputs if they are cheap, and excludes no point that might pass', () => {
      // what is narrow in an even number of places grows sevenfold from the short input, everything else not at all
      const shortens = (point: Point) => (point.filter((one) => one === 'fp32').length % 2 === 0 ? 7 : 1);
      const long = play(groups, 0.8, { shortens });
      const short = play(groups, 0.8, { shortens, allMs: 50 });
      expect(short.points.length).toBeGreaterThan(long.points.length);
      expect(short.best).toBeLessThanOrEqual(long.best!);
    });

    test('runs on all inputs if it predicts nothing about them', () => {
      const { best, points } = play(groups, 0.8, { shortens: (point) => (point[0] === 'fp32' ? 1e4 : 2) });
      expect(points.length).toBeGreaterThan(groups.length);
      expect(best).toBeLessThan(everywhere.best! + 0.02);
    });
  });

  test('finds a result if deviations do not add up', () => {
    const group = { moves: [0, 0], saves: 0.05 } as const;
    expect(
      play(
        Array.from({ length: 10 }, () => group),
        1,
        { chaos: true },
      ).best,
    ).toBeLessThan(0.75);
  });
});

test('ladders give the position of a point', () => {
  const ladders = new Ladders({ dimensions: [{ id: 'a', formats: ['fp64', 'fp32', 'fp16'] }] });
  expect(ladders.rungsOf(ladders.pointOf([2]))).toEqual([2]);
});
