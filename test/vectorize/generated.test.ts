import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import type { VectorFormat } from '../../src/vectorize/vector-format.js';
import { VectorisedSample } from './vectorised-sample.js';

const folder = path.join(import.meta.dirname, '../../experiments/vectorize');
const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(() => clang.close());

test('the sources of the benchmark are what mantissa vectorize writes (node experiments/vectorize/generate.mjs)', async () => {
  const sample = await VectorisedSample.of(clang, path.join(folder, 'kernels.c'));
  const files = fs.readdirSync(path.join(folder, 'generated'));
  expect(files.length).toBe(12);
  for (const file of files) {
    const [, name, format] = /^(\w+)_(fp\d+)\.cu$/.exec(file)!;
    const width = format === 'fp16' ? 8 : 4;
    const command = `mantissa vectorize kernels.c --function ${name} --format ${format} --width ${width}`;
    const written = sample.source(name!, format as VectorFormat, width, true, command);
    expect(written, file).toBe(fs.readFileSync(path.join(folder, 'generated', file), 'utf8'));
  }
}, 60_000);
