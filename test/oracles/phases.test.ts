/**
 * The oracles for formats that change during the run, on generated programs: with the same formats in both phases the emulated phases print
 * what these formats print; split in two, the program prints what it did; and patched with phases it prints, bit for bit, what is emulated.
 */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { stateOf } from '../../src/analysis/phases/loop-state.js';
import { randomConfiguration } from '../../src/space/configuration.js';
import { firstIterations } from '../../src/space/phases.js';
import { baselineConfiguration } from '../../src/space/resolve.js';
import { seededRandom } from '../../src/support/random.js';
import type { Emulation } from '../../src/workbench/attempts.js';
import { reasonOf } from '../../src/workbench/attempts.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { limitsFor, outcomeText } from './check-oracles.js';
import { generatePhaseProgram, type PhaseLanguage } from './generate-phases.js';
import { BATCH_MS, clang, hasNative, native, open, wasm } from './oracle-bench.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-phases-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const engine = hasNative ? native : wasm;
const EXTENSIONS = { c: 'c', 'c++': 'cpp', cuda: 'cu' } as const;
const PROGRAMS = Number(process.env.MANTISSA_PHASE_PROGRAMS) || 4;
const FIRST_SEED = Number(process.env.MANTISSA_PHASE_SEED) || 1;

function printed(outcome: Emulation): string {
  if ('message' in outcome) throw outcome.message;
  const text = outcomeText(outcome);
  expect(text).toMatch(/^exit 0\n/);
  return text;
}

it.each(['c', 'c++', 'cuda'] as const)(
  'emulated phases of %s programs print what the patched programs print',
  async (language) => {
    for (let at = 0; at < PROGRAMS; at++) await check(FIRST_SEED + at, language);
  },
  BATCH_MS,
);

async function check(seed: number, language: PhaseLanguage): Promise<void> {
  const file = path.join(folder, `p${seed}.${EXTENSIONS[language]}`);
  fs.writeFileSync(file, generatePhaseProgram(seed, language));
  const limits = limitsFor(['37']);
  const bench = await Workbench.open(clang, engine, open([file], folder));
  try {
    const { program, groups } = bench;
    const { counts } = await bench.runs.profile('count', limits);
    const found = bench.phaseLoops(counts).find(({ iterations }) => iterations === 37)!;
    expect(found.obstacle, `seed ${seed}`).toBeNull();
    const { loop, id } = found;
    const state = stateOf(program, found);
    const random = seededRandom(seed + 7);
    const some = randomConfiguration(program, groups, ['fp64', 'fp32', 'fp32'], random);
    const original = printed(await bench.runs.original(limits));
    const emulate = (first: number, before = some, after = some) =>
      bench.runs.tryPhases({ loop, first, before, after, state }, limits);
    expect(printed(await emulate(11)), `seed ${seed}`).toBe(printed(await bench.runs.emulated(some, limits)));
    const fraction = Math.floor(random() * 101) / 100;
    const at = { fraction };
    const phases = { loop: id, switch: at, before: some, after: baselineConfiguration };
    const split = await bench.split(phases, found);
    if (split.kind === 'infeasible') throw new Error(`seed ${seed}: ${reasonOf(split)}`);
    expect(printed(await split.bench.runs.original(limits)), `seed ${seed}, split`).toBe(original);
    const built = printed(await split.bench.runs.built(split.configuration, limits));
    const emulated = printed(await emulate(firstIterations(at, 37), some, baselineConfiguration));
    expect(built, `seed ${seed}, first ${fraction}`).toBe(emulated);
  } finally {
    bench.close();
  }
}
