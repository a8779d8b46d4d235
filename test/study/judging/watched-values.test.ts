import { describe, expect, test } from 'vitest';
import { Journal } from '../../../src/journal/journal.js';
import type { Goal, TrialRecord } from '../../../src/journal/records.js';
import type { InputBaseline } from '../../../src/study/judging/baseline.js';
import { WatchedValues } from '../../../src/study/judging/watched-values.js';
import { Scratch } from '../../support/command-line.js';

const goal = (metric: Goal['metric'], against: Goal['against'] = 'baseline'): Goal => ({
  ...{ metric, bound: 1e-6, against, minSpeedup: null, command: null },
});
const output = (values: readonly number[]) => ({ bytes: Buffer.from(values.join('\n')), values });
const baseline = (values: readonly number[], expected = values): InputBaseline => ({
  input: { name: 'small', arguments: [], heldOut: false },
  output: output(values),
  expected: output(expected),
  record: {} as InputBaseline['record'],
});
const printed = (values: readonly number[]) => new Map([['small', Buffer.from(values.join('\n'))]]);

describe('watched values', () => {
  const watching = (scratch: Scratch, of: Goal) =>
    new WatchedValues(Journal.open(scratch.path('journal')), of, { stdout: true });

  test('store the deviation of each value, and reproduce the metric', () => {
    using scratch = new Scratch();
    const watched = watching(scratch, goal('max-relative'));
    const kept = watched.deviations(1, [baseline([1, 2, 4])], printed([1, 2.5, 3]));
    const deviations = watched.recall({ deviations: kept } as TrialRecord)!;
    expect([...deviations]).toEqual([0, 0.5, -1]);
    expect(watched.errorOf(deviations)).toBe(0.25);
    expect(watched.errorOf(deviations.map((one) => 2 * one))).toBe(0.5);
  });

  test("measure errors from the reference if the goal does, and deviations from the program's output", () => {
    using scratch = new Scratch();
    const watched = watching(scratch, goal('max-absolute', 'reference'));
    const kept = watched.deviations(1, [baseline([1, 2], [1.25, 2])], printed([1, 2.125]));
    const deviations = watched.recall({ deviations: kept } as TrialRecord)!;
    expect([...deviations]).toEqual([0, 0.125]);
    expect(watched.errorOf(deviations)).toBe(0.25);
  });

  test('are those that moved furthest and some spread evenly, of an output that is long', () => {
    using scratch = new Scratch();
    const watched = watching(scratch, goal('rms-relative'));
    const values = Array.from({ length: 10_000 }, (_, at) => at + 1);
    const found = values.map((value, at) => (at === 7777 ? 2 * value : value * (1 + 1e-4)));
    const kept = watched.deviations(1, [baseline(values)], printed(found));
    const deviations = watched.recall({ deviations: kept } as TrialRecord)!;
    expect(deviations).toHaveLength(512);
    expect(deviations[0]).toBe(7778);
    expect(watched.errorOf(deviations)).toBeCloseTo(Math.sqrt(1 / 10_000 + 1e-8), 6);
  });

  test('are empty if the outputs cannot be compared', () => {
    using scratch = new Scratch();
    const watched = watching(scratch, goal('max-relative'));
    expect(watched.deviations(1, [baseline([1, 2])], printed([1]))).toBeUndefined();
    expect(watched.deviations(1, [baseline([1, 2])], new Map([['small', Buffer.from('1\nnan')]]))).toBeUndefined();
  });
});
