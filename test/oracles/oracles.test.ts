import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/execution/engine.js';
import { engines } from '../../src/execution/engines.js';
import { EmbeddedClang } from '../../src/frontend/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import type { Project } from '../../src/frontend/project/project.js';
import { parseConfiguration } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import {
  checkOracles,
  firstDifference,
  limitsFor,
  quickly,
  randomConfigurations,
  type Verdict,
} from './check-oracles.js';
import { fileExtension, generateProgram, joinPrograms, type Language, programArguments } from './generate-program.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const native = quickly(engines.native({ cache: cacheFolder(), clang }));
const wasm = quickly(engines.wasm({ cache: cacheFolder(), clang }));
/** A batch is a dozen compilations on however many processors there are to share. */
const BATCH_MS = 600_000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-oracles-'));
const totals = { programs: 0, runs: 0, infeasible: 0 };
let hasNative = false;

beforeAll(async () => {
  const availability = await native.available();
  hasNative = availability.ok;
  if (!availability.ok) console.warn(`the oracles do not run on the native engine here: ${availability.reason}`);
});
afterAll(async () => {
  console.log(
    `oracles: ${totals.programs} programs, ${totals.runs} runs of a program under a configuration, ${totals.infeasible} infeasible`,
  );
  await native.close();
  await wasm.close();
  await clang.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

function open(inputs: string[], workingFolder: string): Project {
  return openProject({ inputs, includeFolders: [], defines: [], undefines: [], workingFolder });
}

/** What went wrong, in words; empty when both oracles hold. */
function faults(verdict: Verdict): string[] {
  return verdict.disagreements.map((one) => `oracle ${one.oracle} ${firstDifference(one)}\n${one.configuration}`);
}

interface Batch {
  readonly language: Language;
  readonly firstSeed: number;
  readonly programs: number;
  readonly configurations: number;
}

async function checkBatch(engine: Engine, { language, firstSeed, programs, configurations }: Batch): Promise<Verdict> {
  const name = path.join(folder, `${engine.name}-${language}-${firstSeed}`.replaceAll('+', 'p'));
  fs.mkdirSync(name);
  const file = path.join(name, `unit.${fileExtension[language]}`);
  fs.writeFileSync(
    file,
    joinPrograms(Array.from({ length: programs }, (_, k) => generateProgram(firstSeed + k, language))),
  );
  const seeds = Array.from({ length: configurations }, (_, k) => firstSeed * 1000 + k);
  const verdict = await checkOracles(clang, engine, open([file], name), {
    limits: limitsFor(programArguments),
    configurations: randomConfigurations(seeds),
  });
  totals.programs += programs;
  totals.runs += programs * verdict.ran;
  totals.infeasible += programs * verdict.infeasible.length;
  return verdict;
}

function expectBothOracles(verdict: Verdict, configurations: number): void {
  expect(faults(verdict)).toEqual([]);
  expect(verdict.infeasible).toEqual([]);
  expect(verdict.ran).toBe(configurations);
}

const NATIVE: readonly Batch[] = [
  { language: 'c', firstSeed: 1, programs: 11, configurations: 5 },
  { language: 'c', firstSeed: 101, programs: 11, configurations: 5 },
  { language: 'c++', firstSeed: 1, programs: 20, configurations: 5 },
  { language: 'cuda', firstSeed: 1, programs: 20, configurations: 5 },
];
const WASM: readonly Batch[] = [
  { language: 'c', firstSeed: 201, programs: 6, configurations: 2 },
  { language: 'c++', firstSeed: 201, programs: 5, configurations: 2 },
  { language: 'cuda', firstSeed: 201, programs: 5, configurations: 2 },
];

describe('generated programs print the same emulated as built', () => {
  for (const batch of NATIVE) {
    it.concurrent(
      `${batch.programs} programs in ${batch.language} from seed ${batch.firstSeed}, native`,
      async ({ skip }) => {
        if (!hasNative) skip();
        expectBothOracles(await checkBatch(native, batch), batch.configurations);
      },
      BATCH_MS,
    );
  }
  for (const batch of WASM) {
    it.concurrent(
      `${batch.programs} programs in ${batch.language} from seed ${batch.firstSeed}, wasm`,
      async () => {
        expectBothOracles(await checkBatch(wasm, batch), batch.configurations);
      },
      BATCH_MS,
    );
  }
});

const corpus = path.join(import.meta.dirname, '../../corpus');
describe('the examples print the same emulated as built', () => {
  const folders = fs.readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders) {
    it(
      name,
      async ({ skip }) => {
        if (!hasNative) skip();
        const project = open([path.join(corpus, name)], corpus);
        const smallest = Object.values(project.settings?.inputs ?? {})[0]?.arguments ?? [];
        const verdict = await checkOracles(clang, native, project, {
          limits: limitsFor(smallest),
          configurations: randomConfigurations([1]),
        });
        expectBothOracles(verdict, 1);
      },
      BATCH_MS,
    );
  }
});

/** Every failure the oracles have found, as the smallest program that shows it. */
const samples = path.join(import.meta.dirname, '../samples/oracles');
describe('failures found stay fixed', () => {
  for (const name of fs.existsSync(samples) ? fs.readdirSync(samples) : []) {
    it(
      name.replaceAll('-', ' '),
      async ({ skip }) => {
        if (!hasNative) skip();
        const sample = path.join(samples, name);
        const sources = fs.readdirSync(sample).filter((file) => /\.(?:c|cpp|cu)$/.test(file));
        const text = fs.readFileSync(path.join(sample, 'configuration.json'), 'utf8');
        const project = open(
          sources.map((source) => path.join(sample, source)),
          sample,
        );
        const verdict = await checkOracles(clang, native, project, {
          limits: limitsFor([]),
          configurations: (bench) => [parseConfiguration(text, 'configuration.json', bench.program, bench.groups)],
        });
        expectBothOracles(verdict, 1);
      },
      BATCH_MS,
    );
  }
});
