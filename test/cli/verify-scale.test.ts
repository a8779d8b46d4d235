import { afterAll, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

/** A Lennard-Jones energy of 64 particles on a lattice, far from the origin: a tenth of a coordinate is many times their distance. */
const PARTICLES = `#include <cstdio>
#include <cuda_runtime.h>
__global__ void energies(const double *x, const double *y, const double *z, double *e, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double sum = 0;
  for (int j = 0; j < n; j++) {
    if (j == i) continue;
    double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
    double near = 1.0 / (dx * dx + dy * dy + dz * dz), six = near * near * near;
    sum += six * (six - 1.0);
  }
  e[i] = sum;
}
int main()
{
  const int n = 64;
  double x[n], y[n], z[n], e[n], *dx, *dy, *dz, *de;
  for (int i = 0; i < n; i++) {
    x[i] = 50.0 + 1.25 * (i % 4);
    y[i] = 50.0 + 1.25 * (i / 4 % 4);
    z[i] = 50.0 + 1.25 * (i / 16);
  }
  cudaMalloc(&dx, n * sizeof(double));
  cudaMalloc(&dy, n * sizeof(double));
  cudaMalloc(&dz, n * sizeof(double));
  cudaMalloc(&de, n * sizeof(double));
  cudaMemcpy(dx, x, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dz, z, n * sizeof(double), cudaMemcpyHostToDevice);
  energies<<<2, 32>>>(dx, dy, dz, de, n);
  cudaMemcpy(e, de, n * sizeof(double), cudaMemcpyDeviceToHost);
  double all = 0;
  for (int i = 0; i < n; i++) all += e[i];
  printf("%.17g\\n", all);
}
`;
const scratch = new Scratch({ 'particles.cu': PARTICLES });
afterAll(() => scratch[Symbol.dispose]());
const command = (...args: string[]) => mantissa(args, { cwd: scratch.folder });

it('perturbs coordinates by the distance of their neighbours, says so, and hints at --variance if every sample fails', async () => {
  await command(
    'tune',
    'particles.cu',
    '--engine',
    'wasm',
    '--max-error',
    '3e-4',
    '--trials',
    '1',
    '-q',
    '-o',
    'study',
  );
  const verify = (...more: string[]) => command('verify', '1', '-o', 'study', '--samples', '12', ...more);
  const near = JSON.parse((await verify('--json')).stdout);
  // 3.75 apart in all, 64 values: 3.75 / 4
  expect(near.neighbours.distances).toHaveLength(3);
  for (const { distance } of near.neighbours.distances) expect(distance).toBeCloseTo(0.9375, 12);
  expect(near.confidence).toBeGreaterThan(0.5);
  const text = await verify();
  expect(text.stdout).toContain('0.94');
  expect(text.stdout).not.toContain('--variance');
  const far = await verify('--variance', '0.1', '--json');
  const found = JSON.parse(far.stdout);
  expect(found.neighbours.distances).toBeUndefined();
  // the same standard deviation relative to the coordinates moves particles through one another
  const mean = (document: typeof near) =>
    document.samples.reduce((sum: number, one: { inputs: { least: number; most: number }[] }) => {
      const { least, most } = one.inputs[0]!;
      return sum + (most - least);
    }, 0) / document.samples.length;
  expect(mean(found)).toBeGreaterThan(4 * mean(near));
});

it('hints at --variance only if no sample is within the bound', async () => {
  await command(
    'tune',
    'particles.cu',
    '--engine',
    'wasm',
    '--max-error',
    '1e-14',
    '--trials',
    '1',
    '-q',
    '-o',
    'strict',
  );
  const { stdout } = await command('verify', '1', '-o', 'strict', '--samples', '5');
  expect(stdout).toContain('--variance 0.01');
});
