import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunOutcome } from '../../../src/execution/engine.js';
import { defineStrategy, type Point } from '../../../src/search/strategy.js';
import { Deadline } from '../../../src/support/deadline.js';
import type { Bench } from '../../../src/workbench/bench.js';
import { MovedClock } from '../../support/moved-clock.js';
import { naming } from '../../support/naming.js';
import { printed, ScriptedProgram } from '../../support/scripted-bench.js';
import { goal, recordsOf, study } from '../../support/study-runs.js';

describe('a study with a deadline', () => {
  let program: ScriptedProgram;
  let folder: string;
  beforeAll(async () => {
    program = await ScriptedProgram.open();
  });
  afterAll(() => program.close());
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
  });
  /** One after the other, each with one group lowered. */
  const oneByOne = defineStrategy({
    name: 'one by one',
    summary: 'lowers one group at a time, again and again',
    options: z.strictObject({}),
    *propose({ space }) {
      for (const [at] of space.dimensions.entries())
        yield [space.dimensions.map(({ formats }, other) => formats[at === other ? 1 : 0]!)] as Point[];
    },
  });
  const limited = (bench: Bench, clock: MovedClock, plan = {}) =>
    study(bench, folder, { strategy: oneByOne, deadline: new Deadline(100_000, clock), ...plan });

  it('stops searching while there is time to confirm what was found', async () => {
    const clock = new MovedClock();
    const tried = new Set<string>();
    const bench = program.bench({
      run: (lowered, how) => {
        if (how === 'emulated' && lowered !== '' && !tried.has(lowered)) clock.move(30_000);
        tried.add(lowered);
        return printed(1);
      },
    });
    const { best, stopped, trials, leftOut } = await limited(bench, clock, { sanitizes: false });
    expect({ stopped, best: best?.number, trials: trials.length }).toEqual({ stopped: 'time', best: 1, trials: 2 });
    expect(best?.confirmation?.outcome).toBe('accurate');
    expect(leftOut).toEqual([naming('1 trial')]);
  });

  it('goes on searching in the time that confirmation did not need', async () => {
    const clock = new MovedClock();
    const bench = program.bench({
      engine: 'cuda',
      run: (lowered, how) => {
        if (how === 'emulated' && lowered === 'a' && clock.now() === 0) clock.move(80_000);
        return printed(1, { cpuMs: lowered === '' ? 20 : lowered === 'a' ? 15 : 10 });
      },
    });
    const { best, stopped, trials } = await limited(bench, clock, { sanitizes: false });
    expect({ stopped, trials: trials.length }).toEqual({ stopped: 'finished', trials: 4 });
    expect(best!.number).toBeGreaterThan(1);
  });

  it('has the points of the trade-off that were confirmed by then', async () => {
    const clock = new MovedClock();
    const bench = program.bench({
      engine: 'cuda',
      run: (lowered, how) => {
        // the first is built, run and timed in time, the next is not
        if (how === 'built' && lowered === 'b') clock.move(200_000);
        return printed(lowered === 'a' ? 1.01 : 1, { cpuMs: lowered === '' ? 20 : lowered === 'a' ? 10 : 15 });
      },
    });
    const { best, stopped, front } = await limited(bench, clock, { sanitizes: false, front: true });
    expect({ stopped, best: best?.number, front: front?.map(({ number }) => number) }).toEqual({
      ...{ stopped: 'time', best: 1, front: [1] },
    });
  });

  it('forgets a trial that was under way when the time was up', async () => {
    const clock = new MovedClock();
    const bench = program.bench({
      run: (lowered) => {
        if (lowered === 'b') clock.move(200_000);
        return printed(lowered === 'a' ? 5 : 1);
      },
    });
    const { best, stopped, trials, leftOut } = await limited(bench, clock);
    expect({ stopped, best, trials: trials.map((one) => one.number) }).toEqual({
      stopped: 'time',
      best: null,
      trials: [1],
    });
    expect(leftOut).toEqual([]); // nothing that was found would have been confirmed
    expect(recordsOf(folder, 'study-ended')).toEqual([{ kind: 'study-ended', reason: 'time', best: null }]);
  });

  it('takes no run for too long that was ended because another, at its side, had found something to confirm', async () => {
    const atOnce = defineStrategy({
      name: 'at once',
      summary: 'lowers each group alone, all at the same time',
      options: z.strictObject({}),
      *propose({ space }) {
        yield space.dimensions.map((_, at) =>
          space.dimensions.map(({ formats }, other) => formats[at === other ? 1 : 0]!),
        ) as Point[];
      },
    });
    const clock = new MovedClock();
    const script = program.bench({
      engine: 'cuda',
      run: (lowered, how) => {
        if (how === 'emulated' && lowered === 'a') clock.move(80_000);
        return printed(1, { cpuMs: lowered === '' ? 20 : 10 });
      },
    });
    const ended = { kind: 'timed-out', timeoutMs: 1, durationMs: 1, stdout: Buffer.of(), stderr: Buffer.of() } as const;
    const hurried: string[] = [];
    const bench: Bench = {
      ...script,
      runs: {
        ...script.runs,
        tryEmulate: async (configuration, limits) => {
          const [site] = configuration.sites.keys();
          if (site === undefined || limits.timeoutMs === 1000) return script.runs.tryEmulate(configuration, limits);
          hurried.push(script.program.sites[site]!.name);
          return ended as unknown as RunOutcome;
        },
      },
    };
    // on a GPU they run one by one, and the others wait for their turn while the first runs
    const plan = { strategy: atOnce, jobs: 1, buildJobs: 4, sanitizes: false };
    await limited(bench, clock, plan);
    expect(hurried.length).toBeGreaterThan(0);
    expect(recordsOf(folder, 'trial').map(({ outcome }) => outcome)).not.toContain('timed-out');
    const resumed = await study(script, folder, { strategy: atOnce });
    const outcomes = resumed.trials.map((one) => one.outcome).filter((outcome) => outcome !== 'duplicate');
    expect(outcomes).toEqual(['accurate', 'accurate', 'accurate', 'accurate']);
  });

  it('neither confirms nor learns anything from runs that the end of the time has ended', async () => {
    const clock = new MovedClock();
    const script = program.bench({
      engine: 'cuda',
      run: (lowered) => printed(1, { cpuMs: lowered === '' ? 20 : 10 }),
      build: () => clock.move(Math.max(0, 99_950 - clock.now())),
    });
    const ended = { kind: 'timed-out', timeoutMs: 1, durationMs: 1, stdout: Buffer.of(), stderr: Buffer.of() } as const;
    let cut = 0;
    const bench: Bench = {
      ...script,
      runs: {
        ...script.runs,
        run: async (built, limits) => {
          if (built.file === '' || limits.timeoutMs === 1000) return script.runs.run(built, limits);
          cut++;
          return ended as unknown as RunOutcome;
        },
      },
    };
    const { best, stopped } = await limited(bench, clock, { sanitizes: false });
    expect({ stopped, best }).toEqual({ stopped: 'time', best: null });
    expect(cut).toBeGreaterThan(0);
    expect(recordsOf(folder, 'confirmation')).toEqual([]);
    const resumed = await study(script, folder, { strategy: oneByOne });
    expect(resumed.best?.number).toBe(1);
  });

  it('times nothing while something else runs or is built, though it was given up', async () => {
    const clock = new MovedClock();
    let underWay = 0;
    let most = 0;
    let timed = 0;
    const script = program.bench({
      engine: 'cuda',
      run: (lowered) => printed(1, { cpuMs: lowered === '' ? 20 : 10 }),
    });
    const slowly = async <T>(work: Promise<T>) => {
      most = Math.max(most, ++underWay);
      await new Promise((go) => setTimeout(go, 2));
      underWay--;
      return work;
    };
    const bench: Bench = {
      ...script,
      runs: {
        ...script.runs,
        run: (built, limits) => {
          // the time for searching is up while the second trial is timed
          if (built.file === 'b' && ++timed === 3) clock.move(80_000);
          return slowly(script.runs.run(built, limits));
        },
      },
      variants: {
        ...script.variants,
        tryBuild: (...given) => slowly(script.variants.tryBuild(...given)),
        build: (...given) => slowly(script.variants.build(...given)),
      },
    };
    await limited(bench, clock, { timing: 'every', sanitizes: false });
    expect(most).toBe(1);
  });

  it.each([
    [2, ['a']],
    [16, ['a']],
  ])('on %d processors builds %j alone for its first answer', async (buildJobs, first) => {
    const built: string[] = [];
    let before: readonly string[] | null = null;
    const bench = program.bench({
      engine: 'native',
      build: (lowered) => {
        built.push(lowered);
      },
      run: (_, how) => {
        if (how === 'built') before ??= [...built];
        return printed(1);
      },
    });
    await limited(bench, new MovedClock(), { buildJobs, sanitizes: false });
    expect(before).toEqual(first);
  });

  it('recommends nothing that it could not confirm, and confirms it when it goes on', async () => {
    const clock = new MovedClock();
    const script = program.bench({ run: () => printed(1) });
    const hanging: Bench = {
      ...script,
      variants: {
        ...script.variants,
        tryBuild: () => {
          clock.move(200_000);
          return new Promise(() => {});
        },
      },
    };
    const { best, stopped, leftOut } = await limited(hanging, clock);
    expect({ stopped, best }).toEqual({ stopped: 'time', best: null });
    expect(leftOut).toEqual([naming('building', 'trial 1'), naming('1 trial')]);
    expect((await study(script, folder, { strategy: oneByOne })).best?.number).toBe(1);
  });

  it('recommends what it has confirmed where there is no time to check which groups affect the output', async () => {
    const clock = new MovedClock();
    const script = program.bench({ run: () => printed(1) });
    const bench: Bench = {
      ...script,
      runs: {
        ...script.runs,
        perturbed: () => {
          clock.move(200_000);
          return new Promise(() => {});
        },
      },
    };
    const { best, leftOut } = await limited(bench, clock);
    expect(best?.number).toBe(1);
    expect(leftOut).toEqual([naming('groups', 'output'), naming('3 trials')]);
  });

  it('recommends what was confirmed, and says that its memory was not watched', async () => {
    const clock = new MovedClock();
    const script = program.bench({ run: () => printed(1) });
    const bench: Bench = {
      ...script,
      runs: {
        ...script.runs,
        inspectMemory: () => {
          clock.move(200_000);
          return new Promise(() => {});
        },
      },
    };
    const { best, stopped, leftOut } = await limited(bench, clock);
    expect({ stopped, best: best?.number, memory: best?.memory }).toEqual({ stopped: 'time', best: 1, memory: null });
    expect(leftOut).toContainEqual(naming('memory', 'trial 1'));
  });

  it('does not take a modelled speed for a measured one that was asked for', async () => {
    const clock = new MovedClock();
    const script = program.bench({ engine: 'native', run: () => printed(1) });
    const bench: Bench = {
      ...script,
      runs: {
        ...script.runs,
        run: (_, { arguments: _given }) => {
          clock.move(30_000);
          return Promise.resolve(printed(1));
        },
      },
    };
    const { best, stopped } = await limited(bench, clock, { goal: goal(0.1, { minSpeedup: 1.01 }), sanitizes: false });
    expect({ stopped, best }).toEqual({ stopped: 'time', best: null });
  });

  it('ends where the baseline takes all of the time, with nothing but that in the journal', async () => {
    const clock = new MovedClock();
    const bench = program.bench({
      run: () => {
        clock.move(200_000);
        return printed(1);
      },
    });
    const { best, trials, leftOut } = await limited(bench, clock);
    expect({ best, trials }).toEqual({ best: null, trials: [] });
    expect(leftOut).toEqual([naming('running', 'only')]);
    expect(recordsOf(folder, 'study-ended')).toHaveLength(1);
  });
});
