// Time from the start of `tune` to the result of its first trial. On the native engine, for a hydrodynamics code of 4,500 lines: limit 60 s on two cores
// with an empty cache, then again with a warm one. For corpus programs of 100 to 300 lines, native and embedded: limit 5 s if the headers they
// include have been compiled before, and nothing else.
//   node bench/first-trial.mjs [program…]
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { alone } from './limits.mjs';
import { hydrodynamics } from './programs/hydrodynamics.mjs';

const bin = fileURLToPath(new URL('../bin/mantissa', import.meta.url));
const corpus = fileURLToPath(new URL('../corpus', import.meta.url));
const COLD_LIMIT_S = 60;
const WARM_HEADERS_LIMIT_S = 5;
const PROGRAMS = ['boxmd', 'nbody', 'lud', 'euler3d', 'dot'];
const ENGINES = ['native', 'wasm'];

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits, named = []) {
  if (named.length === 0) await hydrodynamicsCode(limits);
  await corpusPrograms(limits, named.length === 0 ? PROGRAMS : named);
}

/** A new text with known headers: one declaration more than the program tuned before. */
async function corpusPrograms(limits, programs) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-bench-'));
  try {
    for (const engine of ENGINES)
      for (const program of programs) {
        const copy = path.join(scratch, `${program}-${engine}`);
        cpSync(path.join(corpus, program), copy, { recursive: true });
        await tuneToFirstTrial(copy, scratch, engine, []);
        for (const file of readdirSync(copy).filter((name) => /\.cu$/.test(name)))
          appendFileSync(path.join(copy, file), '\nstatic const int mantissa_bench = 1;\n');
        const { wallS } = await tuneToFirstTrial(copy, scratch, engine, []);
        limits.atMost(
          `${program}, ${engine}: tune to its first trial, headers compiled`,
          wallS,
          WARM_HEADERS_LIMIT_S,
          's',
        );
      }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {import('./limits.mjs').Limits} limits */
async function hydrodynamicsCode(limits) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-bench-'));
  try {
    const source = path.join(scratch, 'hydrodynamics.cu');
    writeFileSync(source, hydrodynamics());
    const cold = await tuneToFirstTrial(source, scratch);
    const warm = await tuneToFirstTrial(source, scratch);
    console.log(
      `to the first trial: ${cold.wallS.toFixed(1)} s cold, ${warm.wallS.toFixed(1)} s with a warm cache (${cold.line})`,
    );
    limits.atMost('hydrodynamics of 4,500 lines: tune to its first trial, cold', cold.wallS, COLD_LIMIT_S, 's');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A new study each time, ended after its first trial. */
function tuneToFirstTrial(source, scratch, engine = 'native', goal = ['--max-error', '1e-6']) {
  const study = mkdtempSync(path.join(scratch, 'study-'));
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [bin, 'tune', source, '--engine', engine, ...goal, '--no-sanitize', '-o', path.join(study, 'study')],
    { env: { ...process.env, XDG_CACHE_HOME: path.join(scratch, 'cache') }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = [];
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        if (!/^trial \d+:/.test(line)) return;
        resolve({ wallS: (performance.now() - started) / 1000, line: line.slice(0, 60) });
        child.kill('SIGINT');
      });
    child.on('exit', (code) => reject(new Error(`tune ended with ${code} before a trial:\n${said.join('\n')}`)));
  });
}

await alone(import.meta, bench);
