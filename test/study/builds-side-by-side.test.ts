import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MantissaError } from '../../src/diagnostics/mantissa-error.js';
import type { EngineName, RunOutcome } from '../../src/execution/engine.js';
import { printed, ScriptedProgram } from '../support/scripted-bench.js';
import { recordsOf, study } from '../support/study-runs.js';

let program: ScriptedProgram;
beforeAll(async () => {
  program = await ScriptedProgram.open();
});
afterAll(() => program.close());

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
      tryVariant: (configuration) => builds.of(() => scripted.tryVariant(configuration)),
      run: (...given) => runs.of(() => scripted.run(...given)),
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
