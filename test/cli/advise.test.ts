import { afterAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectNamed, naming } from '../support/naming.js';

const SUM = `#include <cstdio>
#include <cuda_runtime.h>
__global__ void add(double *numbers, int n)
{
  double sum = 0.0;
  for (int k = 0; k < n; k++) sum += numbers[threadIdx.x] * 1e6;
  numbers[threadIdx.x] = sum;
}
int main()
{
  double a[64], *da;
  for (int i = 0; i < 64; i++) a[i] = 0.1 * i;
  cudaMalloc(&da, sizeof a);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  add<<<1, 64>>>(da, 400);
  cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++) printf("%.17g\\n", a[i]);
  return 0;
}
`;
/** Blocks of half a warp that may be any, and blocks that a kernel counts on. */
const NARROW_BLOCKS = `#include <cstdio>
#include <cuda_runtime.h>
__global__ void scale(double *x, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] / 3.0;
}
__global__ void turn(double *x)
{
  __shared__ double tile[48];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[47 - threadIdx.x];
}
int main()
{
  const int n = 480;
  double a[n], *da;
  for (int i = 0; i < n; i++) a[i] = 0.1 * i;
  cudaMalloc(&da, sizeof a);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  scale<<<(n + 15) / 16, 16>>>(da, n);
  turn<<<1, 48>>>(da);
  cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\\n", a[i]);
  return 0;
}
`;
const SHORT = `#include <stdio.h>
int main(void) {
  double x = 1.0;
  for (int i = 1; i < 50; i++) x += 1.0 / i;
  printf("%f\\n", x);
  return 0;
}
`;
/** Ends with 2 unless it is given a number of steps. */
const GIVEN = `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc != 2) return 2;
  double x = 1.0;
  for (int i = 1; i < atoi(argv[1]); i++) x += 1.0 / i;
  printf("%.17g\\n", x);
  return 0;
}
`;
const SILENT = `int main(void) { double x = 1.0; return x > 2.0; }\n`;
const BROKEN = `int main(void) { double x = 1.0; return x > 0.5 ? 3 : 0; }\n`;

const scratch = new Scratch({
  'sum.cu': SUM,
  'blocks.cu': NARROW_BLOCKS,
  'short.c': SHORT,
  'given.c': GIVEN,
  'silent.c': SILENT,
  'broken.c': BROKEN,
});
afterAll(() => scratch[Symbol.dispose]());
const advise = (...args: string[]) => mantissa(['advise', '--engine', 'wasm', ...args], { cwd: scratch.folder });

describe('mantissa advise', () => {
  it('says what bounds the kernel, what fits, which sum is long, and what to run', async () => {
    const told = JSON.parse((await advise('sum.cu', '--json')).stdout);
    expect(Object.keys(told)).toEqual(
      'schemaVersion program engine input gpu tunable reason output groups ceiling ceilingRange kernels doublePrecision formats accumulations lost blocks work frozen next'.split(
        ' ',
      ),
    );
    expect(told).toMatchObject({ schemaVersion: 1, tunable: true, reason: null, gpu: 'h200' });
    expect(told.output).toMatchObject({ values: 64, repeats: true });
    expect(told.ceiling).toBeGreaterThan(1);
    expect(told.ceilingRange[1]).toBeGreaterThan(told.ceiling);
    expect(told.kernels).toHaveLength(1);
    expect(told.kernels[0]).toMatchObject({ name: 'add', share: 1 });
    expect(told.accumulations[0]).toMatchObject({ site: 'add.sum', line: 5, terms: 400, canFold: true });
    const prospect = (format: string) => told.formats.find((one: { format: string }) => one.format === format);
    // 6.3 · 10⁶ · 400
    expect(prospect('fp16')).toMatchObject({ fits: false, reason: naming('add.sum', '2520000000', 'fp16', '65504') });
    expect(prospect('fp32')).toMatchObject({ fits: true });
    expect(told.next).toBe('mantissa tune sum.cu --engine wasm --max-error 1e-6');
  });

  it('runs the program with the arguments after --, and repeats them in the suggested command', async () => {
    const { output, tunable, next } = JSON.parse((await advise('given.c', '--json', '--', '40')).stdout);
    expect({ values: output.values, tunable }).toEqual({ values: 1, tunable: true });
    expect(next).toMatch(/^mantissa tune given\.c .*-- 40$/);
  });

  it('names thread blocks whose size can change, and whether tuning them is worthwhile', async () => {
    const { blocks } = JSON.parse((await advise('blocks.cu', '--json')).stdout);
    expect(blocks).toEqual([
      // half a warp, 32 of which are held at once: 512 of 2,048 threads
      {
        ...{ kernel: 'scale', threads: 16, isDefault: false, sizes: ['scale.block'], frozen: null },
        ...{ fills: 0.25, worthTuning: true },
      },
      // two warps with 16 lanes idle
      {
        ...{ kernel: 'turn', threads: 48, isDefault: false, sizes: [], worthTuning: false, fills: 0.75 },
        frozen: naming('tile'),
      },
    ]);
    const { stdout } = await advise('blocks.cu');
    expectNamed(stdout, 'scale', '16', '25 %');
  });

  it('says first of a GPU with slow fp64 what it costs, and offers pairs of floats', async () => {
    const told = JSON.parse((await advise('sum.cu', '--gpu', 'rtx-5090', '--json')).stdout);
    expect(told.doublePrecision).toMatchObject({ ratio: 64 });
    expect(told.doublePrecision.pairGain).toBeGreaterThan(3);
    expect(told.doublePrecision.fp64Share).toBeGreaterThan(0.5);
    // the sum waits for its own last addition, which gains less in pairs than many independent additions do
    expect(told.doublePrecision.speedup).toBeGreaterThan(1.2);
    expect(told.doublePrecision.speedup).toBeLessThan(told.doublePrecision.pairGain);
    expect(told.formats.map((one: { format: string }) => one.format)).toContain('fp32x2');
    const { stdout } = await advise('sum.cu', '--gpu', 'rtx-5090');
    expectNamed(stdout.split('\n')[1]!, 'RTX-5090', '1/64', 'fp32x2');
    expect(JSON.parse((await advise('sum.cu', '--json')).stdout).doublePrecision).toBeNull();
  });

  it('speaks in sentences', async () => {
    const { stdout } = await advise('sum.cu');
    expect(stdout).toMatch(/^sum\b.*\b\d+ tunable groups?\b/);
    // some groups have no values in the profiling run
    expectNamed(stdout, /fp32 .*\d groups with values in the profiling run/);
    expect(stdout).toMatch(/\badd\b.*100 %.*\b\d\.\d\d×/);
    expect(stdout).toMatch(/add\.sum \(sum\.cu:5\).*\b400\b.*\bfp32\b.*\b1e-6\b.*\b2e-5\b/);
  });

  it('warns of few digits, and has no model for CPUs', async () => {
    const { stdout } = await advise('short.c');
    expectNamed(stdout, '7 digits');
    const told = JSON.parse((await advise('short.c', '--json')).stdout);
    expect(told).toMatchObject({ ceiling: null, ceilingRange: null, output: { digits: { most: 7 } } });
  });

  it.each([
    ['silent.c', 'it prints no numbers that can be compared'],
    ['broken.c', 'it ended with exit code 3'],
  ])('says why %s cannot be tuned', async (file, reason) => {
    const told = JSON.parse((await advise(file, '--json')).stdout);
    expect(told.tunable).toBe(false);
    expect(told.reason).toContain(reason);
    expect(told.next).toBe(`mantissa check ${file} --engine wasm`);
  });
});
