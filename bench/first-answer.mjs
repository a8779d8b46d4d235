// Time from the start of `tune` to the first recommendation that is confirmed on every input. Limit: 30 s on two cores. Runs a CPU stencil code, whose
// trials are also timed, and three corpus programs ported to the CPU, whose speedups are modelled.
//   node bench/first-answer.mjs [program…]
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { alone } from './limits.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const LIMIT_S = 30;
const TOLERANCE = '1e-2';
/** Sources, or folders of the corpus, with the flags they are built with. */
const PROGRAMS = {
  'wave.c': { path: 'experiments/host-verdicts/wave.c', flags: ['-O3'] },
  'kriging.cpp': { path: 'experiments/host-verdicts/kriging.cpp', flags: ['-O3'] },
  boxmd: { path: 'corpus/boxmd', flags: [] },
  sedov: { path: 'corpus/sedov', flags: [] },
  nbody: { path: 'corpus/nbody', flags: [] },
};

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits, named = []) {
  for (const name of named.length > 0 ? named : Object.keys(PROGRAMS)) {
    const answer = await firstAnswer(PROGRAMS[name]);
    console.log(`${name}: ${answer.line ?? 'no recommendation'}`);
    limits.atMost(`${name}, native: tune to its first recommendation`, answer.seconds, LIMIT_S, 's');
  }
}

await alone(import.meta, bench);

/** A copy in a separate folder, with an empty cache. */
async function firstAnswer({ path: program, flags }) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-bench-'));
  try {
    const copy = path.join(scratch, path.basename(program));
    cpSync(path.join(root, program), copy, { recursive: true });
    const input = existsSync(path.join(copy, 'mantissa.json')) ? ['--input', 'small'] : [];
    const args = ['tune', copy, '--engine', 'native', '--max-error', TOLERANCE, '-o', path.join(scratch, 'study')];
    return await firstLine([...args, ...flags.map((flag) => `--flag=${flag}`), ...input], scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function firstLine(args, scratch) {
  const begun = performance.now();
  const env = { ...process.env, XDG_CACHE_HOME: path.join(scratch, 'cache') };
  const child = spawn(path.join(root, 'bin/mantissa'), args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve) => {
    const found = (line) => {
      resolve({ seconds: (performance.now() - begun) / 1000, line });
      child.kill('SIGKILL');
    };
    createInterface({ input: child.stderr }).on('line', (line) => line.startsWith('best so far') && found(line));
    child.on('exit', () => resolve({ seconds: Number.POSITIVE_INFINITY, line: null }));
  });
}
