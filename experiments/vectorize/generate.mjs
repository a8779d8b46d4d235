// Writes experiments/vectorize/generated: the loops of loops.json as vectors of 8 halves and of 4 floats, as mantissa vectorize writes them. The
// files are checked in, so that a machine with a GPU needs only nvcc; a test fails if they are out of date.
//
//   node experiments/vectorize/generate.mjs [folder]
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { helpIfAsked } from '../../scripts/help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.resolve(process.argv[2] ?? path.join(root, 'experiments/vectorize/generated'));
const imported = async (/** @type {string} */ file) =>
  (await runnerImport(path.join(root, file), { root, logLevel: 'error', oxc: { target: 'es2023' } })).module;
const { benchmarkSources } = await imported('test/features/vectorize/benchmark-sources.ts');
const { EmbeddedClang } = await imported('src/clang/compiler.ts');
const { cacheFolder } = await imported('src/support/cache-folder.ts');
const clang = new EmbeddedClang(cacheFolder(), 1);
mkdirSync(folder, { recursive: true });
for (const [name, text] of await benchmarkSources(clang)) writeFileSync(path.join(folder, name), text);
await clang.close();
