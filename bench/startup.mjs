// User CPU time of commands on a ten-line C program and a C++ program with a warm cache: median of five runs each.
//   node bench/startup.mjs [--mantissa <file>]      bin/mantissa of another build, to compare
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './limits.mjs';

const RUNS = 5;
const C = `#include <math.h>
#include <stdio.h>
int main(void) {
  double s = 0;
  for (int i = 1; i < 100; i++) {
    double x = 1.0 / i;
    s += sqrt(x);
  }
  printf("%.10f\\n", s);
}
`;
const CPP = C.replace('math.h', 'cmath')
  .replace('stdio.h', 'cstdio')
  .replace('#include', '#include <vector>\n#include');
/** Command and its limit in seconds. @type {readonly (readonly [string, number])[]} */
const COMMANDS = [
  ['--version', 0.15],
  ['--help', 0.15],
  ['inspect sum.c', 0.6],
  ['inspect sum.cpp', 0.6],
  ['run sum.c', 1],
  ['run sum.cpp', 1],
  ['run sum.c --how emulated --all fp32', 1],
  ['show -o study', 0.8],
  ['apply -o study', 0.8],
];

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits, args) {
  const at = args.indexOf('--mantissa');
  const command = at < 0 ? fileURLToPath(new URL('../bin/mantissa', import.meta.url)) : path.resolve(args[at + 1]);
  const folder = mkdtempSync(path.join(tmpdir(), 'mantissa-startup-'));
  const moved = `${folder}-elsewhere`;
  try {
    writeFileSync(path.join(folder, 'sum.c'), C);
    writeFileSync(path.join(folder, 'sum.cpp'), CPP);
    cpuSeconds(command, folder, ['tune', 'sum.c', '--max-error', '1e-3', '--engine', 'wasm', '-o', 'study', '-q']);
    limits.atMost(
      'node -e 0',
      median(() => cpuSeconds('-e', folder, ['0'])),
      0.15,
      's',
    );
    for (const [words, limit] of COMMANDS) {
      const run = () => cpuSeconds(command, folder, words.split(' '));
      run(); // warms the cache
      limits.atMost(words, median(run), limit, 's');
    }
    cpSync(folder, moved, { recursive: true });
    for (const words of ['inspect sum.cpp', 'run sum.cpp'])
      limits.atMost(`${words}, copied to another folder`, cpuSeconds(command, moved, words.split(' ')), 1, 's');
  } finally {
    for (const one of [folder, moved]) rmSync(one, { recursive: true, force: true });
  }
}

function median(run) {
  const times = Array.from({ length: RUNS }, run).sort((a, b) => a - b);
  return times[Math.floor(RUNS / 2)];
}

/** User CPU time of a command and the processes it waited for. */
function cpuSeconds(command, cwd, words) {
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT=%U; time "$0" "$@" > /dev/null', process.execPath, command, ...words],
    { cwd, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  );
  const seconds = Number(stderr.trim().split('\n').at(-1));
  if (status !== 0 || !Number.isFinite(seconds)) throw new Error(`${words.join(' ')} ended with ${status}\n${stderr}`);
  return seconds;
}

await alone(import.meta, bench);
