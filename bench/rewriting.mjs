// How long one configuration of a 3,700-line program takes to be written into its source and syntax-checked, the program having
// been read. Limit: 3 s on 2 cores.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedClang } from '../dist/clang/compiler.js';
import { engines } from '../dist/execution/engines.js';
import { openProject } from '../dist/frontend/project/open-project.js';
import { randomConfiguration } from '../dist/space/configuration.js';
import { cacheFolder } from '../dist/support/cache-folder.js';
import { seededRandom } from '../dist/support/random.js';
import { Workbench } from '../dist/workbench/workbench.js';
import { cudaProgram } from './programs/generate.mjs';

const LIMIT_S = 3;
const CONFIGURATIONS = 5;
const folder = mkdtempSync(path.join(os.tmpdir(), 'mantissa-bench-'));
const file = path.join(folder, 'large.cu');
const text = cudaProgram(3700);
writeFileSync(file, text);
const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.wasm({ cache: cacheFolder(), clang });
const project = openProject({ inputs: [file], includeFolders: [], defines: [], undefines: [], workingFolder: folder });
const bench = await Workbench.open(clang, engine, project);
const times = [];
for (let seed = 1; seed <= CONFIGURATIONS; seed++) {
  const configuration = randomConfiguration(bench.program, bench.groups, ['fp64', 'fp32'], seededRandom(seed));
  const started = performance.now();
  await bench.checkSyntax(configuration);
  times.push((performance.now() - started) / 1000);
  console.log(`configuration ${seed}: ${configuration.sites.size} sites, ${times.at(-1).toFixed(2)} s`);
}
const median = times.sort((a, b) => a - b)[CONFIGURATIONS >> 1];
console.log(
  `${text.split('\n').length - 1} lines, load ${os.loadavg()[0].toFixed(1)}: median ${median.toFixed(2)} s, limit ${LIMIT_S} s`,
);
bench.close();
await engine.close();
await clang.close();
rmSync(folder, { recursive: true, force: true });
process.exit(median <= LIMIT_S ? 0 : 1);
