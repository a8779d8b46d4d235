// Time and memory for reading a program: with a cold cache, with precompiled headers, and again with unchanged sources. The programs are generated
// from a fixed seed. The limits are the requirements on the front end, on two cores.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './limits.mjs';
import { cudaProgram, smallKernel } from './programs/generate.mjs';
import { hydrodynamics } from './programs/hydrodynamics.mjs';
import { manyFiles } from './programs/many-files.mjs';

const bin = fileURLToPath(new URL('../bin/mantissa', import.meta.url));
const WARM_RUNS = 3;
/** Quantities without a limit are also measured. */
const programs = [
  {
    name: '3,700 lines of CUDA with <vector> and <iostream>',
    files: [{ path: 'large.cu', text: cudaProgram(3700) }],
    allowed: { coldS: 25, warmS: 10, unchangedS: null, memoryMb: 2048, modelShare: 0.15 },
  },
  {
    name: 'a 100-line kernel with C headers',
    files: [{ path: 'small.cu', text: smallKernel() }],
    allowed: { coldS: null, warmS: 3, unchangedS: null, memoryMb: 2048, modelShare: 0.15 },
  },
  {
    name: 'hydrodynamics of 4,500 lines, 15 kernels',
    files: [{ path: 'hydrodynamics.cu', text: hydrodynamics() }],
    allowed: { coldS: 25, warmS: 10, unchangedS: 3, memoryMb: 2048, modelShare: null },
  },
  {
    name: '13,000 lines of C and CUDA in 53 units',
    files: manyFiles(),
    allowed: { coldS: 60, warmS: null, unchangedS: null, memoryMb: null, modelShare: null },
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

function measure({ name, files, allowed }, scratch, limits) {
  const folder = mkdtempSync(path.join(scratch, 'program-'));
  const cache = mkdtempSync(path.join(scratch, 'cache-'));
  for (const { path: file, text } of files) writeFileSync(path.join(folder, file), text);
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  const sources = files.map(({ path: file }) => path.join(folder, file)).filter((file) => /\.(?:c|cu)$/.test(file));
  const cold = inspect(sources, cache);
  const warms = Array.from({ length: WARM_RUNS }, () => {
    rmSync(path.join(cache, 'mantissa', 'runs'), { recursive: true, force: true });
    return inspect(sources, cache);
  });
  const warm = warms.sort((a, b) => a.wallS - b.wallS)[WARM_RUNS >> 1];
  const again = inspect(sources, cache);
  const peak = Math.max(cold.peakMemoryMb, ...warms.map((run) => run.peakMemoryMb));
  const share = warm.modelMs / warm.totalMs;
  const limit = (what, value, most, unit) => most !== null && limits.atMost(`${name}: ${what}`, value, most, unit);
  limit('cold', cold.wallS, allowed.coldS, 's');
  limit('warm headers', warm.wallS, allowed.warmS, 's');
  limit('unchanged', again.wallS, allowed.unchangedS, 's');
  limit('peak memory', peak, allowed.memoryMb, 'MiB');
  limit("model's share of warm", 100 * share, allowed.modelShare === null ? null : 100 * allowed.modelShare, '%');
  return [
    [`${name} (${lines})`, 'cold', seconds(cold.wallS), seconds(cold.processorS)],
    ['', `warm headers, median of ${WARM_RUNS}`, seconds(warm.wallS), seconds(warm.processorS)],
    ['', 'unchanged, again', seconds(again.wallS), seconds(again.processorS)],
    ['', 'peak memory', megabytes(peak), ''],
    ['', 'model share of warm', percent(share), ''],
    ['', 'syntax tree', megabytes(warm.astBytes / 2 ** 20), ''],
  ];
}

function inspect(sources, cache) {
  const started = performance.now();
  const run = spawnSync(process.execPath, [bin, 'inspect', ...sources, '--json', '--times'], {
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
