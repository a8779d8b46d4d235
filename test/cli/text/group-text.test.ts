import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { groupLines } from '../../../src/cli/text/group-text.js';
import { plain } from '../../../src/inspection/paint.js';
import type { ConstraintRecord, TrialRecord } from '../../../src/journal/records.js';
import { StudyState } from '../../../src/journal/replay.js';
import { trialRecord } from '../../../src/journal/trial-record.js';
import { explainTrial } from '../../../src/report/group-evidence.js';

/** As it stands in the file: every field, whatever the outcome. */
type WrittenTrial = z.input<typeof trialRecord>;

/** A trial that lowers the groups named; within the goal where it has an error below 1e-6. */
const trial = (number: number, lowered: string, error: number | null, rest: Partial<WrittenTrial> = {}): TrialRecord =>
  trialRecord.parse({
    kind: 'trial',
    number,
    formats: Object.fromEntries(lowered.split(' ').map((id) => [id, 'fp32'])),
    resolution: String(number),
    how: 'emulated',
    outcome: error === null ? 'run-failed' : error < 1e-6 ? 'accurate' : 'inaccurate',
    error,
    speedup: null,
    speedupKind: null,
    accepted: error !== null && error < 1e-6,
    evidence: null,
    durationMs: 1,
    ...rest,
  });

const lines = (number: number, records: readonly (TrialRecord | ConstraintRecord)[], width = 120) => {
  const state = new StudyState(records);
  return groupLines(explainTrial(state, state.trial(number)!), [], 'max-relative', plain, width);
};

describe('why a group has its format', () => {
  it('is what becomes of the trial without it, alone, and which trials lower it', () => {
    expect(lines(2, [trial(1, 'a b', 4e-6), trial(2, 'a', 2e-8), trial(3, 'b', 3e-6)])).toEqual([
      expect.stringMatching(
        /^ {2}b {2}own {4}.*\bmax-relative 4\.00e-6, inaccurate \(trial 1\); [\s\S]*\bmax-relative 3\.00e-6, inaccurate \(trial 3\); .*\b1, 3\b.*$/,
      ),
      expect.stringMatching(
        /^ {2}a {2}fp32 {3}.*\bmax-relative 2\.00e-8 \(trial 2\); .*\btrial 2,[\s\S]*\btrial\s+1\b/,
      ),
    ]);
  });

  it('is that it cannot be written, where a constraint says so of it alone', () => {
    const constraint = { kind: 'constraint' as const, trial: 1, formats: { b: 'fp32' as const }, reason: 'a typedef' };
    const [kept, lowered] = lines(5, [trial(1, 'a b c', null), trial(2, 'c', 2e-8), constraint, trial(5, 'a c', 3e-8)]);
    expect(kept).toMatch(/^ {2}b {2}own {4}.*: a typedef; [\s\S]*run-failed\s+\(trial 1\)/);
    expect(lowered).toMatch(/\bmax-relative 2\.00e-8 \(trial 2\)/);
  });

  it('is printed once for groups with the same reason, and below the group on a narrow terminal', () => {
    expect(lines(5, [trial(1, 'a b c', null), trial(5, 'a c', 3e-8)], 40)).toEqual([
      expect.stringMatching(/^ {2}b {2}own {2}\n {6}[\s\S]*run-failed \(trial 1\);[\s\S]*\btrial\s+1\b/),
      expect.stringMatching(/^ {2}a {2}fp32 \n {6}[\s\S]*\btrial\s+5,[\s\S]*\btrial\s+1\b/),
      expect.stringMatching(/^ {4}.* c$/),
    ]);
  });

  it('counts a trial that repeats another as nothing new', () => {
    const again = trial(2, 'a', 2e-8, {
      outcome: 'duplicate',
      accepted: false,
      evidence: 'the same program as trial 1',
    });
    expect(lines(1, [trial(1, 'a', 2e-8), again])).toEqual([
      expect.stringMatching(/^ {2}a {2}fp32 {3}.*\bmax-relative 2\.00e-8 \(trial 1\); .*\btrial 1\b.*$/),
    ]);
  });
});
