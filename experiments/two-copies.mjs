// Whether two copies of a variable, one per precision, are faster than conversions where it is read (Gu's dissertation, section 3.4). Times the loops of
// two-copies.h on this processor with g++, as the median of several runs of the whole program, and counts the instructions that nvcc writes for them as
// kernels (PTX), whole kernels without declarations.
//   node experiments/two-copies.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from '../scripts/help.mjs';
import { median } from './opening.mjs';

helpIfAsked(import.meta);
const RUNS = 5;
const here = fileURLToPath(new URL('.', import.meta.url));
const include = ['-I', path.join(here, '../runtime/mantissa')];
const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-copies-'));
const program = path.join(scratch, 'copies');
mustRun('g++', '-std=c++17', '-O2', '-ffp-contract=off', ...include, path.join(here, 'two-copies.cpp'), '-o', program);
const runs = Array.from({ length: RUNS }, () => lines(mustRun(program)).map((line) => line.split(' ')));
console.log('formats      loop     converted     copies  ns per iteration     results');
runs[0]?.forEach(([formats = '', name = '', , , isSame], at) => {
  const times = [2, 3].map((column) =>
    median(runs.map((run) => Number(run[at]?.[column])))
      .toFixed(2)
      .padStart(9),
  );
  console.log(
    `${formats.padEnd(12)} ${name.padEnd(8)} ${times.join('  ')}                       ${isSame === '1' ? 'equal' : 'different'}`,
  );
});
const ptx = path.join(scratch, 'copies.ptx');
mustRun('nvcc', '-std=c++17', '-ptx', '-arch=sm_90', ...include, path.join(here, 'two-copies.cu'), '-o', ptx);
console.log('\nkernel (PTX for sm_90)                instructions  conversions  loads');
for (const entry of readFileSync(ptx, 'utf8').split('.entry ').slice(1)) {
  const name = /^\w+/.exec(entry)?.[0] ?? '';
  const words = lines(entry).flatMap((line) => /^\s+(?:@\S+ )?([a-z]\w*(?:\.\w+)*)\s/.exec(line)?.[1] ?? []);
  /** @param {RegExp} pattern */
  const count = (pattern) => String(words.filter((word) => pattern.test(word)).length);
  console.log(
    `${name.padEnd(37)} ${count(/./).padStart(12)} ${count(/^cvt\.\w*\.?f(?:32|64)/).padStart(12)} ${count(/^ld\.global/).padStart(6)}`,
  );
}
rmSync(scratch, { recursive: true });

/**
 * @param {string} command
 * @param {string[]} args
 */
function mustRun(command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  console.error(error ? `${command}: ${error.message}` : stderr);
  process.exit(1);
}

/** @param {string} text */
function lines(text) {
  return text.split('\n').filter((line) => line !== '');
}
