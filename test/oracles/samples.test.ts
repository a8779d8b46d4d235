import * as fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { parseConfiguration } from '../../src/space/configuration.js';
import { checkOracles, limitsFor } from './check-oracles.js';
import { programArguments } from './generate-program.js';
import { BATCH_MS, clang, expectBothOracles, hasNative, native, open } from './oracle-bench.js';

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
          limits: limitsFor(programArguments),
          configurations: (bench) => [parseConfiguration(text, 'configuration.json', bench.program, bench.groups)],
        });
        expectBothOracles(verdict, 1);
      },
      BATCH_MS,
    );
  }
});
