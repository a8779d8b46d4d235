import { describe, expect, it } from 'vitest';
import type { AmountOfWorkRecord } from '../../src/journal/records.js';
import type { StudyState } from '../../src/journal/replay.js';
import { amountOfWorkText } from '../../src/report/amount-of-work-text.js';
import { measurement, RECORDS, stateOf } from '../support/recorded-study.js';

const LOOP = { kind: 'loop' as const, function: 'solve', file: 'cg.c', line: 89, before: 1518, after: 2140 };

function textOf(record: Partial<AmountOfWorkRecord>, ratio = 1.5): string {
  const work = {
    kind: 'amount-of-work' as const,
    trial: 1,
    input: 'small',
    operations: null,
    differences: [],
    ...record,
  };
  const state: StudyState = stateOf([...RECORDS, measurement(1, ratio), work]);
  return amountOfWorkText(state, state.trial(1)!);
}

describe('the amount of work in words', () => {
  it('names loops, functions and kernels with their counts', () => {
    const named = { function: 'axpy', file: 'cg.c', line: 77, before: 1154, after: 1842 };
    expect(textOf({ differences: [{ ...LOOP, isTotal: true }] })).toBe(
      'the loop at cg.c:89 in solve() runs 2,140 times in total instead of 1,518',
    );
    expect(textOf({ differences: [{ ...named, kind: 'function' }] })).toBe(
      'axpy() is called 1,842 times instead of 1,154',
    );
    expect(textOf({ differences: [{ ...named, kind: 'kernel' }] })).toBe(
      'kernel axpy is launched 1,842 times instead of 1,154',
    );
  });

  it('is empty where nothing differs, or nothing was counted', () => {
    expect(textOf({ operations: { before: 1000, after: 1004 } })).toBe('');
    expect(textOf({ notCounted: 'the count run ended as timed-out' })).toBe('');
  });

  it('says that the work explains the time where the trial would be faster without it', () => {
    const record = { operations: { before: 1000, after: 1410 }, differences: [LOOP] };
    expect(textOf(record)).not.toContain('outweighs');
    expect(textOf(record, 0.9)).toMatch(
      /; 41 % more floating-point operations, which outweighs the time saved per operation$/,
    );
    expect(textOf(record, 0.5)).not.toContain('outweighs');
  });
});
