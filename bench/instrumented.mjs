// Time of an instrumented run over that of the plain run of the same engine, on the n-body example. Limits: 10 times.
//   node bench/instrumented.mjs [native|wasm] [bodies] [steps]
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { engines } from '../dist/execution/engines.js';
import { EmbeddedClang } from '../dist/frontend/clang/compiler.js';
import { openProject } from '../dist/frontend/project/open-project.js';
import { randomConfiguration } from '../dist/space/configuration.js';
import { baselineConfiguration } from '../dist/space/resolve.js';
import { Workbench } from '../dist/study/workbench.js';
import { cacheFolder } from '../dist/support/cache-folder.js';
import { seededRandom } from '../dist/support/random.js';

const LIMIT = 10;
const REPEATS = 5;
const root = fileURLToPath(new URL('../corpus/nbody', import.meta.url));
const [chosen, bodies = '1024', steps = '4'] = process.argv.slice(2);
const limits = { arguments: [bodies, steps], timeoutMs: 300_000, maxOutputBytes: 1 << 24, maxMemoryBytes: 2 ** 31 };

const clang = new EmbeddedClang(cacheFolder(), 1);
let held = true;
for (const name of chosen ? [chosen] : ['native', 'wasm']) {
  const engine = engines[name]({ cache: cacheFolder(), clang });
  const available = await engine.available();
  if (!available.ok) {
    console.log(`${name}: not here (${available.reason})`);
    await engine.close();
    continue;
  }
  const project = openProject({
    inputs: [root],
    includeFolders: [],
    defines: [],
    undefines: [],
    workingFolder: path.dirname(root),
  });
  const bench = await Workbench.open(clang, engine, project);
  const mixed = randomConfiguration(bench.program, bench.groups, ['fp64', 'fp32'], seededRandom(1));
  const halves = randomConfiguration(bench.program, bench.groups, ['fp16', 'bf16'], seededRandom(1));
  const runs = {
    plain: () => bench.runOriginal(limits),
    'instrumented, as written': () => bench.runEmulated(baselineConfiguration, limits),
    'instrumented, fp64 and fp32': () => bench.runEmulated(mixed, limits),
    'instrumented, fp16 and bf16': () => bench.runEmulated(halves, limits),
  };
  const times = Object.fromEntries(Object.keys(runs).map((key) => [key, []]));
  for (let round = 0; round <= REPEATS; round++) {
    for (const [key, run] of Object.entries(runs)) {
      const outcome = await run();
      if (outcome.kind !== 'exited' || outcome.exitCode !== 0) throw new Error(`${name} ${key}: ${outcome.kind}`);
      if (round > 0) times[key].push(outcome.cpuMs ?? outcome.durationMs); // the first round warms up
    }
  }
  const best = (key) => Math.min(...times[key]);
  for (const key of Object.keys(runs)) {
    const ratio = best(key) / best('plain');
    if (ratio > LIMIT) held = false;
    console.log(
      `${name.padEnd(7)}${key.padEnd(30)}${best(key).toFixed(1).padStart(9)} ms${ratio.toFixed(2).padStart(8)} ×${ratio > LIMIT ? `  above ${LIMIT} ×` : ''}`,
    );
  }
  bench.close();
  await engine.close();
}
await clang.close();
process.exit(held ? 0 : 1);
