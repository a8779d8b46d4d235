import * as fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runtimeFolder } from '../../../src/core.js';
import { type Row, rowsWith } from '../../../src/features/characterization/record.js';
import { hasCommand } from '../../numerics/formats-driver.js';
import { Scratch } from '../../support/command-line.js';
import { benchmarkRows } from './benchmark-rows.js';

const present = hasCommand('g++');
if (!present) console.warn('SKIPPED: no g++ on the PATH, so no CUDA benchmark runs on the CPU');

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

/** A copy of the runtime whose launches are loops over the threads. */
function copyWithLoops(): string {
  const copy = scratch.path('runtime');
  fs.cpSync(runtimeFolder(), copy, { recursive: true });
  const folder = path.join(copy, 'characterize', 'cuda');
  // its instructions exist on a GPU only; IEEE division stands in for the full-range one
  scratch.write(
    'runtime/characterize/cuda/steps.cuh',
    '#pragma once\nstatic float divided_fully(float x, float y) { return x / y; }\n',
  );
  for (const name of fs.readdirSync(folder)) {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    const looped = text.replace(/(\w+(?:<[\w, ]*>)?)<<<(.+?)>>>\((.*?)\);/g, 'launch([&] { $1($3); }, $2);');
    fs.writeFileSync(path.join(folder, name), looped);
  }
  return path.join(copy, 'characterize');
}

const errorsOf = (rows: readonly Row[]) => rows.filter(({ quantity }) => quantity.startsWith('error'));

describe.runIf(present)('the CUDA benchmarks', () => {
  const header = fileURLToPath(new URL('cuda-on-a-cpu.h', import.meta.url));

  it.each([
    ['products', ['error', 'error, normalised']],
    ['quotients', ['error', 'error along', 'error along, absolute']],
  ])('have the errors of the CPU program in %s', (part, quantities) => {
    const folder = copyWithLoops();
    const onCpu = benchmarkRows(path.join(folder, 'native', `${part}.cpp`), scratch.path(part));
    const flags = ['-include', header, '-x', 'c++'];
    const onGpu = benchmarkRows(path.join(folder, 'cuda', `${part}.cu`), scratch.path(`${part}-cuda`), flags);
    expect([...new Set(errorsOf(onGpu).map(({ quantity }) => quantity))].sort()).toEqual(quantities);
    const compared = errorsOf(onGpu).flatMap((row) => {
      const [other] = rowsWith(onCpu, row);
      return other ? [[row, other] as const] : []; // approximate divisions exist on a GPU only
    });
    expect(compared.length).toBeGreaterThan(70);
    for (const [row, other] of compared) expect(row).toEqual(other);
  });
});
