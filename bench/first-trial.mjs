// How long from `tune` to the answer of its first trial on the native engine, for a hydrodynamics code of 4,500 lines: at most 60 s on 2 cores,
// with nothing in the cache; and once more with what that left there.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { alone } from './limits.mjs';
import { hydrodynamics } from './programs/hydrodynamics.mjs';

const bin = fileURLToPath(new URL('../bin/mantissa', import.meta.url));
const COLD_LIMIT_S = 60;

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits) {
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

/** A study of its own each time, ended once a trial has been answered. */
function tuneToFirstTrial(source, scratch) {
  const study = mkdtempSync(path.join(scratch, 'study-'));
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      bin,
      'tune',
      source,
      '--engine',
      'native',
      '--max-error',
      '1e-6',
      '--no-sanitize',
      '-o',
      path.join(study, 'study'),
    ],
    { env: { ...process.env, XDG_CACHE_HOME: path.join(scratch, 'cache') }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = [];
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        if (!/^trial 1:/.test(line)) return;
        resolve({ wallS: (performance.now() - started) / 1000, line: line.slice(0, 60) });
        child.kill('SIGINT');
      });
    child.on('exit', (code) => reject(new Error(`tune ended with ${code} before a trial:\n${said.join('\n')}`)));
  });
}

await alone(import.meta, bench);
