// CPU time of inspect and rewrite for generated programs of 1,000 to 50,000 lines in C, C++ and CUDA. Limits: 50,000 lines are inspected in
// 60 CPU-seconds with an empty cache, five times the lines take at most eight times as long, and SIGTERM ends the command within a second.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './limits.mjs';
import { manyFunctions } from './programs/many-functions.mjs';

const bin = fileURLToPath(new URL('../bin/mantissa', import.meta.url));
const LINES = [1_000, 5_000, 10_000, 25_000, 50_000];
const LIMIT_S = 60;
/** From 10,000 to 50,000 lines; n log n gives 5.9. Below, start-up dominates. */
const GROWTH = { from: 10_000, to: 50_000, most: 8 };
const END_LIMIT_S = 1;
const SIGNALS_AFTER_S = [1, 3, 6, 10];
const CPU_TIME = `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\ncpu ' + (user + system) / 1e6); })`;

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-bench-'));
  try {
    console.log(
      `node ${process.version}, load ${os.loadavg()[0].toFixed(1)}; CPU-seconds: inspect cold, warm, rewrite`,
    );
    for (const language of /** @type {const} */ (['c', 'c++', 'cuda'])) {
      const times = new Map();
      let sources = [];
      for (const lines of LINES) {
        sources = written(scratch, language, lines);
        const cache = mkdtempSync(path.join(scratch, 'cache-'));
        const cold = cpuSeconds(['inspect', ...sources], cache);
        const warm = cpuSeconds(['inspect', ...sources], cache);
        const rewrite = cpuSeconds(['rewrite', ...sources, '--all', 'fp32', '--engine', 'wasm'], cache);
        times.set(lines, { cold, warm, rewrite });
        console.log(
          `${language.padEnd(5)}${String(lines).padStart(7)} lines  ${[cold, warm, rewrite].map((one) => one.toFixed(1).padStart(6)).join('')}`,
        );
      }
      limits.atMost(`${language}: ${GROWTH.to} lines inspected, cold`, times.get(GROWTH.to).cold, LIMIT_S, 's');
      for (const what of /** @type {const} */ (['cold', 'warm', 'rewrite']))
        limits.atMost(
          `${language}: growth of ${what}`,
          times.get(GROWTH.to)[what] / times.get(GROWTH.from)[what],
          GROWTH.most,
          '×',
        );
      limits.atMost(`${language}: until SIGTERM ends it`, await longestEnd(sources, scratch), END_LIMIT_S, 's');
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
await alone(import.meta, bench);

/** @returns {string[]} its source files */
function written(scratch, language, lines) {
  const folder = mkdtempSync(path.join(scratch, 'program-'));
  const files = manyFunctions(language, lines);
  for (const { path: file, text } of files) writeFileSync(path.join(folder, file), text);
  return files.filter(({ path: file }) => !file.endsWith('.h')).map(({ path: file }) => path.join(folder, file));
}

function cpuSeconds(args, cache) {
  const hook = `data:text/javascript,${encodeURIComponent(CPU_TIME)}`;
  const run = spawnSync(process.execPath, ['--import', hook, bin, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  if (run.status !== 0) throw new Error(`${args[0]} ended with ${run.status ?? run.signal}:\n${run.stderr}`);
  return Number(/cpu ([\d.]+)$/.exec(run.stderr)?.[1]);
}

/** Longest time in seconds from a signal, sent during different steps, to the end. */
async function longestEnd(sources, scratch) {
  let longest = 0;
  for (const after of SIGNALS_AFTER_S) {
    const running = spawn(process.execPath, [bin, 'inspect', ...sources], {
      stdio: 'ignore',
      env: { ...process.env, XDG_CACHE_HOME: path.join(scratch, 'signalled') },
    });
    const ended = new Promise((resolve) => running.once('exit', resolve));
    await new Promise((resolve) => setTimeout(resolve, 1000 * after));
    const told = performance.now();
    running.kill('SIGTERM');
    await ended;
    longest = Math.max(longest, (performance.now() - told) / 1000);
  }
  return longest;
}
