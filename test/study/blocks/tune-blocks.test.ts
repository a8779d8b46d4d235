import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RunOutcome } from '../../../src/execution/engine.js';
import { printed, type Script, ScriptedProgram } from '../../support/scripted-bench.js';
import { begin, recordsOf, study } from '../../support/study-runs.js';

/** Two groups, a and b, and one block size that is free. */
const SOURCE = `#include <cstdio>
#include <cuda_runtime.h>
#define BLOCK 128
__global__ void scale(double *x, double a, double b, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * a + b;
}
int main()
{
  int n = 1000;
  double *x;
  cudaMalloc(&x, n * sizeof(double));
  scale<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, 2.0, 3.0, n);
  printf("%d\\n", n);
  return 0;
}
`;
const FROZEN = SOURCE.replace('x[i] = x[i] * a + b', 'x[i] = x[i] * a + b * threadIdx.x');

let program: ScriptedProgram;
let frozen: ScriptedProgram;
let folder: string;
beforeAll(async () => {
  program = await ScriptedProgram.open(SOURCE, 'cu');
  frozen = await ScriptedProgram.open(FROZEN, 'cu');
});
afterAll(async () => {
  await program.close();
  await frozen.close();
});
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
});

/** A run on a GPU whose one kernel took so long. */
function onGpu(value: number, ms: number): RunOutcome {
  const occupancy = { multiprocessors: 132, kernels: [{ name: 'scale', threads: 256, blocks: 1056 }] };
  const gpu = { kernels: [{ name: 'scale', launches: 1, ms }], kernelMs: ms, copyMs: 0, lastError: null, occupancy };
  const outcome = printed(value);
  return outcome.kind === 'exited' ? { ...outcome, gpu } : outcome;
}

const sizeIn = (lowered: string) => Number(/BLOCK=(\d+)/.exec(lowered)?.[1] ?? 128);
/** Narrow is twice as fast, and wants larger blocks than wide; 1024 threads compute something else. */
const script: Script = {
  engine: 'cuda',
  run: (lowered) => {
    const isNarrow = /\ba\b/.test(lowered);
    const best = isNarrow ? 512 : 64;
    const slower = 1 + 0.2 * Math.abs(Math.log2(sizeIn(lowered) / best));
    return onGpu(sizeIn(lowered) === 1024 ? 5 : 1, (isNarrow ? 10 : 20) * slower);
  },
};
const plan = { tunesBlocks: true, sanitizes: false, lowersUnseen: true, buildJobs: 2 };

it('recommends formats and blocks together, each with the blocks that suit it', async () => {
  const { best } = await study(program.bench(script), folder, plan);
  expect(best).toMatchObject({ blocks: { BLOCK: 512 }, speedupKind: 'measured' });
  expect(Object.keys(best!.formats).length).toBeGreaterThan(0);
  expect(best!.speedup).toBeCloseTo((20 * 1.2) / 10, 1);
  const trials = recordsOf(folder, 'trial').filter(({ blocks }) => blocks);
  const tried = (isNarrow: boolean) =>
    trials.filter(({ formats }) => Object.keys(formats).length > 0 === isNarrow).map(({ blocks }) => blocks!.BLOCK);
  expect(tried(true)).toEqual([256, 512, 1024]); // 128 is as written
  expect(tried(false)).toEqual([256, 512, 64, 32]);
  expect(trials.find(({ blocks }) => blocks!.BLOCK === 1024)).toMatchObject({ outcome: 'inaccurate', how: 'rebuilt' });
  expect(recordsOf(folder, 'occupancy')).toMatchObject([
    { trial: expect.any(Number), multiprocessors: 132, kernels: [{ name: 'scale', threads: 256 }] },
    { trial: null },
  ]);
});

it('comes to the same when it goes on, and runs nothing for it', async () => {
  const first = await study(program.bench(script), folder, plan);
  const bench = program.bench(script);
  const again = begin(bench, folder, plan);
  const { best, trials } = await again.run().finally(() => again.close());
  expect(best?.number).toBe(first.best?.number);
  expect(trials).toEqual(first.trials);
  expect(bench.log).toEqual([]);
});

it('goes on with blocks where a study had ended without them', async () => {
  const without = await study(program.bench(script), folder, { ...plan, tunesBlocks: false });
  expect(without.best?.blocks).toBeUndefined();
  const { best } = await study(program.bench(script), folder, plan);
  expect(best?.blocks).toEqual({ BLOCK: 512 });
});

it('recommends blocks alone where no format may change', async () => {
  const picky: Script = {
    ...script,
    run: (lowered, ...rest) => (/\b[abx]\b/.test(lowered) ? onGpu(9, 1) : script.run(lowered, ...rest)),
  };
  const { best } = await study(program.bench(picky), folder, plan);
  expect(best).toMatchObject({ formats: {}, blocks: { BLOCK: 64 } });
});

it('leaves blocks alone where their size is frozen', async () => {
  const { best } = await study(frozen.bench(script), folder, plan);
  expect(best?.blocks).toBeUndefined();
  expect(recordsOf(folder, 'occupancy')).toEqual([]);
});
