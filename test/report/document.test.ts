import { describe, expect, it } from 'vitest';
import type { Goal, JournalRecord } from '../../src/journal/records.js';
import { metrics } from '../../src/numerics/metrics.js';
import { placesIn } from '../../src/study/judging/output-numbers.js';
import { expectNamed, naming } from '../support/naming.js';
import { confirmation, measurement, program, RECORDS, reportOf, started, trial } from '../support/recorded-study.js';

const without = (...kinds: JournalRecord['kind'][]) => RECORDS.filter(({ kind }) => !kinds.includes(kind));

describe('trials together', () => {
  it('are spelt over the groups of the source, in its order', () => {
    const { trials, dimensions, formats } = reportOf();
    expect(dimensions.map(({ id }) => id)).toEqual(['k.a', 'k.b', 'k.c']);
    expect(trials.map(({ cells }) => cells)).toEqual(['SSS', '.S.', '.SS', 'S..', '.SS']);
    expect(formats).toEqual([
      { format: 'fp32', letter: 'S' },
      { format: 'fp64', letter: 'D' },
    ]);
  });

  it('have a line of those that no other beats in both speed and accuracy', () => {
    const points = [
      trial(1, { x: 'fp32' }, { speedup: 1.2, error: 1e-7 }),
      trial(2, { y: 'fp32' }, { speedup: 1.1, error: 1e-8 }),
      trial(3, { x: 'fp32', z: 'fp32' }, { speedup: 1.1, error: 1e-6 }),
      trial(4, { z: 'fp32' }, { speedup: 1.3, error: 1e-5 }),
    ];
    expect(reportOf([started, ...points]).pareto).toEqual([2, 1, 4]);
    // digits count the other way round
    const digits = { ...started, goal: { ...started.goal, metric: 'digits' as const, bound: 5 } };
    const counted = points.map(({ number, formats, speedup }, at) =>
      trial(number, formats, { speedup, error: [7, 8, 5, 4][at]! }),
    );
    expect(reportOf([digits, ...counted]).pareto).toEqual([2, 1, 4]);
  });

  it('of the trade-off are named with their figures with --front', () => {
    const points = [
      trial(1, { x: 'fp32', y: 'fp32' }, { speedup: 1.2, error: 1e-7 }),
      trial(2, { x: 'fp32' }, { speedup: 1.1, error: 1e-8 }),
    ];
    const { front, verdict } = reportOf([started, ...points, { kind: 'front', trials: [2, 1] }]);
    expect(front).toEqual([2, 1]);
    expect(verdict.facts).toContainEqual(
      expect.objectContaining({ value: '2', note: naming(/trial 2\b.*1\.00e-8, 1\.10×, trial 1\b.*1\.00e-7, 1\.20×/) }),
    );
    expect(reportOf([started, ...points]).front).toEqual([]);
  });

  it('are not compared by measured and by modelled speeds at once', () => {
    const records = [
      started,
      trial(1, { x: 'fp32' }, { speedup: 3 }),
      trial(2, { y: 'fp32' }),
      trial(3, { z: 'fp32' }),
      measurement(2, 1.2),
      measurement(3, 1.3),
    ];
    expect(reportOf(records).pareto).toEqual([3]);
  });

  it('show the best so far at each change, up to the last trial', () => {
    expect(reportOf(without('measurement')).progress).toEqual([
      { trial: 2, elapsedMs: 4000, speedup: 1.05, best: 2 },
      { trial: 3, elapsedMs: 5000, speedup: 1.4, best: 3 },
      { trial: 5, elapsedMs: 7000, speedup: 1.4, best: 3 },
    ]);
  });

  it('give the error of each group alone, the worst first', () => {
    expect(reportOf().sensitivity).toEqual([
      { dimension: 0, format: 'fp32', trial: 4, outcome: 'inaccurate', error: 'Infinity', accepted: false },
      { dimension: 1, format: 'fp32', trial: 2, outcome: 'accurate', error: 1e-8, accepted: true },
    ]);
  });
});

describe('a group', () => {
  const why = (id: string, records = RECORDS) => {
    const { source } = reportOf(records);
    return source!.groups[source!.sites.find((site) => site.id === id)!.group]!;
  };

  it('is lowered because the recommended trial holds', () => {
    expect(why('k.c')).toMatchObject({
      status: 'lowered',
      why: naming('fp32', 'trial 3', 'one', 'max-relative 4.00e-7'),
    });
  });

  it('is kept because of its error alone, or in addition to the others', () => {
    expect(why('k.a')).toMatchObject({
      status: 'kept',
      why: naming('fp64', 'alone', 'fp32', 'trial 4', 'max-relative Infinity', 'inaccurate'),
    });
    const notAlone = RECORDS.filter((record) => record.kind !== 'trial' || record.number !== 4);
    expectNamed(why('k.a', notAlone).why, 'fp64', 'trial 3', 'trial 1', 'max-relative 0.001', 'inaccurate');
    expect(why('k.a', notAlone).why).not.toEqual(naming('alone'));
  });

  it('is frozen for the reason the front end gave', () => {
    expect(why('k.frozen')).toMatchObject({
      status: 'frozen',
      why: naming(program.sites.find(({ id }) => id === 'k.frozen')!.frozen!),
    });
  });

  it('that cannot be written in a lower format has a reason', () => {
    const records = [
      ...RECORDS.filter((record) => record.kind !== 'trial' || record.number !== 4),
      trial(
        4,
        { 'k.a': 'fp32' },
        { outcome: 'infeasible', accepted: false, error: null, speedup: null, speedupKind: null },
      ),
      { kind: 'constraint', trial: 4, formats: { 'k.a': 'fp32' }, reason: 'it heads a loop' } as const,
    ];
    expect(why('k.a', records)).toMatchObject({ status: 'kept', why: naming('fp64', 'it heads a loop') });
    expect(why('k.a', records).why).not.toMatch(/trial/);
  });
});

