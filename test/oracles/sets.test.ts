import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFisets } from '../../src/analysis/fisets.js';
import { realiseSet } from '../../src/space/realise-set.js';
import type { Workbench } from '../../src/study/workbench.js';
import { checkOracles, limitsFor } from './check-oracles.js';
import { BATCH_MS, clang, expectBothOracles, hasNative, native, open } from './oracle-bench.js';

describe('sets of operations in fp32 print the same emulated as built', () => {
  const corpus = path.join(import.meta.dirname, '../../corpus');
  for (const [name, ...input] of [
    ['nbody', '64', '2'],
    ['ljmd', '4', '3'],
  ] as const) {
    it(
      `of the smallest and the largest that were found in ${name}`,
      async ({ skip }) => {
        if (!hasNative) skip();
        const verdict = await checkOracles(clang, native, open([path.join(corpus, name)], corpus), {
          limits: limitsFor(input),
          configurations: smallestAndLargest,
        });
        expectBothOracles(verdict, 2);
      },
      BATCH_MS,
    );
  }
});

function smallestAndLargest({ program, groups }: Workbench) {
  const sets = findFisets(program, { mathCalls: true }).sort((a, b) => a.arithmetic - b.arithmetic);
  const configurations = [sets[0]!, sets.at(-1)!].map((set) => realiseSet(program, groups, set.operations));
  for (const { sites } of configurations) expect(sites.size).toBeGreaterThan(0); // or nothing of the declarations is tested
  return configurations;
}
