import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

const SUM = `#include <cstdio>
int main() { double s = 0; for (int i = 1; i < 100; i++) s += 1.0 / i; printf("%.17g\\n", s); return 0; }
`;

it('run --keep leaves the header of a multi-word format next to the source', async () => {
  using scratch = new Scratch({
    'sum.cpp': SUM,
    'wide.json': JSON.stringify({ schemaVersion: 1, formats: { 'main.s': 'fp64x2' } }),
    'narrow.json': JSON.stringify({ schemaVersion: 1, formats: { 'main.s': 'fp32' } }),
  });
  const run = (name: string) =>
    mantissa(
      ['run', 'sum.cpp', '--engine', 'wasm', '--how', 'built', '--configuration', `${name}.json`, '--keep', name],
      { cwd: scratch.folder },
    );
  const { exitCode, stderr } = await run('wide');
  expect(exitCode, stderr).toBe(0);
  expect(fs.readdirSync(scratch.path('wide')).sort()).toEqual(['mantissa_formats.h', 'sum.cpp']);
  await run('narrow');
  expect(fs.readdirSync(scratch.path('narrow'))).toEqual(['sum.cpp']);
});

const KERNEL = `#include <cstdio>
#include <cuda_runtime.h>
__global__ void scale(const double *x, double *y, double by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = by * x[i] + x[i] / 3;
}
int main() {
  double x[8], y[8], *dx, *dy;
  for (int i = 0; i < 8; i++) x[i] = 1.0 / (i + 1);
  cudaMalloc(&dx, sizeof x);
  cudaMalloc(&dy, sizeof y);
  cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
  scale<<<1, 8>>>(dx, dy, 1.1, 8);
  cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%.17g\\n", (double) y[i]);
}
`;

it('reads a CUDA program with a multi-word patch and its header applied', async () => {
  using scratch = new Scratch({
    'scale.cu': KERNEL,
    'wide.json': JSON.stringify({ schemaVersion: 1, formats: { 'scale.y': 'fp64x2', 'scale.by': 'fp64x2' } }),
  });
  const wide = ['--how', 'built', '--configuration', 'wide.json', '--keep', 'wide'];
  const built = await mantissa(['run', 'scale.cu', '--engine', 'wasm', ...wide], { cwd: scratch.folder });
  expect(built.exitCode, built.stderr).toBe(0);
  expect(fs.readdirSync(scratch.path('wide')).sort()).toEqual(['mantissa_formats.h', 'scale.cu']);
  const again = await mantissa(['run', 'wide/scale.cu', '--engine', 'wasm'], { cwd: scratch.folder });
  expect(again.exitCode, again.stderr).toBe(0);
  expect(again.stdout).toBe(built.stdout);
  const seen = await mantissa(['inspect', 'wide/scale.cu'], { cwd: scratch.folder });
  expect(seen.stdout).toMatch(/x +parameter +const double \*/);
  expect(seen.stdout).not.toContain('mantissa::'); // what is in the header is not the program's
});
