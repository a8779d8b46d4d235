import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Loudness, Progress, trialText } from '../../../src/cli/text/progress.js';
import { trialHead, trialRow } from '../../../src/cli/text/trial-row.js';
import { plain } from '../../../src/inspection/paint.js';
import type { TrialRecord } from '../../../src/journal/records.js';
import { trialRecord } from '../../../src/journal/trial-record.js';
import { describeFormats } from '../../../src/study/trials/constraints.js';
import { NO_DEADLINE } from '../../../src/support/deadline.js';
import { expectNamed, isNamed, naming } from '../../support/naming.js';

/** As it stands in the file: every field, whatever the outcome. */
type WrittenTrial = z.input<typeof trialRecord>;

const trial = (number: number, rest: Partial<WrittenTrial> = {}): TrialRecord =>
  trialRecord.parse({
    kind: 'trial',
    number,
    formats: { 'k.x': 'fp32' },
    resolution: String(number),
    how: 'emulated',
    outcome: 'accurate',
    error: 2.5e-8,
    speedup: 1.5,
    speedupKind: 'modelled',
    accepted: true,
    evidence: null,
    durationMs: 1,
    ...rest,
  });
const CLEAR = '\r\u001b[2K';
const NOT_A_NUMBER = {
  outcome: 'inaccurate',
  accepted: false,
  evidence: 'small: value 3 is NaN instead of 1',
  error: null,
  speedup: null,
  speedupKind: null,
} as const;

const SAID = 'nbody: 16 groups';
const STEP = 'building what is measured';
const BASELINE = naming('baseline', 'small', '12 values', '11 ms', '9.0 ms', '14 ms', '3 runs');

/** A study with one trial from its journal, two of its own, and a confirmation; time passes only where it says so. */
function conversation(loudness: Loudness, isTerminal: boolean, columns = 120) {
  let time = 0;
  let text = '';
  let isTicking = false;
  const to = {
    isTerminal,
    columns,
    paint: plain,
    write: (one: string) => {
      text += one;
    },
    now: () => time,
    every: () => {
      isTicking = true;
      return () => {
        isTicking = false;
      };
    },
  };
  const progress = new Progress(loudness, to);
  progress.step('reading nbody');
  time = 60_000;
  progress.plans({ metric: 'max-relative', groups: 16, maxTrials: 12, deadline: NO_DEADLINE });
  progress.say(SAID);
  const baseline = { kind: 'baseline' as const, input: 'small', count: 12, digest: '', values: [], error: null };
  progress.report({ kind: 'prepared', what: STEP, durationMs: 2500 });
  progress.report({ kind: 'baseline', record: { ...baseline, durationsMs: [9, 14, 11], noise: 0 } });
  progress.report({ kind: 'trial', trial: trial(1, NOT_A_NUMBER), resumed: true, fastest: null });
  progress.report({ kind: 'running', number: 2, formats: { 'k.x': 'fp32' } });
  time += 2000;
  progress.report({ kind: 'trial', trial: trial(2), resumed: false, fastest: trial(2) });
  progress.report({ kind: 'running', number: 3, formats: {} });
  progress.report({ kind: 'trial', trial: trial(3, NOT_A_NUMBER), resumed: false, fastest: trial(2) });
  progress.report({ kind: 'confirming', trial: 2 });
  progress.end();
  expect(isTicking).toBe(false);
  return text;
}

/** A long search: every seventh trial is better than all before it. */
function longSearch(loudness: Loudness, trials: number): string[] {
  let text = '';
  const write = (one: string) => {
    text += one;
  };
  const to = { isTerminal: false, columns: 120, paint: plain, write, now: () => 0, every: () => () => undefined };
  const progress = new Progress(loudness, to);
  progress.plans({ metric: 'max-relative', groups: 16, maxTrials: 500, deadline: NO_DEADLINE });
  let fastest: TrialRecord | null = null;
  for (let number = 1; number <= trials; number++) {
    progress.report({ kind: 'running', number, formats: {} });
    const one = trial(number, { speedup: 1 + number / 1000 });
    if (number % 7 === 0) fastest = one;
    progress.report({ kind: 'trial', trial: one, resumed: false, fastest });
  }
  progress.end();
  return text.trimEnd().split('\n');
}

