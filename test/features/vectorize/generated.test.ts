import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { benchmarkSources, folder } from './benchmark-sources.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(() => clang.close());

test('the sources of the benchmarks are what mantissa vectorize writes (node experiments/vectorize/generate.mjs)', async () => {
  const expected = await benchmarkSources(clang);
  for (const [name, text] of expected) expect(text).toBe(fs.readFileSync(path.join(folder, 'generated', name), 'utf8'));
  expect(fs.readdirSync(path.join(folder, 'generated')).sort()).toEqual([...expected.keys()].sort());
});
