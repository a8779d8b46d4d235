// Time of an instrumented run relative to the plain run on the same engine. Limits: 10 times for the n-body kernel, 15 times for every example.
// Most examples use their small input, which is long enough to hide process start-up.
//   node bench/instrumented.mjs [native|wasm] [example…]     without examples: nbody on both engines, then every example natively
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  baselineConfiguration,
  cacheFolder,
  EmbeddedClang,
  engines,
  openProject,
  randomConfiguration,
  seededRandom,
  Workbench,
} from '../dist/internal.js';
import { alone } from './limits.mjs';

const REPEATS = 5;
const corpus = fileURLToPath(new URL('../corpus', import.meta.url));
const everyExample = readdirSync(corpus, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
/** @type {import('./limits.mjs').Bench} */
export async function bench(limits, [chosen, ...named]) {
  const work =
    named.length > 0
      ? named.map((example) => ({ engine: chosen, example, args: null }))
      : [
          ...(chosen ? [chosen] : ['native', 'wasm']).map((engine) => ({
            engine,
            example: 'nbody',
            args: ['1024', '4'],
          })),
          ...(chosen === 'wasm' ? [] : everyExample.map((example) => ({ engine: 'native', example, args: null }))),
        ];
  const clang = new EmbeddedClang(cacheFolder(), 1);
  for (const { engine, example, args } of work) await measure({ limits, clang }, engine, example, args);
  await clang.close();
}
await alone(import.meta, bench);

async function measure({ limits: allowed, clang }, name, example, args) {
  const engine = engines[name]({ cache: cacheFolder(), clang });
  const available = await engine.available();
  if (!available.ok) {
    console.log(`${name}: not here (${available.reason})`);
    await engine.close();
    return;
  }
  const project = openProject({
    inputs: [path.join(corpus, example)],
    includeFolders: [],
    defines: [],
    undefines: [],
    workingFolder: corpus,
  });
  const limits = {
    arguments: args ?? project.settings.inputs.small.arguments,
    timeoutMs: 300_000,
    maxOutputBytes: 1 << 24,
    maxMemoryBytes: 2 ** 31,
  };
  const bench = await Workbench.open(clang, engine, project);
  const mixed = (formats) => randomConfiguration(bench.program, bench.groups, formats, seededRandom(1));
  const runs = {
    plain: () => bench.runs.original(limits),
    'as written': () => bench.runs.emulated(baselineConfiguration, limits),
    'fp64 and fp32': () => bench.runs.emulated(mixed(['fp64', 'fp32']), limits),
    ...(bench.program.isCuda && {
      'four formats': () => bench.runs.emulated(mixed(['fp64', 'fp32', 'fp16', 'bf16']), limits),
      'halves only': () => bench.runs.emulated(mixed(['fp16', 'bf16']), limits),
    }),
  };
  const times = Object.fromEntries(Object.keys(runs).map((key) => [key, []]));
  for (let round = 0; round <= REPEATS; round++) {
    for (const [key, run] of Object.entries(runs)) {
      const before = process.cpuUsage();
      const outcome = await run();
      const here = process.cpuUsage(before); // the wasm engine runs programs in a thread of this process
      if (round > 0 && outcome.kind === 'exited') times[key].push(outcome.cpuMs ?? here.user / 1000); // the first round warms up
    }
  }
  const limit = example === 'nbody' ? 10 : 15;
  const best = (key) => Math.min(...times[key]);
  const ratios = Object.keys(runs).map((key) => best(key) / best('plain'));
  const cells = Object.keys(runs).map((key, at) =>
    at === 0 ? `${best(key).toFixed(1)} ms` : `${key} ${ratios[at].toFixed(2)}×`,
  );
  const isMet = allowed.atMost(`${example} instrumented, ${name}`, Math.max(...ratios), limit, '×');
  console.log(`${name.padEnd(7)}${example.padEnd(11)}${cells.join('  ')}${isMet ? '' : `  above ${limit}×`}`);
  bench.close();
  await engine.close();
}
