// Time to write one configuration into the source of a 3,700-line program, already read, and to check its syntax. Limit: 3 s on two cores.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { median, openProgram, randomConfiguration, seededRandom } from '../dist/internal.js';
import { alone } from './limits.mjs';
import { cudaProgram } from './programs/generate.mjs';

const LIMIT_S = 3;
const CONFIGURATIONS = 5;

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mantissa-bench-'));
  const file = path.join(folder, 'large.cu');
  const text = cudaProgram(3700);
  writeFileSync(file, text);
  const opened = await openProgram([file], { engine: 'wasm', workingFolder: folder });
  const times = [];
  for (let seed = 1; seed <= CONFIGURATIONS; seed++) {
    const configuration = randomConfiguration(opened.program, opened.groups, ['fp64', 'fp32'], seededRandom(seed));
    const started = performance.now();
    await opened.workbench.variants.checkSyntax(configuration);
    const seconds = (performance.now() - started) / 1000;
    times.push(seconds);
    console.log(`configuration ${seed}: ${configuration.sites.size} sites, ${seconds.toFixed(2)} s`);
  }
  console.log(`${text.split('\n').length - 1} lines, load ${os.loadavg()[0].toFixed(1)}`);
  limits.atMost('a configuration written and checked, median', median(times), LIMIT_S, 's');
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
}
await alone(import.meta, bench);
