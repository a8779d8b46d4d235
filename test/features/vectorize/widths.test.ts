import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { chooseWidth } from '../../../src/features/vectorize/choose-width.js';
import { NOTHING_TO_TIME_ON, readTimes, timingSource } from '../../../src/features/vectorize/measure-widths.js';
import { SourceText } from '../../../src/features/vectorize/source-text.js';
import type { VectorFormat, Width } from '../../../src/features/vectorize/vector-format.js';
import { vectorizedFunction } from '../../../src/features/vectorize/vectorize.js';
import { writeSource } from '../../../src/features/vectorize/write-source.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { Scratch } from '../../support/command-line.js';

const sample = (name: string) => fileURLToPath(new URL(`../../samples/vectorize/${name}`, import.meta.url));
const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(() => clang.close());
const hasNvcc = spawnSync('nvcc', ['--version']).status === 0;
if (!hasNvcc) console.warn('SKIPPED: no nvcc on the PATH, so the program that times widths is not compiled');

async function written(file: string, name: string, format: VectorFormat = 'fp16') {
  const project = openProject({
    ...{ inputs: [sample(file)], includeFolders: [], defines: [], undefines: [] },
    workingFolder: path.dirname(sample(file)),
  });
  const program = await vectorizedFunction(clang, project, name, { assumeRestrict: false, reassociate: true });
  const sourceFor = (width: Width) =>
    writeSource(program, SourceText.of(sample(file)), {
      ...{ format, width, selectBy: 'bits', inFloat: () => false, command: 'mantissa vectorize' },
    });
  return { program, sourceFor };
}

describe('the width', () => {
  test.each([
    [[3950, 3900, 2100], 8, '3950 GB/s on this GPU'],
    [[3000, 3900, 2100], 4, '3900 GB/s on this GPU'],
    [[3880, 3900, 3890], 8, 'as fast as any but for noise'],
  ])('is the fastest of %j on a GPU', async (speeds, width) => {
    const { program, sourceFor } = await written('image.c', 'saxpy');
    const choice = await chooseWidth(program, 'fp16', sourceFor, async (widths) => ({
      widths: widths.map((one, at) => ({ width: one, gigabytesPerSecond: speeds[at]! })),
      failure: null,
    }));
    expect(choice.width).toBe(width);
    expect(choice.evidence.map((one) => one.gigabytesPerSecond)).toEqual(speeds);
    expect(choice.reason).toMatch(new RegExp(`^width ${width}: .*; ${speeds[width === 8 ? 0 : 1]} GB/s on this GPU, `));
  });

  test('is the model’s if nothing is timed', async () => {
    const { program, sourceFor } = await written('image.c', 'saxpy');
    const choice = await chooseWidth(program, 'fp16', sourceFor, async () => NOTHING_TO_TIME_ON);
    expect(choice.evidence.map((one) => [one.width, one.gigabytesPerSecond])).toEqual([
      [8, null],
      [4, null],
    ]);
    expect(choice.reason).toMatch(/^width 8: one 128-bit load per array; \d+ registers.* KiB in flight/);
    expect(choice.reason).not.toContain('not timed');
  });

  test('says why nothing was timed on a machine with a GPU', async () => {
    const { program, sourceFor } = await written('image.c', 'saxpy');
    const failure = 'the timing program exits with 1';
    const choice = await chooseWidth(program, 'fp16', sourceFor, async () => ({ widths: null, failure }));
    expect(choice.reason).toMatch(/; not timed on this GPU: the timing program exits with 1$/);
  });

  test("is read from the timing program's output, completely or not at all", () => {
    expect(readTimes('8 0.500000 1000000000\n4 1 1000000000\n', [8, 4])).toEqual([
      { width: 8, gigabytesPerSecond: 2000 },
      { width: 4, gigabytesPerSecond: 1000 },
    ]);
    expect(readTimes('8 0.500000 1000000000\n', [8, 4])).toBeNull();
    expect(readTimes('8 0.000000 1000000000\n', [8])).toBeNull();
  });
});

describe.runIf(hasNvcc)('the program that times widths', () => {
  test.each([
    ['image.c', 'filter_3x3', 'fp16'],
    ['image.c', 'saxpy', 'fp32'],
    ['image.c', 'saxpy', 'bf16'],
    ['rows.cu', 'blur', 'fp16'],
    ['reduced.c', 'scaled', 'fp16'],
    ['reduced.cu', 'parts', 'fp32'],
    ['halves.cu', 'mixed', 'fp16'],
  ] as const)('is one that nvcc compiles: %s, %s, in %s', async (file, name, format) => {
    const { program, sourceFor } = await written(file, name, format);
    using scratch = new Scratch();
    const source = scratch.write('widths.cu', timingSource(program, format, [8, 4, 2], sourceFor));
    const library = fileURLToPath(new URL('../../../runtime/vectorize', import.meta.url));
    const flags = ['-std=c++17', '-arch=sm_90', '-Werror=all-warnings', '-I', library];
    const compiled = spawnSync('nvcc', ['-c', '-o', scratch.path('widths.o'), ...flags, source], {
      encoding: 'utf8',
    });
    expect(compiled.stderr).toBe('');
  });
});
