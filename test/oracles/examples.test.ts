import * as fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { checkOracles, limitsFor, randomConfigurations } from './check-oracles.js';
import { BATCH_MS, clang, expectBothOracles, hasNative, native, open } from './oracle-bench.js';

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
