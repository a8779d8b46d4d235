import { afterAll, beforeAll, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { blockErrors } from '../../src/study/preparation/block-errors.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import type { Profile } from '../../src/workbench/profile-report.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { Scratch } from '../support/command-line.js';

/** Products of integers are exact in fp32; those of tenths are not, and only some blocks have tenths. */
const KERNELS = `#include <cstdio>
__device__ double squared(double x) { return x * x; }
__global__ void plane(double *x)
{
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  double value = block == 4 ? 0.1 : 2.0;
  x[block] = value * (1.0 + threadIdx.x);
}
__global__ void calls(double *x) { x[blockIdx.x] = squared(blockIdx.x == 1 ? 0.1 : 2.0); }
__global__ void waits(double *x)
{
  __shared__ double tile[32];
  tile[threadIdx.x] = blockIdx.x == 0 ? 0.3 : 1.0;
  __syncthreads();
  x[blockIdx.x] = tile[31 - threadIdx.x] * 3.0;
}
template <class T> __global__ void both(T *x) { x[blockIdx.x] = x[blockIdx.x] * T(0.1); }
__global__ void many(double *x) { x[0] = (blockIdx.x >= 65535 ? 0.1 : 2.0) * 3.0; }
int main()
{
  double *x;
  float *y;
  cudaMalloc(&x, 64 * sizeof(double));
  cudaMalloc(&y, 64 * sizeof(float));
  plane<<<dim3(3, 2), 4>>>(x);
  plane<<<dim3(3, 2), 4>>>(x);
  calls<<<3, 1>>>(x);
  waits<<<2, 32>>>(x);
  both<<<4, 1>>>(x);
  both<<<8, 1>>>(y);
  many<<<65600, 1>>>(x);
  double first;
  cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
  printf("%.17g\\n", first * 1.1);
}
`;
const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.wasm({ cache: cacheFolder(), clang });
const scratch = new Scratch({ 'kernels.cu': KERNELS });
let bench: Workbench;
let profile: Profile;

beforeAll(async () => {
  const request = { inputs: [scratch.path('kernels.cu')], includeFolders: [], defines: [], undefines: [] };
  bench = await Workbench.open(clang, engine, openProject({ ...request, workingFolder: scratch.folder }));
  const limits = { arguments: [], timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 };
  profile = await bench.runs.profile('shadow', limits);
});
afterAll(async () => {
  bench?.close();
  scratch[Symbol.dispose]();
  await engine.close();
  await clang.close();
});

function blocksOf(name: string) {
  const index = bench.program.functions.findIndex((one) => one.name === name);
  return profile.blocks!.find((one) => one.function === index)!;
}

it('adds up the errors of a kernel by thread block, over its launches', () => {
  const { grid, differences } = blocksOf('plane');
  expect(grid).toEqual([3, 2, 1]);
  expect(differences.slice(0, 4)).toEqual([0, 0, 0, 0]);
  const f = Math.fround;
  const error = [1, 2, 3, 4].reduce((sum, n) => sum + Math.abs((0.1 * n - f(f(0.1) * f(n))) / (0.1 * n)), 0);
  expect(differences[4]).toBeCloseTo(2 * error, 12);
  expect(error).toBeGreaterThan(0);
});

it('has the sum of the errors of the operations of each function', () => {
  for (const { function: index, differences } of profile.blocks!) {
    const own = profile.operations.filter(({ operation }) => bench.program.operations[operation]!.function === index);
    const sum = own.reduce((all, { difference }) => all + difference, 0);
    const byBlock = differences.reduce((all, one) => all + one, 0);
    expect(Math.abs(byBlock - sum)).toBeLessThanOrEqual(1e-8 * sum);
  }
});

it('gives an error to the function of the operation, in the block of its caller', () => {
  expect(blocksOf('squared').differences).toEqual([0, expect.any(Number)]);
  expect(profile.blocks!.some((one) => bench.program.functions[one.function]!.name === 'calls')).toBe(false);
});

it('knows the block of threads that wait for one another', () => {
  const { differences } = blocksOf('waits');
  expect(differences).toHaveLength(1);
});

it('tells instantiations of a template apart', () => {
  const grids = profile.blocks!.filter((one) => bench.program.functions[one.function]!.name.startsWith('both'));
  expect(grids.map(({ grid }) => grid[0])).toContain(4);
});

it('summarises the blocks, and leaves out those that have no figure of their own', () => {
  const plane = blockErrors(bench.program, blocksOf('plane'));
  expect(plane).toMatchObject({ function: 'plane', grid: [3, 2, 1], counted: 6, worst: [{ block: 4 }] });
  expect(plane.quartiles.slice(0, 4)).toEqual([0, 0, 0, 0]);
  expect(plane.quartiles[4]).toBe(plane.worst[0]!.error);
  expect(plane.along).toHaveLength(6);
  const many = blockErrors(bench.program, blocksOf('many'));
  expect(many).toMatchObject({ grid: [65600, 1, 1], counted: 65535, worst: [] });
  expect(many.along.length).toBeLessThanOrEqual(64);
});
