/** What a program computes in longs, sizes and differences of pointers is the same on the embedded engine as with the user's compiler. */
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/execution/engine.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { Scratch } from '../support/command-line.js';
import { limitsFor } from './check-oracles.js';
import { generateProgram, type Language, programArguments, writePrograms } from './generate-program.js';
import { BATCH_MS, clang, hasNative, native, open, wasm } from './oracle-bench.js';
import { MODEL } from './traits/data-model.js';

const BATCHES: readonly { language: Language; firstSeed: number; programs: number }[] = [
  { language: 'c', firstSeed: 501, programs: 8 },
  { language: 'c++', firstSeed: 501, programs: 4 },
  { language: 'cuda', firstSeed: 501, programs: 2 },
];

/** The lines of a run that rest on integers alone: the last digit of `exp` may be another library's. */
async function modelLines(engine: Engine, sources: string[], folder: string): Promise<string[]> {
  const bench = await Workbench.open(clang, engine, open(sources, folder));
  try {
    const outcome = await bench.runs.original(limitsFor(programArguments));
    if (outcome.kind !== 'exited') throw new Error(`it ended as ${outcome.kind}`);
    return outcome.stdout
      .toString('latin1')
      .split('\n')
      .filter((line) => line.startsWith(MODEL));
  } finally {
    bench.close();
  }
}

describe('longs and sizes have 64 bits on every engine', () => {
  for (const { language, firstSeed, programs } of BATCHES)
    it(
      `in ${programs} programs in ${language} from seed ${firstSeed}`,
      async ({ skip }) => {
        if (!hasNative) skip();
        using scratch = new Scratch({});
        const folder = path.join(scratch.folder, 'program');
        fs.mkdirSync(folder);
        const sources = writePrograms(
          folder,
          Array.from({ length: programs }, (_, k) => generateProgram(firstSeed + k, language, 'data-model')),
        );
        const expected = await modelLines(native, sources, folder);
        expect(expected.length).toBeGreaterThan(programs);
        expect(await modelLines(wasm, sources, folder)).toEqual(expected);
      },
      BATCH_MS,
    );
});
