import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JOURNAL_FILE, readJournal } from '../../../src/journal/journal.js';
import { StudyState } from '../../../src/journal/replay.js';
import { strategies } from '../../../src/search/strategies.js';
import { Interrupted } from '../../../src/study/plan.js';
import { TimeUp } from '../../../src/support/deadline.js';
import type { Bench } from '../../../src/workbench/bench.js';
import { printed, ScriptedProgram } from '../../support/scripted-bench.js';
import { begin, study } from '../../support/study-runs.js';

let program: ScriptedProgram;
let folder: string;
beforeAll(async () => {
  program = await ScriptedProgram.open();
});
afterAll(() => program.close());
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
});

/** A run that prints 1 and takes so long. */
const taking = (ms: number) => printed(1, { cpuMs: ms });
/** A tenth of a second, and less with a and b lowered. */
const timed = (lowered: string) =>
  taking(100 / (1 + 0.25 * lowered.split(' ').filter((name) => /^[ab]$/.test(name)).length));

describe('the recommendation that stands', () => {
  it('is there after every record of the journal from the first on, so that a kill at any time loses nothing', async () => {
    const { best } = await study(program.bench({ engine: 'native', run: timed }), folder, {});
    const { records } = readJournal(path.join(folder, JOURNAL_FILE));
    const first = records.findIndex(({ kind }) => kind === 'best-so-far');
    expect(first).toBeGreaterThan(0);
    // before the search goes on: only what confirms and times the first trial within tolerance comes between
    const firstTrial = records.findIndex(
      (record) => record.kind === 'trial' && record.accepted && 'main.a' in record.formats,
    );
    const between = records.slice(firstTrial + 1, first).map(({ kind }) => kind);
    expect(between.filter((kind) => kind === 'influence' || kind === 'memory')).toEqual([]);
    for (let length = first + 1; length <= records.length; length++)
      expect(new StudyState(records.slice(0, length)).recommended, `after ${length} records`).not.toBeNull();
    expect(new StudyState(records).recommended?.number).toBe(best?.number);
  });

  it('is only ever replaced by something faster', async () => {
    await study(program.bench({ engine: 'native', run: timed }), folder, {});
    const { records } = readJournal(path.join(folder, JOURNAL_FILE));
    const state = new StudyState(records);
    const speeds = records.flatMap((record) =>
      record.kind === 'best-so-far' ? [state.trial(record.trial)!.measurement!.ratio] : [],
    );
    expect(speeds).toEqual(speeds.toSorted((a, b) => a - b));
    expect(state.recommended?.formats).toMatchObject({ 'main.a': 'fp32', 'main.b': 'fp32' });
  });

  it('is what an interrupted study hands over', async () => {
    const controller = new AbortController();
    const script = program.bench({ engine: 'native', run: timed });
    const bench: Bench = {
      ...script,
      runs: {
        ...script.runs,
        perturbed: () => {
          controller.abort(); // while it checks which groups affect the output
          return new Promise(() => {});
        },
      },
    };
    const opened = begin(bench, folder, { signal: controller.signal });
    await expect(opened.run()).rejects.toThrow(Interrupted);
    expect(opened.state.recommended?.confirmation?.outcome).toBe('accurate');
    expect(opened.state.ended).toMatchObject({ reason: 'interrupted', best: opened.state.recommended!.number });
    opened.close();
  });
});

it('where the time is too short for a search, the rest of it goes to checks of the recommendation', async () => {
  const script = program.bench({ engine: 'cuda', run: timed });
  let profiles = 0;
  const bench: Bench = {
    ...script,
    runs: {
      ...script.runs,
      places: 0,
      profile: (...given) => (profiles++ === 0 ? Promise.reject(new TimeUp()) : script.runs.profile(...given)),
    },
  };
  const strategy = strategies.find((one) => one.name === 'auto')!;
  const plan = { strategy, options: strategy.options.parse({}), buildJobs: 4 };
  const { best, stopped, trials } = await study(bench, folder, plan);
  expect(stopped).toBe('time');
  expect(trials.length).toBeLessThanOrEqual(2); // all-fp32, and the same without groups that do not affect the output
  expect(best?.measurement).not.toBeNull();
  const kinds = readJournal(path.join(folder, JOURNAL_FILE)).records.map(({ kind }) => kind);
  expect(kinds.indexOf('influence')).toBeGreaterThan(kinds.indexOf('best-so-far'));
});

describe('without a performance model', () => {
  it('the search finds the mix that is faster where all-fp32 is slower, by the clock', async () => {
    // d costs more than everything else gains; c does nothing
    const run = (lowered: string) => {
      const names = new Set(lowered.split(' '));
      const cost = (names.has('a') ? -30 : 0) + (names.has('b') ? -20 : 0) + (names.has('d') ? 120 : 0);
      return taking(100 + cost);
    };
    const strategy = strategies.find((one) => one.name === 'auto')!;
    const plan = { strategy, options: strategy.options.parse({}), timing: 'every' as const };
    const { best, trials } = await study(program.bench({ engine: 'native', run }), folder, plan);
    expect(Object.keys(best!.formats).filter((id) => id !== 'main.c')).toEqual(['main.a', 'main.b']);
    expect(best!.measurement!.ratio).toBeCloseTo(2, 1);
    expect(trials.length).toBeLessThanOrEqual(15);
  });
});
