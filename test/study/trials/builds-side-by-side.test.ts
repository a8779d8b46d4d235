import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { MantissaError } from '../../../src/diagnostics/mantissa-error.js';
import type { EngineName, RunOutcome } from '../../../src/execution/engine.js';
import { strategies } from '../../../src/search/strategies.js';
import { defineStrategy, type Point } from '../../../src/search/strategy.js';
import { Deadline } from '../../../src/support/deadline.js';
import { MovedClock } from '../../support/moved-clock.js';
import { printed, ScriptedProgram, TWO_ARRAYS } from '../../support/scripted-bench.js';
import { goal, recordsOf, study } from '../../support/study-runs.js';

let program: ScriptedProgram;
beforeAll(async () => {
  program = await ScriptedProgram.open();
});
afterAll(() => program.close());
// by the clock a build takes no time here, however busy the machine is: only the times that runs report decide
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

/** Counts how many of what it is given are under way at once. */
class Crowd {
  most = 0;
  private now = 0;

  async of<T>(work: () => Promise<T>): Promise<T> {
    this.most = Math.max(this.most, ++this.now);
    await new Promise((go) => setTimeout(go, 5));
    try {
      return await work();
    } finally {
      this.now--;
    }
  }
}

/** Every trial has to be built, as one in a wide format has; all 15 are proposed together. */
async function crowds(engine: EngineName, buildJobs: number) {
  const folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
  const builds = new Crowd();
  const runs = new Crowd();
  const scripted = program.bench({
    engine,
    run: (lowered, how) => {
      if (how === 'emulated') throw new MantissaError('MX4003', 'it cannot be emulated');
      return printed(1 + lowered.length / 1000);
    },
  });
  await study(
    {
      ...scripted,
      variants: {
        ...scripted.variants,
        tryBuild: (configuration) => builds.of(() => scripted.variants.tryBuild(configuration)),
      },
      runs: { ...scripted.runs, run: (...given) => runs.of(() => scripted.runs.run(...given)) },
    },
    folder,
    { jobs: 1, buildJobs },
  );
  return { builds: builds.most, runs: runs.most, trials: recordsOf(folder, 'trial') };
}

it('where programs run one by one, as on a GPU, their builds have all processors', async () => {
  const abreast = await crowds('cuda', 4);
  expect(abreast).toMatchObject({ builds: 4, runs: 1 });
  const alone = await crowds('cuda', 1);
  expect(alone).toMatchObject({ builds: 1, runs: 1 });
  const judged = ({ trials }: typeof alone) =>
    trials.map(({ number, outcome, error }) => ({ number, outcome, error })).sort((a, b) => a.number - b.number);
  expect(judged(abreast)).toEqual(judged(alone));
});

it('where programs share the machine, a build counts as what --jobs allows', async () => {
  expect(await crowds('native', 4)).toMatchObject({ builds: 1, runs: 1 });
});

it('trials on a GPU that emulated take many times as long as the program itself are built', async () => {
  const folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
  const bench = program.bench({
    engine: 'cuda',
    run: (_, how) => ({ ...printed(1), durationMs: how === 'emulated' ? 60_000 : 5 }) as RunOutcome,
  });
  await study(bench, folder, { jobs: 1, buildJobs: 4, recommends: false });
  expect(new Set(recordsOf(folder, 'trial').map((one) => one.how))).toEqual(new Set(['rebuilt']));
});

/** Everything narrow is off by 7e-3, three variables by 5e-3. */
const MOST = 0.0065;

/** Two inputs, of which the first is short. */
async function searched(
  engine: EngineName,
  buildJobs: number,
  bound = MOST,
  emulate: (lowered: string, input: string) => void = () => undefined,
) {
  const folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
  const bench = program.bench({
    engine,
    run: (lowered, how, [input]) => {
      if (how === 'emulated') emulate(lowered, input!);
      const output = printed(1 + lowered.length / 1000);
      return { ...output, durationMs: input === 'long' ? 900 : 9 } as RunOutcome;
    },
    build: (lowered) => bench.log.push(`building ${lowered}`),
  });
  const inputs = ['short', 'long'].map((name) => ({ name, arguments: [name], heldOut: false }));
  const strategy = strategies.find((one) => one.name === 'auto')!;
  const options = strategy.options.parse({});
  const here = { ...bench, runs: { ...bench.runs, places: 0 } }; // as a workbench says it where there is no cluster
  await study(here, folder, { strategy, options, inputs, goal: goal(bound), jobs: 1, buildJobs, recommends: false });
  return { log: bench.log, trials: recordsOf(folder, 'trial') };
}

