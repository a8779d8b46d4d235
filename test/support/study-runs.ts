import path from 'node:path';
import { findDevice } from '../../src/analysis/devices/devices.js';
import { JOURNAL_FILE, Journal, readJournal } from '../../src/journal/journal.js';
import type { Goal, JournalRecord } from '../../src/journal/records.js';
import { strategies } from '../../src/search/strategies.js';
import { Study, type StudyPlan, type StudyResult } from '../../src/study/study.js';
import { NO_DEADLINE } from '../../src/support/deadline.js';
import type { Bench } from '../../src/workbench/bench.js';

export const goal = (bound: number, rest: Partial<Goal> = {}): Goal => ({
  metric: 'max-relative',
  bound,
  against: 'baseline',
  minSpeedup: null,
  command: null,
  ...rest,
});

/** Runs a study over all groups of the program to its end, in a new folder. */
export async function study(bench: Bench, folder: string, plan: Partial<StudyPlan> = {}): Promise<StudyResult> {
  const opened = begin(bench, folder, plan);
  try {
    return await opened.run();
  } finally {
    opened.close();
  }
}

export function begin(bench: Bench, folder: string, plan: Partial<StudyPlan> = {}): Study {
  return new Study(
    bench,
    {
      goal: goal(0.1),
      inputs: [{ name: 'only', arguments: [], heldOut: false }],
      output: { stdout: true },
      formats: ['fp64', 'fp32'],
      scope: new Set(bench.program.sites.keys()),
      strategy: strategies.find((one) => one.name === 'exhaustive')!,
      options: {},
      seed: 1,
      maxTrials: 100,
      deadline: NO_DEADLINE,
      jobs: 1,
      buildJobs: 1,
      timing: 'recommended',
      merit: null,
      device: findDevice('h200'),
      limits: { timeoutMs: 1000, maxOutputBytes: 1000, maxMemoryBytes: 1000 },
      ...plan,
    },
    Journal.open(folder),
    () => undefined,
  );
}

export function recordsOf<Kind extends JournalRecord['kind']>(
  folder: string,
  kind: Kind,
): Extract<JournalRecord, { kind: Kind }>[] {
  const { records } = readJournal(path.join(folder, JOURNAL_FILE));
  return records.filter((record): record is Extract<JournalRecord, { kind: Kind }> => record.kind === kind);
}
