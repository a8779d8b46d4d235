import { describe, expect, it } from 'vitest';
import type { AmountOfWorkRecord } from '../../src/journal/records.js';
import type { StudyState } from '../../src/journal/replay.js';
import { amountOfWorkText } from '../../src/report/amount-of-work-text.js';
import { expectNamed, naming } from '../support/naming.js';
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

describe('the description of the amount of work', () => {
  it('names loops, functions and kernels with their counts', () => {
    const named = { function: 'axpy', file: 'cg.c', line: 77, before: 1154, after: 1842 };
    expect(textOf({ differences: [{ ...LOOP, isTotal: true }] })).toEqual(
      naming('loop', 'cg.c:89', 'solve()', /2,140\b.*\b1,518/),
    );
    expect(textOf({ differences: [{ ...named, kind: 'function' }] })).toEqual(naming('axpy()', /1,842\b.*\b1,154/));
    expect(textOf({ differences: [{ ...named, kind: 'kernel' }] })).toEqual(naming('kernel axpy', /1,842\b.*\b1,154/));
  });

  it('is empty if nothing differs or nothing was counted', () => {
    expect(textOf({ operations: { before: 1000, after: 1004 } })).toBe('');
    expect(textOf({ notCounted: 'the count run ended as timed-out' })).toBe('');
  });

  it('attributes the time to the amount of work if the trial would be faster without the difference', () => {
    const record = { operations: { before: 1000, after: 1410 }, differences: [LOOP] };
    // the same facts, and one thing more where they explain it
    expectNamed(textOf(record, 0.9), '41 %');
    expect(textOf(record, 0.9).startsWith(textOf(record))).toBe(true);
    expect(textOf(record, 0.9).length).toBeGreaterThan(textOf(record).length);
    expect(textOf(record, 0.5)).toBe(textOf(record));
  });
});
