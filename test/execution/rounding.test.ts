import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runtimeFolder } from '../../src/clang/resources.js';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';

const text = fs.readFileSync(path.join(import.meta.dirname, 'programs/rounding.c'), 'latin1');
const all = [engines.native({ cache: cacheFolder() }), engines.wasm({ cache: cacheFolder() })];
afterAll(() => Promise.all(all.map((engine) => engine.close())));

/** More of them: MANTISSA_ROUNDED=20000000 npx vitest run test/execution/rounding.test.ts */
const numbers = process.env.MANTISSA_ROUNDED ?? '300000';

describe('instrumented programs round to fp16 and bf16 once, to nearest, ties to even', () => {
  for (const engine of all) {
    it(`on the ${engine.name} engine`, async ({ skip }) => {
      const availability = await engine.available();
      if (!availability.ok) {
        console.warn(`SKIPPED: rounding on the ${engine.name} engine: ${availability.reason}`);
        skip();
      }
      const outcome = await engine.build({
        sources: [{ name: 'rounding.c', text, language: 'c', standard: 'gnu17' }],
        includeFolders: [path.join(runtimeFolder(), 'instrument')],
        ...{ systemFolders: [], defines: ['MX_OPERATIONS=4', 'MX_SITES=4'], forcedIncludes: [] },
      });
      if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome));
      const run = await engine.run(outcome.artifact, {
        ...{
          arguments: [numbers],
          environment: {},
          timeoutMs: 600_000,
          maxOutputBytes: 1 << 20,
          maxMemoryBytes: 2 ** 28,
        },
      });
      expect('stdout' in run && run.stdout.toString('latin1')).toBe(`${numbers} numbers, 0 wrong\n`);
    });
  }
});
