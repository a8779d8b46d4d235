import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../../src/execution/engine.js';
import { strategies } from '../../../src/search/strategies.js';
import { printed, ScriptedProgram } from '../../support/scripted-bench.js';
import { recordsOf, study } from '../../support/study-runs.js';

/** Two kernels that the model prices alike. */
const SOURCE = `#include <cuda_runtime.h>
#include <stdio.h>
__global__ void busy(double *a) { a[threadIdx.x] = a[threadIdx.x] * 2.0; }
__global__ void idle(double *b) { b[threadIdx.x] = b[threadIdx.x] * 2.0; }
int main() {
  double *a, *b;
  cudaMalloc(&a, 64 * sizeof(double));
  cudaMalloc(&b, 64 * sizeof(double));
  busy<<<1, 64>>>(a);
  idle<<<1, 64>>>(b);
  printf("1\\n");
  return 0;
}
`;

describe('the times that a study knows before the first trial', () => {
  let program: ScriptedProgram;
  beforeAll(async () => {
    program = await ScriptedProgram.open(SOURCE, 'cu');
  });
  afterAll(() => program.close());

  const timed = (busy: number, copyMs: number): RunOutcome => {
    const kernels = [
      { name: 'ns::busy<double>(double*)', launches: 1, ms: busy },
      { name: 'idle', launches: 1, ms: 1 },
    ];
    return { ...printed(1), gpu: { kernels, kernelMs: busy + 1, copyMs, lastError: null } } as RunOutcome;
  };
  const speedups = async (plan: Parameters<typeof study>[2], copyMs = 0) => {
    const folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
    let runs = 0;
    const bench = program.bench({
      engine: 'cuda',
      run: (_, how) => (how === 'original' && runs++ === 1 ? timed(9, copyMs) : timed(20, 3)),
    });
    const { trials } = await study(bench, folder, { recommends: false, ...plan });
    const of = (name: string) =>
      trials.find(({ formats }) => Object.keys(formats).length === 1 && `${name}` in formats)!.speedup!;
    return { folder, busy: of('busy.a'), idle: of('idle.b') };
  };

  it('is what the kernels of the least disturbed run took, and how the model changes that', async () => {
    const { folder, busy, idle } = await speedups({});
    expect(recordsOf(folder, 'baseline')[0]!.gpu).toEqual({
      kernels: [
        { name: 'ns::busy<double>(double*)', ms: 9, launches: 1 },
        { name: 'idle', ms: 1, launches: 1 },
      ],
      copyMs: 0,
    });
    // of ten parts of the time, nine shrink as the tenth does
    expect((1 - 1 / busy) / (1 - 1 / idle)).toBeCloseTo(9, 8);
  });

  it('is what they have of the time on the longest input', async () => {
    const folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
    const bench = program.bench({
      engine: 'cuda',
      run: (_, how, [length]) => (how === 'original' && length === 'long' ? timed(90, 0) : timed(2, 0)),
    });
    const inputs = ['short', 'long'].map((name) => ({ name, arguments: [name], heldOut: false }));
    const { trials } = await study(bench, folder, { recommends: false, inputs });
    const of = (id: string) =>
      trials.find(({ formats }) => Object.keys(formats).length === 1 && id in formats)!.speedup!;
    // 90 to 1, and not 2 to 1
    expect((1 - 1 / of('busy.a')) / (1 - 1 / of('idle.b'))).toBeCloseTo(90, 6);
  });

  it('counts copies, unless a program prints its own figure of merit', async () => {
    const [without, withCopies] = [await speedups({}), await speedups({}, 10)];
    expect(1 - 1 / withCopies.busy).toBeCloseTo((1 - 1 / without.busy) / 2, 8);
    const merit = { pattern: '([0-9])', better: 'lower' } as const;
    expect((await speedups({ merit }, 10)).busy).toBeCloseTo(without.busy, 8);
  });

  it('is known to a study that goes on, without a run', async () => {
    const folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
    const genetic = strategies.find((one) => one.name === 'genetic')!;
    const plan = { recommends: false, strategy: genetic, options: genetic.options.parse({}) };
    await study(program.bench({ engine: 'cuda', run: () => timed(9, 0) }), folder, plan);
    const bench = program.bench({ engine: 'cuda', run: () => timed(9, 0) });
    await study(bench, folder, plan);
    expect(bench.log).toEqual([]);
  });

  it('is the model alone if speedups are for another GPU', async () => {
    const { busy, idle } = await speedups({ isDeviceElsewhere: true });
    expect(busy).toBeCloseTo(idle, 8);
  });
});
