import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { MantissaError } from '../../src/diagnostics/mantissa-error.js';
import { defineStrategy, type Point } from '../../src/search/strategy.js';
import { isNamed } from '../support/naming.js';
import { printed, ScriptedProgram } from '../support/scripted-bench.js';
import { goal, recordsOf, study } from '../support/study-runs.js';

let program: ScriptedProgram;
let folder: string;
beforeAll(async () => {
  program = await ScriptedProgram.open();
});
afterAll(() => program.close());
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
});

/** Asks for these points, one after the other. */
const asking = (...wanted: string[]) =>
  defineStrategy({
    name: 'asking',
    summary: 'asks for the points of a test',
    options: z.strictObject({}),
    *propose({ space }) {
      for (const lowered of wanted)
        yield [
          space.dimensions.map(({ id, formats }) => formats[lowered.split(' ').includes(id.split('.')[1]!) ? 1 : 0]!),
        ] as Point[];
    },
  });

describe('a program that cannot be instrumented', () => {
  it('is rebuilt for every trial, and recommended without a model', async () => {
    const bench = program.bench({
      run: (lowered, how) => {
        if (how === 'emulated') throw new MantissaError('MX4007', 'undefined reference to mx_store');
        return printed(lowered.includes('d') ? 2 : 1);
      },
    });
    const { trials, best } = await study(bench, folder, { strategy: asking('a b c d', 'a', 'a b') });
    expect(trials.map(({ how, outcome }) => [how, outcome])).toEqual([
      ['rebuilt', 'inaccurate'],
      ['rebuilt', 'accurate'],
      ['rebuilt', 'accurate'],
    ]);
    expect(best).toMatchObject({ number: 3, speedup: null, confirmation: { asEmulated: null } });
  });
});

describe('times', () => {
  const timed = (speeds: Record<string, number>) => (lowered: string) =>
    printed(1, { cpuMs: 100 / (speeds[lowered] ?? 1) });

  it('decide among what passed, with the runs in the journal', async () => {
    const bench = program.bench({ engine: 'cuda', run: timed({ 'a b': 1.5, 'a b c d': 1.25 }) });
    const { best, executions } = await study(bench, folder, { strategy: asking('a b c d', 'a b') });
    expect(best).toMatchObject({ number: 2, speedup: 1.5, speedupKind: 'measured' });
    expect(best?.measurement?.verdict).toBe('1.50× faster (1.50–1.50)');
    const [measurement] = recordsOf(folder, 'measurement');
    expect(measurement!.samples.slice(0, 4).map(({ program: one }) => one)).toEqual([
      'baseline',
      'variant',
      'variant',
      'baseline',
    ]);
    // a clock without noise: four rounds that agree, of two programs each; the second trial warms up before them
    expect(executions.timed).toBe(2 * 4 + 2 * 5);
  });

  it('are not taken from trials that missed the goal', async () => {
    const bench = program.bench({ engine: 'cuda', run: (lowered) => printed(lowered === 'a' ? 2 : 1) });
    await study(bench, folder, { strategy: asking('a', 'b') });
    expect(bench.log).not.toContain('built a');
  });

  it('are taken once of identical programs, and never of the baseline again', async () => {
    const digest = (lowered: string) =>
      lowered === 'a' || lowered === 'a b' ? 'twin' : lowered === 'c' ? 'baseline' : lowered || 'baseline';
    const bench = program.bench({ engine: 'native', digest, run: timed({}) });
    const { trials } = await study(bench, folder, { strategy: asking('a b', 'a', 'c') });
    const verdicts = trials.map((one) => one.measurement?.verdict ?? '');
    expect(verdicts.filter((one) => isNamed('baseline', one))).toHaveLength(1);
    expect(verdicts.filter((one) => /\btrial \d\b/.test(one))).toHaveLength(1);
    expect(recordsOf(folder, 'measurement').filter((one) => one.samples.length > 0)).toHaveLength(1);
  });

  it('must reach the speedup asked for', async () => {
    const bench = program.bench({ engine: 'cuda', run: timed({ a: 1.1 }) });
    const { best } = await study(bench, folder, { goal: goal(0.1, { minSpeedup: 1.2 }), strategy: asking('a') });
    expect(best).toBeNull();
  });

  it('decide on native whether a trial is emulated or rebuilt', async () => {
    // the study's clock moves only where a build or a run takes its time, however busy the machine is
    let nowMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const slow = (ms: number) => {
      nowMs += ms;
    };
    const hows = async (emulateMs: number, buildMs: number) => {
      const bench = program.bench({
        engine: 'native',
        build: () => slow(buildMs),
        run: (_, how) => {
          if (how !== 'emulated') return printed(1);
          slow(emulateMs);
          return { ...printed(1), durationMs: emulateMs } as ReturnType<typeof printed>;
        },
      });
      const own = fs.mkdtempSync(path.join(folder, 'own-'));
      const { trials } = await study(bench, own, { strategy: asking('a', 'b', 'c', 'd') });
      return trials.slice(1).map((one) => one.how);
    };
    try {
      expect(await hows(400, 2)).toEqual(['rebuilt', 'rebuilt', 'rebuilt']);
      expect(await hows(2, 1500)).toEqual(['emulated', 'emulated', 'emulated']);
    } finally {
      clock.mockRestore();
    }
  });
});
