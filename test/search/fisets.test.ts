import { describe, expect, it } from 'vitest';
import { fisetOptions, fisets } from '../../src/search/fisets.js';
import { NO_FACTS, type Outcome, type Point, type SetFacts } from '../../src/search/strategy.js';

interface Candidate extends SetFacts {
  readonly digits: number;
  readonly percent: number;
}

const SETS: readonly Candidate[] = [
  { error: 3, arithmeticToCast: 2, gain: 12, digits: 7, percent: 4 },
  { error: 1, arithmeticToCast: 1.5, gain: 1, digits: 9, percent: 1 },
  { error: 9, arithmeticToCast: 6, gain: 30, digits: 2, percent: 60 },
  { error: 5, arithmeticToCast: 4, gain: 9, digits: 5, percent: 25 },
];

/** The sets a mode asks for, in order, by number from 0. */
function asked(options: Record<string, unknown>, digits: number, whole = -1): number[][] {
  const run = fisets.propose({
    space: { dimensions: SETS.map((_, index) => ({ id: `kernel/${index + 1}`, formats: ['fp64', 'fp32'] })) },
    facts: { ...NO_FACTS, sets: SETS.map((set, at) => ({ ...set, isWhole: at === whole })) },
    bound: -digits,
    options: fisetOptions.parse(options),
    random: () => 0,
  });
  const lowered = (point: Point) => point.flatMap((format, index) => (format === 'fp32' ? [index] : []));
  const judge = (point: Point): Outcome => {
    const sets = lowered(point).map((index) => SETS[index]!);
    const error = Math.min(...sets.map((set) => set.digits));
    const percent = sets.reduce((sum, set) => sum + set.percent, 0);
    return error >= digits
      ? { kind: 'accurate', accepted: true, error: -error, speedup: 1 + percent / 100, ofIdeal: percent }
      : { kind: 'inaccurate', error: -error };
  };
  const points: number[][] = [];
  for (let step = run.next(); !step.done; step = run.next(step.value.map(judge)))
    points.push(...step.value.map(lowered));
  return points;
}

describe('the three modes of the paper', () => {
  it('1: goes by the error of the sets and ends at the first that is accurate, however slow', () => {
    expect(asked({ mode: '1' }, 3)).toEqual([[1]]);
  });

  it('2: goes by the error of the sets and ends at the first that is accurate and fast enough', () => {
    expect(asked({ mode: '2', performance: 5 }, 3)).toEqual([[1], [0], [3]]);
    expect(asked({ mode: '2', performance: 4 }, 3)).toEqual([[1], [0]]);
  });

  it('3: goes by r_ac, the largest first', () => {
    expect(asked({ mode: '3', performance: 5 }, 3)).toEqual([[2], [3]]);
    expect(asked({ mode: '3', performance: 5 }, 2)).toEqual([[2]]);
  });

  it('tries everything before it gives up', () => {
    expect(asked({ mode: '3', performance: 90 }, 3)).toHaveLength(SETS.length);
    expect(asked({ mode: 'all' }, 3)).toEqual([[2], [1], [3], [0]]);
  });
});

it("gain: follows the model's predictions, and ends like mode 3", () => {
  expect(asked({ mode: 'gain', performance: 5 }, 3)).toEqual([[2], [0], [3]]);
  expect(asked({ mode: 'gain', performance: 90 }, 3)).toHaveLength(SETS.length);
});

it('joins the sets that passed while that makes the program faster and leaves it accurate', () => {
  expect(asked({ mode: 'fastest' }, 5)).toEqual([[2], [1], [0], [3], [0, 3], [0, 1, 3]]);
});

it('ends if the most promising point passes, and otherwise continues without it', () => {
  expect(asked({ mode: 'fastest' }, 2, 2)).toEqual([[2]]);
  expect(asked({ mode: 'fastest' }, 5, 2)).toEqual([[2], [1], [0], [3], [0, 3], [0, 1, 3]]);
  // something else promises more than everything: it may be faster
  expect(asked({ mode: 'fastest' }, 2, 3).length).toBeGreaterThan(1);
});

it('refuses a mode the paper does not have', () => {
  expect(fisetOptions.safeParse({ mode: '4' }).success).toBe(false);
});
