import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../src/journal/records.js';
import { expectNamed, naming } from '../support/naming.js';
import { inaccurate, measurement, RECORDS, reportOf, started, trial } from '../support/recorded-study.js';

const without = (...kinds: JournalRecord['kind'][]) => RECORDS.filter(({ kind }) => !kinds.includes(kind));

describe('the verdict', () => {
  it('gives a measured speedup with its interval, the error and the goal, and the lowered variables', () => {
    const { verdict, best } = reportOf();
    expect(best).toBe(3);
    expect(verdict.tone).toBe('good');
    expect(verdict.kind).toBe('recommended');
    expectNamed(verdict.sentence, '3', '1.50×', '95 %', '1.45–1.55', 'GPU', 'max-relative 4.00e-7', '1e-6');
    expect(verdict.facts).toContainEqual(expect.objectContaining({ value: '2', note: naming('3', '2 groups') }));
  });

  it('never calls a modelled speed measured, and warns about it', () => {
    const { verdict, notices } = reportOf(without('measurement'));
    expect(verdict.kind).toBe('recommended');
    expectNamed(verdict.sentence, '1.40×', 'modelled', 'H200');
    expect(verdict.tone).toBe('unclear');
    expect(notices).toContainEqual(expect.objectContaining({ code: 'modelled-speedup', text: naming('H200') }));
  });

  it('says that there is no speedup if the interval contains 1', () => {
    const { verdict } = reportOf([...without('measurement', 'study-ended'), measurement(3, 1.02), RECORDS.at(-1)!]);
    expect(verdict.tone).toBe('unclear');
    expect(verdict.kind).toBe('no-gain');
    expect(verdict.facts[0]!.value).not.toMatch(/\d/);
    expect(verdict.actions.map(({ command }) => command)[0]).toBe('mantissa show 3 --study study');
  });

  it('comes with the next command: the patch if the program is faster', () => {
    const commands = reportOf().verdict.actions.map(({ command }) => command);
    expect(commands[0]).toBe('mantissa apply 3 --study study --write');
    expect(commands).toContain('mantissa verify 3 --study study');
  });

  it('offers no patch without a speedup, but the bound at which the model predicts one', () => {
    const records = [
      started,
      trial(1, { x: 'fp32' }, { speedup: 1 }),
      trial(
        2,
        { y: 'fp32' },
        { outcome: 'inaccurate', error: 1.04e-5, speedup: 1.5, accepted: false, evidence: 'far off' },
      ),
    ];
    const { verdict, best } = reportOf([...records, { kind: 'study-ended', reason: 'finished', best: null }]);
    expect(best).toBeNull();
    expect(verdict.kind).toBe('no-speedup');
    expect(verdict.actions).toEqual([
      { command: "mantissa tune k.cu 'a b' --max-error 1.1e-5 -o study-looser", does: naming('1.50×', 'model') },
      { command: "mantissa advise k.cu 'a b' --max-error 1e-6", does: expect.any(String) },
    ]);
  });

  it('offers to time all trials within tolerance if there is no model and one was slower', () => {
    const records = [started, trial(1, { x: 'fp32' }, { speedup: null, speedupKind: null }), measurement(1, 0.6)];
    const ended = (isComplete: boolean): JournalRecord => ({
      ...{ kind: 'study-ended', reason: 'finished', best: null },
      ...(isComplete && { isComplete }),
    });
    const { verdict } = reportOf([...records, ended(false)]);
    expect(verdict).toMatchObject({ kind: 'no-speedup', sentence: naming('timed') });
    expect(verdict.actions[0]!.command).toMatch(/^mantissa tune .* --strategy genetic --timing every -o study-timed$/);
    const complete = reportOf([...records, ended(true)]).verdict;
    expect(complete.kind).toBe('no-speedup');
    expect(complete.sentence).not.toEqual(naming('timed'));
    expect(complete.actions[0]!.command).toMatch(/^mantissa advise/);
  });

  it('says that nothing meets the goal', () => {
    const { verdict } = reportOf([
      started,
      inaccurate(1, { x: 'fp32' }, 1),
      { kind: 'study-ended', reason: 'finished', best: null },
    ]);
    expect(verdict).toMatchObject({
      ...{ kind: 'goal-not-met', tone: 'bad' },
      sentence: naming('1 trial', '1e-6', 'trial 1', /max-relative 1\b/),
    });
  });

  it('does not say that of a study that recommends nothing and finds much', () => {
    const records = [started, trial(1, { x: 'fp32' }), inaccurate(2, { y: 'fp32' }, 1)];
    const { verdict } = reportOf([...records, { kind: 'study-ended', reason: 'finished', best: null }]);
    expect(verdict).toMatchObject({ kind: 'none-recommended', sentence: naming('1 of 2', 'max-relative', '1e-6') });
  });
});

