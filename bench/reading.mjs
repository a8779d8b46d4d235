// How long and how much memory reading a program takes: a cold cache, warm headers, and unchanged sources again.
// The programs are generated, the same on every machine; limits are those of the front end's requirements on 2 cores.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './limits.mjs';
import { cudaProgram, smallKernel } from './programs/generate.mjs';

const bin = fileURLToPath(new URL('../bin/mantissa', import.meta.url));
const WARM_RUNS = 3;
const programs = [
  {
    name: '3,700 lines of CUDA with <vector> and <iostream>',
    file: 'large.cu',
    text: cudaProgram(3700),
    allowed: { coldS: 25, warmS: 10, memoryMb: 2048, modelShare: 0.15 },
  },
  {
    name: 'a 100-line kernel with C headers',
    file: 'small.cu',
    text: smallKernel(),
    allowed: { coldS: null, warmS: 3, memoryMb: 2048, modelShare: 0.15 },
  },
];

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-bench-'));
  try {
    const [load] = os.loadavg();
    console.log(
      `node ${process.version}, ${os.availableParallelism()} cores, load ${load.toFixed(1)}; wall seconds of the whole command`,
    );
    const rows = programs.flatMap((program) => measure(program, scratch, limits));
    printTable(['program', 'figure', 'measured', 'processor'], rows);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
await alone(import.meta, bench);

function measure({ name, file, text, allowed }, scratch, limits) {
  const source = path.join(scratch, file);
  const cache = path.join(scratch, `cache-of-${file}`);
  mkdirSync(cache);
  writeFileSync(source, text);
  const lines = text.split('\n').length - 1;
  const cold = inspect(source, cache);
  const warms = Array.from({ length: WARM_RUNS }, () => {
    rmSync(path.join(cache, 'mantissa', 'runs'), { recursive: true, force: true });
    return inspect(source, cache);
  });
  const warm = warms.sort((a, b) => a.wallS - b.wallS)[WARM_RUNS >> 1];
  const again = inspect(source, cache);
  const peak = Math.max(cold.peakMemoryMb, ...warms.map((run) => run.peakMemoryMb));
  const share = warm.modelMs / warm.totalMs;
  if (allowed.coldS !== null) limits.atMost(`${name}: cold`, cold.wallS, allowed.coldS, 's');
  limits.atMost(`${name}: warm headers`, warm.wallS, allowed.warmS, 's');
  limits.atMost(`${name}: peak memory`, peak, allowed.memoryMb, 'MiB');
  limits.atMost(`${name}: model's share of warm`, 100 * share, 100 * allowed.modelShare, '%');
  return [
    [`${name} (${lines})`, 'cold', seconds(cold.wallS), seconds(cold.processorS)],
    ['', `warm headers, median of ${WARM_RUNS}`, seconds(warm.wallS), seconds(warm.processorS)],
    ['', 'unchanged, again', seconds(again.wallS), seconds(again.processorS)],
    ['', 'peak memory', megabytes(peak), ''],
    ['', 'model share of warm', percent(share), ''],
    ['', 'syntax tree', megabytes(warm.astBytes / 2 ** 20), ''],
  ];
}

function inspect(source, cache) {
  const started = performance.now();
  const run = spawnSync(process.execPath, [bin, 'inspect', source, '--json', '--times'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  const wallS = (performance.now() - started) / 1000;
  if (run.status !== 0) throw new Error(`inspect ended with ${run.status ?? run.signal}:\n${run.stderr}`);
  return { wallS, ...JSON.parse(run.stderr.trim().split('\n').at(-1)) };
}

function seconds(value) {
  return `${value.toFixed(2)} s`;
}

function megabytes(value) {
  return `${value.toFixed(value < 10 ? 1 : 0)} MiB`;
}

function percent(value) {
  return `${(100 * value).toFixed(1)} %`;
}

function printTable(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}
