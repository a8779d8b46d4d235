/** A counted run of a configuration prints what an emulated run of it prints: what it counts is what the configured program does. */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { parseConfiguration } from '../../src/space/configuration.js';
import { checkOracles, limitsFor, randomConfigurations } from './check-oracles.js';
import { generateProgram, type Language, programArguments, writePrograms } from './generate-program.js';
import { BATCH_MS, clang, expectBothOracles, hasNative, native, open } from './oracle-bench.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-counted-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const BATCHES: readonly { readonly language: Language; readonly firstSeed: number; readonly programs: number }[] = [
  { language: 'c', firstSeed: 401, programs: 4 },
  { language: 'c++', firstSeed: 401, programs: 4 },
  { language: 'cuda', firstSeed: 401, programs: 4 },
];

/** Samples by what could go wrong where loops and functions count. */
const SAMPLES = /lambda|throw|macro|template|order|openmp|range|compiler-evaluates|before-main|braces/;

describe.runIf(hasNative)('a profiling run of a configuration prints the same as an emulated run', () => {
  for (const { language, firstSeed, programs } of BATCHES)
    it(
      `${programs} programs in ${language} from seed ${firstSeed}`,
      async () => {
        const within = path.join(folder, `${language}-${firstSeed}`.replaceAll('+', 'p'));
        fs.mkdirSync(within);
        const drawn = Array.from({ length: programs }, (_, k) => generateProgram(firstSeed + k, language));
        const verdict = await checkOracles(clang, native, open(writePrograms(within, drawn), within), {
          limits: limitsFor(programArguments),
          configurations: randomConfigurations([firstSeed]),
          alsoCounted: true,
        });
        expectBothOracles(verdict, 1);
      },
      BATCH_MS,
    );

  const samples = path.join(import.meta.dirname, '../samples/oracles');
  for (const name of fs.readdirSync(samples)) {
    const sample = path.join(samples, name);
    const file = path.join(sample, 'configuration.json');
    if (!SAMPLES.test(name) || !fs.existsSync(file)) continue;
    it(
      name.replaceAll('-', ' '),
      async () => {
        const hasProject = fs.existsSync(path.join(sample, 'mantissa.json'));
        const sources = fs.readdirSync(sample).filter((one) => /\.(?:c|cpp|cu)$/.test(one));
        const project = open(
          (hasProject ? ['mantissa.json'] : sources).map((one) => path.join(sample, one)),
          sample,
        );
        const verdict = await checkOracles(clang, native, project, {
          limits: limitsFor(programArguments),
          configurations: ({ program, groups }) => [
            parseConfiguration(fs.readFileSync(file, 'utf8'), 'configuration.json', program, groups),
          ],
          alsoCounted: true,
        });
        expectBothOracles(verdict, 1);
      },
      BATCH_MS,
    );
  }
});