describe('a study that is not simply finished', () => {
  it('is shown as running, with the fastest so far', () => {
    const report = reportOf(without('study-ended', 'measurement', 'confirmation'), { isRunning: true });
    expect(report.state.kind).toBe('running');
    expect(report.best).toBe(3);
    expect(report.verdict).toMatchObject({ kind: 'recommended', tone: 'open', sentence: naming('3') });
  });

  it('is headed as interrupted, whatever was found, and says how to go on', () => {
    const ended = { kind: 'study-ended', reason: 'interrupted', best: 3 } as const;
    const report = reportOf([...without('study-ended'), ended]);
    expect(report.state.kind).toBe('interrupted');
    expect(report.verdict).toMatchObject({
      ...{ kind: 'recommended', tone: 'open' },
      sentence: expect.stringMatching(/^Interrupted\b.*\b5\b.*\b3\b.*\b1\.50×/),
      actions: [{ command: "mantissa tune k.cu --max-error 1e-6 'a b'", does: expect.any(String) }],
    });
    const slow = reportOf([started, trial(1, { x: 'fp32' }, { speedup: 1 }), { ...ended, best: 1 }]);
    expect(slow.best).toBeNull();
    expect(slow.verdict).toMatchObject({
      kind: 'no-speedup',
      tone: 'open',
      sentence: naming(/^Interrupted\b/, '1 trial'),
    });
    expect(reportOf([started, { ...ended, best: null }]).verdict).toMatchObject({
      ...{ kind: 'none-yet', tone: 'open' },
      sentence: naming(/^Interrupted\b/, '0 trials'),
    });
  });

  it('is shown as interrupted if its end was not recorded', () => {
    expect(reportOf(without('study-ended')).state.kind).toBe('broken-off');
  });

  it('reports that a study of an earlier version has no source to show', () => {
    const report = reportOf(without('program'));
    expect(report.source).toBeNull();
    expect(report.dimensions.map(({ id }) => id)).toEqual(['k.a', 'k.b', 'k.c']);
    expect(report.notices.map(({ code }) => code)).toContain('no-program');
  });

  it('warns if a source has changed since', () => {
    const report = reportOf(RECORDS, { changedFiles: ['k.cu'] });
    expect(report.source!.files[0]!.isChanged).toBe(true);
    expect(report.notices).toContainEqual(expect.objectContaining({ code: 'changed-files', text: naming('k.cu') }));
  });

  it('says which trial is applied instead, and offers to apply it no longer', () => {
    const best = reportOf(RECORDS).best!;
    const report = reportOf(RECORDS, { changedFiles: ['k.cu'], applied: { trial: best, files: ['k.cu'] } });
    expect(report.notices.map(({ code }) => code)).not.toContain('changed-files');
    expect(report.notices).toContainEqual(
      expect.objectContaining({ code: 'applied', text: naming(`trial ${best}`, 'k.cu') }),
    );
    expect(report.verdict.actions.map(({ command }) => command).join()).not.toContain('mantissa apply');
  });

  it('has nothing but its beginning when it has just begun', () => {
    const report = reportOf([started], { isRunning: true });
    expect(report).toMatchObject({ trials: [], best: null, pareto: [], verdict: { tone: 'open' } });
  });
});
