import { expect, test } from 'vitest';
import { MixedIntegerProgram } from '../../../src/numerics/mixed-integer.js';
import { loadSolver } from '../../../src/study/facts/highs-solver.js';

/** A knapsack: the most worth of what weighs no more than `most`. */
function knapsack(things: readonly { readonly weight: number; readonly worth: number }[], most: number) {
  const program = new MixedIntegerProgram();
  const taken = things.map(() => program.indicator(true));
  for (const [at, one] of taken.entries()) {
    const { weight, worth } = things[at]!;
    program.objective = program.objective.plus(one, -worth);
    program.rows.push({ lower: 0, upper: weight, terms: new Map([[at, weight]]) });
  }
  program.rows.push({
    lower: 0,
    upper: most,
    terms: new Map(things.map(({ weight }, at) => [at, weight])),
  });
  return program;
}
const THINGS = [
  { weight: 3, worth: 4 },
  { weight: 4, worth: 5 },
  { weight: 2, worth: 3 },
];
const AT_EASE = { leftMs: () => 600_000, hasGivenUp: () => false, giveUp: () => undefined };

test('a program has its best solution', async () => {
  const solve = await loadSolver(AT_EASE);
  const solution = solve(knapsack(THINGS, 6))!;
  expect(solution.end).toBe('optimal');
  expect(solution.objective).toBeCloseTo(-8, 9);
  expect([...solution.values!].map(Math.round)).toEqual([0, 1, 1]);
  expect(solution.bound).toBeCloseTo(-8, 6);
});

test('what cannot be met has none', async () => {
  const solve = await loadSolver(AT_EASE);
  const program = knapsack(THINGS, 6);
  program.atLeast(program.objective, 1);
  expect(solve(program)!.end).toBe('infeasible');
});

test('a program that the clock ended in an earlier session ends the solver again, there and for good', async () => {
  const solve = await loadSolver({ ...AT_EASE, hasGivenUp: (solution) => solution === 1 });
  expect(solve(knapsack(THINGS, 6))).not.toBeNull();
  expect(solve(knapsack(THINGS, 6))).toBeNull();
  expect(solve(knapsack(THINGS, 6))).toBeNull();
});

test('what is too large is not begun', async () => {
  const solve = await loadSolver(AT_EASE);
  const program = new MixedIntegerProgram();
  for (let at = 0; at < 20_000; at++) program.indicator();
  expect(solve(program)).toBeNull();
});
