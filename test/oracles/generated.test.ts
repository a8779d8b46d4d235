import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, it } from 'vitest';
import type { Engine } from '../../src/execution/engine.js';
import { suite } from '../suites.js';
import { checkOracles, limitsFor, randomConfigurations, type Verdict } from './check-oracles.js';
import { generateProgram, type Language, programArguments, writePrograms } from './generate-program.js';
import { BATCH_MS, clang, expectBothOracles, hasNative, native, open, wasm } from './oracle-bench.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-oracles-'));
const totals = { programs: 0, runs: 0, infeasible: 0 };
afterAll(() => {
  console.log(
    `oracles: ${totals.programs} programs, ${totals.runs} runs of a program under a configuration, ${totals.infeasible} infeasible`,
  );
  fs.rmSync(folder, { recursive: true, force: true });
});

interface Batch {
  readonly language: Language;
  readonly firstSeed: number;
  readonly programs: number;
  readonly configurations: number;
}

async function checkBatch(engine: Engine, { language, firstSeed, programs, configurations }: Batch): Promise<Verdict> {
  const name = path.join(folder, `${engine.name}-${language}-${firstSeed}`.replaceAll('+', 'p'));
  fs.mkdirSync(name);
  const sources = writePrograms(
    name,
    Array.from({ length: programs }, (_, k) => generateProgram(firstSeed + k, language)),
  );
  const seeds = Array.from({ length: configurations }, (_, k) => firstSeed * 1000 + k);
  const verdict = await checkOracles(clang, engine, open(sources, name), {
    limits: limitsFor(programArguments),
    configurations: randomConfigurations(seeds),
  });
  totals.programs += programs;
  totals.runs += programs * verdict.ran;
  totals.infeasible += programs * verdict.infeasible.length;
  return verdict;
}

// a few of each: `npm run fuzz` draws by the thousand
const SHORT_NATIVE: readonly Batch[] = [
  { language: 'c', firstSeed: 1, programs: 4, configurations: 1 },
  { language: 'c++', firstSeed: 1, programs: 3, configurations: 1 },
  { language: 'cuda', firstSeed: 1, programs: 3, configurations: 1 },
];
const FULL_NATIVE: readonly Batch[] = [
  { language: 'c', firstSeed: 1, programs: 14, configurations: 3 },
  { language: 'c++', firstSeed: 1, programs: 10, configurations: 3 },
  { language: 'cuda', firstSeed: 1, programs: 10, configurations: 3 },
];
const FULL_WASM: readonly Batch[] = [
  { language: 'c', firstSeed: 201, programs: 4, configurations: 1 },
  { language: 'c++', firstSeed: 201, programs: 3, configurations: 1 },
  { language: 'cuda', firstSeed: 201, programs: 2, configurations: 1 },
];

const [NATIVE, WASM] = suite === 'short' ? [SHORT_NATIVE, FULL_WASM.slice(0, 1)] : [FULL_NATIVE, FULL_WASM];

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
