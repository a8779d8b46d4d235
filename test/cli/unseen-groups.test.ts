import { afterAll, describe, expect, it } from 'vitest';
import { readStudy } from '../../src/journal/study-journal.js';
import { unchangedText } from '../../src/study/influence/unchanged-groups.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectNamed } from '../support/naming.js';

/** The field goes into a file; its mean is for the person at the terminal. The weights are exact in every format, and seen. */
const SOURCE = `#include <stdio.h>
static double field[32];
static double weights[3] = {1.0, 2.0, 1.0};
int main(void)
{
  FILE *out = fopen("field.txt", "w");
  double mean = 0;
  for (int i = 0; i < 32; i++) field[i] = weights[i % 3] / (i + 1);
  for (int i = 0; i < 32; i++) fprintf(out, "%.9g\\n", field[i]);
  fclose(out);
  for (int i = 0; i < 32; i++) mean += field[i] / 32;
  printf("mean %.17g\\n", mean);
  return 0;
}
`;

const scratch = new Scratch({
  'main.c': SOURCE,
  'mantissa.json': JSON.stringify({
    name: 'field',
    sources: ['main.c'],
    output: { file: 'field.txt', kind: 'text' },
    goal: { metric: 'max-relative', maxError: 1e-4 },
  }),
});
afterAll(() => scratch[Symbol.dispose]());

const tune = (...options: string[]) =>
  mantissa(['tune', '--engine', 'wasm', '-o', 'study', ...options], { cwd: scratch.folder });

describe('a variable without influence on the output', () => {
  it('is named and keeps its format, and is lowered on request', async () => {
    const kept = await tune();
    const { state } = readStudy(scratch.path('study'));
    expect(state.groupsWithoutInfluence).toEqual(['main.mean']);
    const unchanged = unchangedText(state);
    expectNamed(unchanged, 'main.mean');
    expect(kept.stdout).toMatch(/fp32 +field, weights\n/);
    expectNamed(kept.stdout, unchanged);
    expectNamed(kept.stderr, `warning unseen-groups: left unchanged: ${unchanged}`);
    const document = JSON.parse((await tune('--json', '-q')).stdout);
    expect(document).toMatchObject({ best: { lowered: ['field', 'weights'], unseen: ['main.mean'] } });
    const report = await mantissa(['report', 'study', '--format', 'markdown'], { cwd: scratch.folder });
    expectNamed(report.stdout, unchanged);
    const allowed = await tune('--lower-unseen');
    expect(allowed.stdout).toMatch(/fp32 .*main\.mean/);
    expect(allowed.stdout.replace(/\s+/g, ' ')).toContain(unchanged);
    expectNamed(allowed.stdout, '--lower-unseen');
  });
});

/** It is lowered, and nothing is called unseen. */
async function expectSeen(file: string, source: string, bound: string, group: string): Promise<void> {
  using own = new Scratch({ [file]: source });
  const { exitCode, stdout, stderr } = await mantissa(
    ['tune', file, '--engine', 'wasm', '--max-error', bound, '--json'],
    { cwd: own.folder },
  );
  expect(exitCode, stderr).toBe(0);
  expect(stderr).not.toContain('unseen-groups');
  expect(JSON.parse(stdout).best.lowered).toContain(group);
}

describe('what only atomic functions write', () => {
  it('is seen where it is compared', async () => {
    const source = `#include <cstdio>
#include <cuda_runtime.h>
__global__ void deposit(const double *weight, double *density)
{
  __shared__ double local[8];
  if (threadIdx.x < 8) local[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&local[threadIdx.x % 8], weight[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x < 8) density[threadIdx.x] = local[threadIdx.x];
}
int main()
{
  double weight[32], density[8], *there, *onto;
  for (int i = 0; i < 32; i++) weight[i] = 0.0625; // exact in every format
  cudaMalloc(&there, sizeof weight);
  cudaMalloc(&onto, sizeof density);
  cudaMemcpy(there, weight, sizeof weight, cudaMemcpyHostToDevice);
  deposit<<<1, 32>>>(there, onto);
  cudaMemcpy(density, onto, sizeof density, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%.17g\\n", density[i]);
  return 0;
}
`;
    await expectSeen('deposit.cu', source, '1e-6', 'deposit.local');
  });
});

describe('what matters by its sign alone', () => {
  it('is seen', async () => {
    const source = `#include <stdio.h>
#include <math.h>
int main(void)
{
  int crossings = 0;
  double x = 1.0, sum = 0;
  for (int i = 0; i < 100; i++) {
    double old = x;
    x = cos(0.37 * i);
    if (old * x < 0) crossings++;
    sum += x;
  }
  printf("%d %.15g\\n", crossings, sum);
  return 0;
}
`;
    await expectSeen('crossings.c', source, '1e-2', 'main.old');
  });
});
