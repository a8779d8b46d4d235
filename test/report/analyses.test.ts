import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../src/journal/records.js';
import { expectNamed, naming } from '../support/naming.js';
import { RECORDS, reportOf } from '../support/recorded-study.js';

const profile = (mode: 'count' | 'shadow'): JournalRecord => ({
  kind: 'profile',
  mode,
  input: 'small',
  operations: [{ id: 'k#1', executions: 100, difference: mode === 'shadow' ? 100 * 2 ** -20 : 0 }],
  ...{ stores: [], launches: [], transfers: [] },
  overhead: null,
});

describe('analyses from the journal', () => {
  it('shows how often an operation ran, and how far fp32 is off on average', () => {
    const { source } = reportOf([...RECORDS, profile('count'), profile('shadow')]);
    expect(source!.profiles).toEqual([
      { mode: 'count', input: 'small' },
      { mode: 'shadow', input: 'small' },
    ]);
    expect(source!.operations[0]).toMatchObject({ id: 'k#1', executions: [100, 100], differences: [null, 2 ** -20] });
    expect(source!.operations[1]).toMatchObject({ id: 'k#2', executions: [0, 0], differences: [null, 0] });
  });

  it('draws sets of operations on the source, those without a conversion too', () => {
    const set = { function: 'k', arithmetic: 2, conversions: 0, error: 1e-7 };
    const { sets } = reportOf([
      ...RECORDS,
      {
        kind: 'sets',
        sets: [{ ...set, id: 's1', operations: ['k#1', 'k#2'], arithmeticToCast: Number.POSITIVE_INFINITY }],
        kernels: [],
      },
    ]);
    expect(sets).toEqual([{ id: 's1', function: 'k', operations: [0, 1], arithmeticToCast: 'Infinity', error: 1e-7 }]);
  });

  it('takes trials that lower single operations as such', () => {
    const { dimensions, trials } = reportOf([
      ...RECORDS,
      { ...RECORDS.find(({ kind }) => kind === 'trial')!, number: 9, formats: { 'k#2': 'fp32' } } as JournalRecord,
    ]);
    expect(dimensions.at(-1)).toEqual({ id: 'k#2', kind: 'operation', of: 1, declared: 'fp64' });
    expect(trials.at(-1)!.cells).toBe('...S');
  });

  it('tells the most that lowering buys, and how the recommended trial did on other inputs', () => {
    const { ideal, verifications, verdict } = reportOf([
      ...RECORDS,
      {
        kind: 'ideal',
        formats: {},
        clock: 'gpu',
        samples: [],
        ratio: 1.9,
        low: 1.85,
        high: 1.95,
        error: Number.POSITIVE_INFINITY,
        evidence: null,
      },
      {
        kind: 'verification',
        trial: 3,
        engine: 'cuda',
        neighbours: { kind: 'arguments' },
        samples: [{ name: '1', outcome: 'within', error: 1e-7, evidence: null }],
        confidence: 1,
        low: 0.21,
        high: 1,
      },
    ]);
    expect(ideal).toEqual({ speedup: 1.9, low: 1.85, high: 1.95, kind: 'measured', error: 'Infinity' });
    expectNamed(verifications[0]!.text, '1', '100.0 %', '95 %', '21.0–100.0 %');
    expect(verdict.facts).toContainEqual(
      expect.objectContaining({ value: '100 %', note: naming('21–100 %', '1', '95 %') }),
    );
  });
});