describe('the source', () => {
  it('has its places in characters of the lines as they are read, not in bytes', () => {
    const { source } = reportOf();
    const { lines } = source!.files[0]!;
    expect(lines[0]).toBe('// a kernel – with a dash of UTF-8');
    for (const { name, line, column, length } of source!.sites)
      expect(lines[line - 1]!.slice(column, column + length)).toBe(name);
    for (const { symbol, line, column, length } of source!.operations)
      expect(lines[line - 1]!.slice(column, column + length)).toBe(symbol);
    expect(source!.functions).toEqual([{ name: 'k', kind: 'kernel', file: 0, from: 2, to: 6 }]);
  });
});

describe('the errors of the output', () => {
  it('are spread over bins, exact values separately, with the worst by name', () => {
    const [errors] = reportOf().errors;
    expect(errors).toMatchObject({
      trial: 3,
      input: 'small',
      exact: 1,
      unbounded: 0,
      sampled: 3,
      measure: 'relative error',
    });
    expect(errors!.bins.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(errors!.worst.map(({ index }) => index)).toEqual([1, 2]);
  });
});

describe('the errors along the output', () => {
  it('are those of single values in order, and the verdict is about the worst input', () => {
    const outputs = (input: string, off: number) => {
      const values = { indexes: [0, 1], expected: [1, 100], found: [1, 100 + off] };
      return { input, count: 2, even: values, worst: { indexes: [1], expected: [100], found: [100 + off] } };
    };
    const both = confirmation(3, { outputs: [outputs('small', 1e-5), outputs('large', 4e-5)] });
    const { errors } = reportOf(RECORDS.map((one) => (one.kind === 'confirmation' ? both : one)));
    expect(errors.map(({ input, isHeadline }) => [input, isHeadline])).toEqual([
      ['small', false],
      ['large', true],
    ]);
    expect(errors[1]!.along).toEqual([
      { index: 0, expected: 1, error: 0 },
      { index: 1, expected: 100, error: expect.closeTo(4e-7, 12) },
    ]);
  });

  it('of a long output are the worst of each stretch', () => {
    const many = Array.from({ length: 4000 }, (_, at) => at);
    const even = { indexes: many, expected: many.map(() => 1), found: many.map((at) => (at === 1234 ? 1.5 : 1)) };
    const sample = { input: 'small', count: 4000, even, worst: { indexes: [1234], expected: [1], found: [1.5] } };
    const records = RECORDS.map((one) => (one.kind === 'confirmation' ? confirmation(3, { outputs: [sample] }) : one));
    const { along } = reportOf(records).errors[0]!;
    expect(along.length).toBeLessThanOrEqual(600);
    expect(along.filter(({ error }) => error !== 0)).toEqual([{ index: 1234, expected: 1, error: 0.5 }]);
  });
});

describe("numbers in a program's output", () => {
  it('are named by the words before them and by their line', () => {
    const text = 'step 1 energy = 2.5 pressure: 3e-4\n7\n\n8 9 x=10\n';
    expect(placesIn(text, [2, 0, 3, 5, 6])).toEqual([
      'pressure (line 1, number 3)',
      'step (line 1, number 1)',
      'line 2',
      'line 4, number 2',
      'x (line 4, number 3)',
    ]);
  });
});

describe('the environment', () => {
  it('has the start of the study and the machine from the journal', () => {
    const { environment } = reportOf(RECORDS);
    expect(Object.fromEntries(environment)).toEqual({ begun: '2023-11-14 22:13 UTC', node: 'v20' });
  });
});

describe('a goal', () => {
  it('describes its metric for drawing', () => {
    const goalIn = (metric: Goal['metric']) => reportOf([{ ...started, goal: { ...started.goal, metric } }]).goal;
    expect(goalIn('max-relative')).toMatchObject({
      isCount: false,
      most: null,
      measure: 'max-relative error',
      boundsEachValue: true,
    });
    expect(goalIn('rms-relative')).toMatchObject({ measure: 'rms-relative error', boundsEachValue: false });
    expect(goalIn('ulp')).toMatchObject({ measure: 'error in ulp' });
    expect(goalIn('decimals')).toMatchObject({ isCount: true, most: 17, measure: 'decimals that agree' });
    expect(goalIn('command')).toMatchObject({
      isCount: false,
      measure: metrics.command.words.ofOutputs,
      boundsEachValue: false,
    });
  });
});
