import { describe, expect, it } from 'vitest';
import { type Loudness, Progress } from '../../src/cli/progress.js';
import type { TrialRecord } from '../../src/journal/records.js';

const trial = (number: number, rest: Partial<TrialRecord> = {}): TrialRecord => ({
  kind: 'trial',
  number,
  formats: { 'k.x': 'fp32' },
  resolution: String(number),
  how: 'emulated',
  outcome: 'measured',
  error: 2.5e-8,
  speedup: 1.5,
  speedupKind: 'modelled',
  accepted: true,
  evidence: null,
  durationMs: 1,
  ...rest,
});

function conversation(loudness: Loudness, isTerminal: boolean) {
  let time = 0;
  let text = '';
  const write = (one: string) => {
    text += one;
  };
  const to = { isTerminal, columns: 120, write, now: () => time };
  const progress = new Progress(
    loudness,
    { metric: 'max-relative', maxTrials: 11, deadlineMs: Number.POSITIVE_INFINITY },
    to,
  );
  progress.say('nbody: 16 groups');
  progress.report({ kind: 'running', number: 1, formats: { 'k.x': 'fp32' } });
  time = 2000;
  progress.report({ kind: 'trial', trial: trial(1), resumed: false, fastest: trial(1) });
  progress.report({ kind: 'running', number: 2, formats: {} });
  progress.report({
    kind: 'trial',
    trial: trial(2, {
      outcome: 'inaccurate',
      accepted: false,
      evidence: 'small: value 3 is NaN instead of 1',
      error: null,
      speedup: null,
    }),
    resumed: true,
    fastest: trial(1),
  });
  progress.report({ kind: 'confirming', trial: 1 });
  progress.end();
  return text;
}

describe('progress', () => {
  it('is one live line on a terminal: trial, what runs, best so far, time left', () => {
    const text = conversation('normal', true);
    expect(text.split('\n')).toHaveLength(2); // what was said, and the live line
    expect(text).toContain(
      '\r\u001b[2Ktrial 2 of at most 11 · best 1.50× modelled (trial 1) · at most 20 s left · nothing lowered',
    );
    expect(text.endsWith('\r\u001b[2K')).toBe(true);
  });

  it('is plain lines elsewhere, without what the journal knew', () => {
    expect(conversation('normal', false)).toBe(
      'nbody: 16 groups\n' +
        'trial 1: measured, max-relative 2.50e-8, 1.50× modelled  (k.x fp32)\n' +
        'building trial 1 from its rewritten source\n',
    );
  });

  it('is silent when asked, and complete when asked', () => {
    expect(conversation('quiet', true)).toBe('');
    expect(conversation('verbose', false)).toContain(
      'trial 2 (from the journal): inaccurate, small: value 3 is NaN instead of 1  (k.x fp32)\n',
    );
  });
});
