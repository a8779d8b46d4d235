import { describe, expect, it } from 'vitest';
import { timeText } from '../../src/cli/text/time-text.js';
import type { JournalRecord } from '../../src/journal/records.js';
import { StudyState } from '../../src/journal/replay.js';
import { timeSpent } from '../../src/report/time-spent.js';
import { durationText } from '../../src/support/duration-text.js';
import { naming } from '../support/naming.js';
import { RECORDS, reportOf, trial } from '../support/recorded-study.js';

const verified: JournalRecord = {
  kind: 'verification',
  trial: 3,
  engine: 'cuda',
  neighbours: { kind: 'arguments' },
  samples: [],
  ...{ confidence: 1, low: 0.5, high: 1 },
};

const resumed: JournalRecord = { kind: 'study-resumed', command: [], environment: {} };

describe('the time per step', () => {
  it('is assigned to the record that ends each step', () => {
    const { phases, totalMs } = reportOf().time;
    expect(Object.fromEntries(phases.map(({ phase, ms }) => [phase, ms]))).toEqual({
      reading: 1000,
      baseline: 2000,
      preparing: 900,
      trials: 4100,
      confirming: 2000,
      timing: 1000,
    });
    expect(totalMs).toBe(11_000);
  });

  it('counts work only: neither idle time nor later commands', () => {
    const second = 1000;
    const hour = 3600 * second;
    const records = [...RECORDS, resumed, verified, trial(6, {})];
    const worked = [...RECORDS.map((_, at) => at * second), hour, 2 * hour, 3 * hour];
    const total = (state: StudyState) => timeSpent(state.entries).totalMs;
    const before = total(new StudyState(RECORDS, worked.slice(0, RECORDS.length)));
    expect(total(new StudyState(records, worked))).toBe(before);
    expect(total(new StudyState([...RECORDS, verified], [...worked.slice(0, RECORDS.length), hour]))).toBe(before);
    const again = [...RECORDS, resumed, trial(6, {})];
    const state = new StudyState(again, [...worked.slice(0, RECORDS.length), hour, hour + second]);
    expect(total(state)).toBe(before! + second);
  });

  it('is printed at the end of a command, with the time of the first trial', () => {
    const state = new StudyState(
      RECORDS,
      RECORDS.map((_, at) => at * 1000),
    );
    const { phases } = timeSpent(state.entries);
    const named = phases.map(({ phase, ms }) => `${phase} ${durationText(ms)}`);
    expect(timeText(state.entries)).toEqual(naming(...named, '4.0 s'));
    const one = timeText(new StudyState(RECORDS).entries);
    expect(one).toEqual(naming('reading 1.0 s'));
    expect(one).not.toMatch(/\d s\b.*\d s\b/);
  });
});
