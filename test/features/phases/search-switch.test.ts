/** The search for the switch, on errors that are given as functions of the iterations in lower precision. */
import { describe, expect, it } from 'vitest';
import { type SwitchSearch, searchSwitch } from '../../../src/features/phases/search-switch.js';

const ITERATIONS = 1000;

const search = (
  bound: number,
  errorOf: (first: number) => number | null,
  iterations = ITERATIONS,
): Promise<SwitchSearch> =>
  searchSwitch(iterations, async (first) => {
    const error = errorOf(first);
    const isWithin = error !== null && error <= bound;
    return { error, isWithin, evidence: isWithin ? null : 'value 1' };
  });

/** The errors of the first phase decay in the second one. */
const dissipative = (first: number) => (first === 0 ? 0 : 1e-6 * Math.exp((first - ITERATIONS) / 40));
/** Every iteration adds its error, and keeps it. */
const conservative = (first: number) => 1e-9 * first;

describe('the search for the switch', () => {
  it('finds the latest hundredth of the iterations that is within tolerance', async () => {
    for (const factor of [2, 10, 100, 1e4, 1e8]) {
      const bound = 1e-6 / factor;
      const { end, chosen, trials } = await search(bound, dissipative);
      const latest = ITERATIONS - 40 * Math.log(factor);
      expect(end).toBe('found');
      expect(chosen!.first).toBe(Math.floor(latest / 10) * 10);
      expect(chosen!.fraction).toBe(chosen!.first / ITERATIONS);
      expect(trials.length).toBeLessThanOrEqual(9);
      expect(trials.every((one) => one.isWithin === one.first <= chosen!.first)).toBe(true);
    }
  });

  it('recommends no switch that is within tolerance by chance', async () => {
    const errors = new Map([
      [1000, 2e-3],
      [500, 4e-3],
      [250, 7e-4],
      [310, 2e-5],
      [320, 5e-4],
    ]);
    const { end, chosen } = await search(1.5e-3, (first) => errors.get(first) ?? (first === 0 ? 1e-4 : 3e-3));
    expect([end, chosen]).toEqual(['no-decay', null]);
  });

  it('needs one run if the lower precision is accurate enough throughout', async () => {
    const { end, chosen, trials } = await search(1e-5, dissipative);
    expect([end, chosen?.first, trials.length]).toEqual(['not-needed', ITERATIONS, 1]);
  });

  it('ends after four runs if errors do not decay', async () => {
    const { end, chosen, trials } = await search(1e-7, conservative);
    expect([end, chosen]).toEqual(['no-decay', null]);
    expect(trials.map(({ first }) => first)).toEqual([1000, 0, 500, 250]);
  });

  it('accepts an early switch without decay if it is within tolerance', async () => {
    const { end, chosen } = await search(4.05e-7, conservative);
    expect([end, chosen?.first]).toEqual(['found', 400]);
  });

  it('ends at once if the initial values alone are too far off', async () => {
    const { end, chosen, trials } = await search(1e-9, () => 1e-8);
    expect([end, chosen, trials.length]).toEqual(['initial-values', null, 2]);
  });

  it('takes an output that cannot be compared as one outside the tolerance', async () => {
    const { end, chosen } = await search(1e-7, (first) => (first > 300 ? null : 0));
    expect([end, chosen?.first]).toEqual(['found', 300]);
  });

  it('tries every iteration of a short loop at most once', async () => {
    const { chosen, trials } = await search(1, (first) => (first > 2 ? 2 : 0), 5);
    expect(chosen!.first).toBe(2);
    expect(new Set(trials.map(({ first }) => first)).size).toBe(trials.length);
  });

  it('says that every iteration needs the higher precision if errors decay but none can be lower', async () => {
    const { end, trials } = await search(1e-30, (first) =>
      first === 0 ? 0 : 1e-6 * Math.exp((first - ITERATIONS) / 200),
    );
    expect(end).toBe('too-many');
    expect(trials.at(-1)!.first).toBe(10);
  });
});
