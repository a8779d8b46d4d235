import { expect, it } from 'vitest';
import type { TrialRecord } from '../../../src/journal/records.js';
import type { Budget } from '../../../src/study/study-end.js';
import { AccumulatorTrials, type AccumulatorTrialsContext } from '../../../src/study/summation/accumulator-trials.js';

/** A program with one sum, of which nothing is known but how its trials end. */
function triedSums(
  settle: () => TrialRecord | null,
  budget: { spent: Budget | null },
  triesSums = true,
): AccumulatorTrials {
  const context = {
    bench: { program: { sites: [{ id: 'k.sum' }] }, derived: { sums: { found: new Map([[0, {}]]) } } },
    plan: { triesSums },
    searchedGroups: {
      narrowest: { 'k.sum': 'fp32' },
      rangedGroups: [{ id: 'k.sum', sites: [0], formats: ['fp64', 'fp32'] }],
    },
    ranking: { ranked: [] },
    end: budget,
    trials: { proposalOf: (proposed: unknown) => proposed, tryInTime: async () => settle() },
  };
  return new AccumulatorTrials(context as unknown as AccumulatorTrialsContext);
}
const accepted = { accepted: true } as TrialRecord;

it.each(['time', 'trials'] as const)('ends early where no %s is left, and goes on when there is', async (spent) => {
  const budget: { spent: Budget | null } = { spent };
  const sums = triedSums(() => accepted, budget);
  expect(sums.tried).toBe('none');
  expect(await sums.try()).toBe(spent);
  expect(sums.tried).toBe('some');
  budget.spent = null;
  expect(await sums.try()).toBeNull();
  expect(sums.tried).toBe('all');
});

it('is not done if the time limit is reached in a trial', async () => {
  const sums = triedSums(() => null, { spent: null });
  expect(await sums.try()).toBe('time');
  expect(sums.tried).toBe('some');
});

it('leaves nothing without the option', async () => {
  const sums = triedSums(() => null, { spent: 'time' }, false);
  expect(await sums.try()).toBeNull();
  expect(sums.tried).toBe('all');
});
