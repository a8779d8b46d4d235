import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunOutcome } from '../../../src/execution/engine.js';
import { JOURNAL_FILE, readJournal } from '../../../src/journal/journal.js';
import type { StudyInput } from '../../../src/journal/records.js';
import { StudyState } from '../../../src/journal/replay.js';
import { perInputText } from '../../../src/report/input-speeds.js';
import { defineStrategy, type Point } from '../../../src/search/strategy.js';
import { printed, ScriptedProgram } from '../../support/scripted-bench.js';
import { recordsOf, study } from '../../support/study-runs.js';

let program: ScriptedProgram;
beforeAll(async () => {
  program = await ScriptedProgram.open();
});
afterAll(() => program.close());

const input = (name: string, rest: Partial<StudyInput> = {}): StudyInput => ({
  ...{ name, arguments: [name], heldOut: false },
  ...rest,
});

/** Asks for everything in fp32, once. */
const narrowest = defineStrategy({
  name: 'narrowest',
  summary: 'everything in fp32',
  options: z.strictObject({}),
  *propose({ space }) {
    yield [space.dimensions.map(({ formats }) => formats.at(-1)!)] as Point[];
  },
});

/** Milliseconds of the original program on each input, and how many times as fast it is with anything lowered. */
const COSTS: Readonly<Record<string, readonly [ms: number, speedup: number]>> = {
  small: [60, 1.8],
  tiny: [2, 1],
  large: [240, 1.2],
  huge: [5_001, 1.2],
};

function scripted(fails: (how: string, on: string) => boolean = () => false) {
  return program.bench({
    engine: 'native',
    run: (lowered, how, [on]) => {
      if (fails(how, on!)) return { ...printed(1), exitCode: 3 } as RunOutcome;
      const [ms, speedup] = COSTS[on!]!;
      return printed(1, { cpuMs: lowered === '' ? ms : ms / speedup });
    },
  });
}

const plan = { strategy: narrowest, options: {}, sanitizes: false, lowersUnseen: true };
const folderOf = () => fs.mkdtempSync(path.join(program.folder, 'study-'));
const stateOf = (folder: string) => new StudyState(readJournal(path.join(folder, JOURNAL_FILE)).records);

it('trials are timed on the inputs named for timing, and judged on the others until they are confirmed', async () => {
  const bench = scripted();
  const folder = folderOf();
  const inputs = [input('small'), input('large', { heldOut: true, timed: true })];
  const { best } = await study(bench, folder, { ...plan, inputs });
  expect(best?.measurement?.inputs?.map((one) => [one.input, one.ratio])).toEqual([['large', expect.closeTo(1.2)]]);
  expect(best?.speedup).toBeCloseTo(1.2);
  expect(best?.confirmation?.inputs).toEqual(['small', 'large']);
  const [trial] = recordsOf(folder, 'trial');
  expect(trial?.outcome).toBe('accurate');
  const emulated = bench.log.filter((line) => line.startsWith('emulated a'));
  const confirmed = bench.log.indexOf('built a b c d (large)');
  expect(emulated[0]).toBe('emulated a b c d (small)');
  expect(bench.log.slice(0, confirmed)).not.toContain('emulated a b c d (large)');
});

it('the recommendation is timed on its other inputs too, but not on one that takes long', async () => {
  const folder = folderOf();
  const inputs = [input('small'), input('tiny'), ...['large', 'huge'].map((name) => input(name, { heldOut: true }))];
  const bench = scripted();
  const { best } = await study(bench, folder, { ...plan, inputs });
  const state = stateOf(folder);
  expect(best?.measurement?.inputs?.map((one) => one.input)).toEqual(['small']);
  expect(recordsOf(folder, 'input-speed').map((one) => one.input)).toEqual(['large', 'tiny']); // the longest first
  expect(perInputText(state, best!.number)).toBe(
    "'small' 1.80× (1.80–1.80), 'large' 1.20× (1.20–1.20), 'tiny' 1.00× (1.00–1.00)",
  );
  const again = scripted();
  await study(again, folder, { ...plan, inputs });
  expect(again.log).toEqual([]); // what was measured is not measured again
});

it('inputs that agree are not listed', async () => {
  const folder = folderOf();
  const inputs = [input('large'), input('huge', { heldOut: true })];
  const { best } = await study(scripted(), folder, { ...plan, inputs });
  expect(perInputText(stateOf(folder), best!.number)).toBeNull();
});

it('a program that fails while it is timed on another input is still recommended, and the input is left out', async () => {
  let runs = 0;
  const folder = folderOf();
  const inputs = [input('small'), input('large', { heldOut: true })];
  const bench = scripted((how, on) => how === 'built' && on === 'large' && ++runs > 1);
  const { best } = await study(bench, folder, { ...plan, inputs });
  expect(best?.number).toBe(1);
  expect(recordsOf(folder, 'input-speed')).toEqual([]);
});

it('where programs are not timed, no input is', async () => {
  const folder = folderOf();
  const bench = program.bench({ engine: 'wasm', run: () => printed(1) });
  await study(bench, folder, { ...plan, inputs: [input('small'), input('large', { heldOut: true })] });
  expect(recordsOf(folder, 'input-speed')).toEqual([]);
});

it('the journal has what tells a short run: launches of kernels, and memory', async () => {
  const folder = folderOf();
  const gpu = { kernels: [{ name: 'k', launches: 500, ms: 2 }], kernelMs: 2, copyMs: 0, lastError: null };
  const bench = program.bench({
    engine: 'cuda',
    run: () => ({ ...printed(1), gpu, peakMemoryBytes: 3e6 }) as RunOutcome,
  });
  await study(bench, folder, { ...plan, inputs: [input('small')] });
  expect(recordsOf(folder, 'baseline')[0]).toMatchObject({ gpu: { kernels: gpu.kernels }, peakMemoryBytes: 3e6 });
});
