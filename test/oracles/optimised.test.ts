/** The oracles build quickly; what a compiler makes of the same text when it takes its time is looked at here. */
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { configurationOf } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { limitsFor, outcomeText } from './check-oracles.js';
import { BATCH_MS, clang, hasNative, open } from './oracle-bench.js';

const native = engines.native({ cache: cacheFolder(), clang });
afterAll(() => native.close());

it.skipIf(!hasNative)(
  'two numbers of a vector are rounded, also where g++ computes both at once',
  async () => {
    const name = 'a-macro-that-two-branches-define-is-redefined-in-the-one-that-is-compiled';
    const folder = path.join(import.meta.dirname, '../samples/oracles', name);
    const bench = await Workbench.open(clang, native, open([path.join(folder, 'main.cu')], folder));
    try {
      const narrow = configurationOf({ 'operator*.a': 'fp32' }, 'test', bench.program, bench.groups);
      const emulated = outcomeText(await bench.runs.emulated(narrow, limitsFor([])));
      expect(emulated).toBe(outcomeText(await bench.runs.built(narrow, limitsFor([]))));
      expect(emulated).not.toBe(outcomeText(await bench.runs.original(limitsFor([]))));
    } finally {
      bench.close();
    }
  },
  BATCH_MS,
);
