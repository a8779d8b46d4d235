import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findFisets } from '../../src/analysis/fisets.js';
import { realiseSet } from '../../src/space/realise-set.js';
import type { Workbench } from '../../src/workbench/workbench.js';
import { checkOracles, limitsFor, randomSets } from './check-oracles.js';
import { generateProgram, type Language, programArguments, writePrograms } from './generate-program.js';
import { BATCH_MS, clang, expectBothOracles, hasNative, native, open } from './oracle-bench.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-sets-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('sets of operations in fp32 print the same emulated as built', () => {
  for (const [language, firstSeed] of [
    ['c', 311], // without type-generic functions, whose operations can have no formats of their own
    ['c++', 301],
    ['cuda', 301],
  ] as const satisfies readonly (readonly [Language, number])[]) {
    it(
      `of 4 generated programs in ${language}`,
      async ({ skip }) => {
        if (!hasNative) skip();
        const name = path.join(folder, language.replaceAll('+', 'p'));
        fs.mkdirSync(name);
        const programs = Array.from({ length: 4 }, (_, k) => generateProgram(firstSeed + k, language));
        const verdict = await checkOracles(clang, native, open(writePrograms(name, programs), name), {
          limits: limitsFor(programArguments),
          configurations: randomSets([firstSeed, firstSeed + 1]),
        });
        expectBothOracles(verdict, 2);
      },
      BATCH_MS,
    );
  }

  const corpus = path.join(import.meta.dirname, '../../corpus');
  it(
    'of the smallest and the largest that were found in nbody',
    async ({ skip }) => {
      if (!hasNative) skip();
      const verdict = await checkOracles(clang, native, open([path.join(corpus, 'nbody')], corpus), {
        limits: limitsFor(['64', '2']),
        configurations: smallestAndLargest,
      });
      expectBothOracles(verdict, 2);
    },
    BATCH_MS,
  );
});

function smallestAndLargest({ program, groups }: Workbench) {
  const sets = findFisets(program, { mathCalls: true }).sort((a, b) => a.arithmetic - b.arithmetic);
  const configurations = [sets[0]!, sets.at(-1)!].map((set) => realiseSet(program, groups, set.operations));
  for (const { sites } of configurations) expect(sites.size).toBeGreaterThan(0); // or nothing of the declarations is tested
  return configurations;
}