it('on a GPU everything narrow is built beside the program as written, and runs on every input before anything is emulated', async () => {
  const { log, trials } = await searched('cuda', 4, 0.1);
  const at = (what: string) => log.indexOf(what);
  expect(trials[0]).toMatchObject({ number: 1, how: 'rebuilt' });
  expect(at('building a b c d')).toBeGreaterThanOrEqual(0);
  expect(at('building a b c d')).toBeLessThan(at('built a b c d (short)'));
  for (const input of ['short', 'long']) {
    expect(at(`emulated (${input})`)).toBeGreaterThanOrEqual(0);
    expect(at(`built a b c d (${input})`)).toBeLessThan(at('emulated (short)'));
  }
  expect(log.filter((one) => one === 'building a b c d')).toHaveLength(1);
});

it('where no processor is free for it, or programs share the machine, it waits for its turn, and the same is found', async () => {
  const judged = (trials: Awaited<ReturnType<typeof searched>>['trials']) =>
    trials.map(({ number, formats, outcome, error }) => ({ number, formats, outcome, error }));
  const before = await searched('cuda', 4);
  for (const [engine, jobs] of [
    ['cuda', 3],
    ['native', 4],
  ] as const) {
    const { log, trials } = await searched(engine, jobs);
    expect(trials[0]!.how).toBe('emulated');
    expect(log.indexOf('emulated (long)')).toBeLessThan(log.indexOf('emulated a b c d (short)'));
    expect(judged(trials)).toEqual(judged(before.trials));
  }
});

it('an instrumented program that fails on the long input alone is found out after the first trial, and the others are built', async () => {
  const { trials } = await searched('cuda', 4, MOST, (_, input) => {
    if (input === 'long') throw new MantissaError('MX4003', 'it cannot be emulated');
  });
  expect(trials.length).toBeGreaterThan(1);
  expect(new Set(trials.map(({ how }) => how))).toEqual(new Set(['rebuilt']));
});

it('a program that was in the cache is not taken for one that is built in no time', async () => {
  const how = async (tookMs: number | undefined) => {
    const folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
    const bench = program.bench({
      engine: 'cuda',
      run: (_, way) => ({ ...printed(1), durationMs: way === 'emulated' ? 1000 : 5 }) as RunOutcome,
    });
    const took = tookMs === undefined ? {} : { tookMs };
    const original = async () => ({ ...(await bench.builds.original()), ...took });
    await study({ ...bench, builds: { ...bench.builds, original } }, folder, {
      jobs: 1,
      buildJobs: 1,
      recommends: false,
      maxTrials: 1,
    });
    return recordsOf(folder, 'trial').map((one) => one.how);
  };
  expect(await how(undefined)).toEqual(['rebuilt']); // it was built within milliseconds
  expect(await how(60_000)).toEqual(['emulated']);
});

describe('with a deadline', () => {
  const inOrder = defineStrategy({
    name: 'in order',
    summary: 'a, then both, then b',
    options: z.strictObject({}),
    needs: ['model'],
    *propose({ space }) {
      for (const wanted of [['a'], ['a', 'b'], ['b']])
        yield [space.dimensions.map(({ id, formats }) => formats[wanted.includes(id.slice(-1)) ? 1 : 0]!)] as Point[];
    },
  });

  it.each([
    ['cuda', 16, ['a a', 'a a b b'], []],
    ['cuda', 4, ['a a', 'a a b b'], []],
    ['native', 16, ['a a', 'a a b b'], ['b b']],
  ] as const)(
    'and %s on %d processors, %j are built before the search ends',
    async (engine, buildJobs, beside, after) => {
      const kernels = await ScriptedProgram.open(TWO_ARRAYS, 'cu');
      try {
        const folder = fs.mkdtempSync(path.join(kernels.folder, 'study-'));
        const built: string[] = [];
        const bench = kernels.bench({
          engine,
          run: (lowered, how) => {
            if (how === 'emulated' && lowered === 'b b') expect(built).toEqual(beside);
            return printed(1, { cpuMs: lowered === 'a a b b' ? 5 : 10 });
          },
          build: (lowered) => {
            built.push(lowered);
          },
        });
        const deadline = new Deadline(100_000, new MovedClock());
        const plan = { strategy: inOrder, options: {}, deadline, buildJobs, sanitizes: false };
        const { best } = await study(bench, folder, plan);
        expect(best?.formats).toEqual({ 'both.a': 'fp32', 'both.b': 'fp32' });
        expect(built.slice(beside.length, beside.length + after.length)).toEqual(after);
        expect(new Set(built).size).toBe(built.length); // nothing twice
      } finally {
        await kernels.close();
      }
    },
  );
});