/** What stays on a terminal when every live line has been written over. */
const permanent = (text: string) =>
  text
    .split('\n')
    .map((line) => line.split(CLEAR).at(-1))
    .join('\n');

describe('progress', () => {
  it('leaves a row for every finished trial on a terminal, the best so far marked', () => {
    const shape = { columns: 120, metric: 'max-relative', groups: 16 } as const;
    expect(permanent(conversation('normal', true)).split('\n')).toEqual([
      ...[SAID, BASELINE, naming('1 trial'), '', trialHead(shape, plain)],
      trialRow(trial(2), true, shape, plain),
      trialRow(trial(3, NOT_A_NUMBER), false, shape, plain),
      '',
    ]);
    expect(trialRow(trial(2), true, shape, plain)).toMatch(
      /^\* +2 +accurate +2\.50e-8 +1\.50× modelled +1 of 16 +k\.x fp32$/,
    );
    expect(trialRow(trial(3, NOT_A_NUMBER), false, shape, plain)).toMatch(
      new RegExp(`^ +3 +inaccurate +1 of 16 +${NOT_A_NUMBER.evidence}$`),
    );
  });

  it('has one live line below them: the current step, the best so far, and the estimated time left', () => {
    const text = conversation('normal', true);
    const live = text.split(CLEAR).map((line) => line.slice(2)); // without the spinner
    expect(live).toContain('reading nbody · 0 s');
    expect(live.map((line) => line.split(' · '))).toContainEqual([
      ...[naming('trial 3', '12'), '62 s', naming('1.50× modelled', 'trial 2'), naming('20 s'), describeFormats({})],
    ]);
    expect(text.endsWith(CLEAR)).toBe(true);
  });

  it('fits a terminal of 40 columns, and marks modelled figures there too', () => {
    const text = conversation('normal', true, 40);
    const lines = text
      .replaceAll(CLEAR, '\n')
      .split('\n')
      .filter((line) => !line.startsWith('baseline'));
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThan(40);
    expect(permanent(text)).toContain('*  2 accurate     2.50e-8  1.50× mod.\n   3 inaccurate\n');
  });

  it('consists of complete plain lines elsewhere', () => {
    expect(conversation('normal', false).split('\n')).toEqual([
      ...[SAID, BASELINE, naming('1 trial')],
      `trial 2: ${trialText(trial(2), 'max-relative')}`,
      `trial 3: ${trialText(trial(3, NOT_A_NUMBER), 'max-relative')}`,
      ...[naming(/^building\b/, 'trial 2'), ''],
    ]);
    expectNamed(
      trialText(trial(2), 'max-relative'),
      'accurate',
      'max-relative',
      '2.50e-8',
      '1.50× modelled',
      'k.x fp32',
    );
    expectNamed(trialText(trial(3, NOT_A_NUMBER), 'max-relative'), 'inaccurate', NOT_A_NUMBER.evidence, 'k.x fp32');
  });

  it('lists the trials of a short search, and only improvements with the progress of a long one; all of them when asked', () => {
    expect(longSearch('normal', 40)).toHaveLength(40);
    const lines = longSearch('normal', 205);
    expect(lines[40]).toMatch(/^trial \d+: accurate/);
    const turn = lines.findIndex((line) => isNamed('-v', line));
    expect(turn).toBeGreaterThan(39);
    const later = lines.slice(turn + 1);
    const numbers = later.flatMap((line) => /^trial (\d+):/.exec(line)?.[1] ?? []).map(Number);
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.every((number) => number % 7 === 0)).toBe(true);
    expect(later.filter((line) => !line.startsWith('trial '))).toEqual([
      naming('100', '500', '1.10× modelled', 'trial 98'),
      naming('200', '500', '1.20× modelled', 'trial 196'),
    ]);
    expect(longSearch('verbose', 205)).toHaveLength(205);
  });

  it('is silent when asked, and complete when asked', () => {
    expect(conversation('quiet', true)).toBe('');
    const complete = conversation('verbose', false).split('\n');
    expect(complete).toContainEqual(
      expect.stringMatching(new RegExp(`^trial 1 .*: inaccurate, ${NOT_A_NUMBER.evidence} +\\(k\\.x fp32\\)$`)),
    );
    expect(permanent(conversation('verbose', true))).toContain('reading nbody\n');
    expect(complete).toContain(`${STEP}: 2.5 s`);
  });
});
