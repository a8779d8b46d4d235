import { afterAll, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

/** Two kernels on one array, so that both need it in fp32, and one kernel with an array of its own. */
const KERNELS = `#include <cstdio>
__global__ void scale(double *x) { x[threadIdx.x] = x[threadIdx.x] / 3.0; }
__global__ void root(double *x) { x[threadIdx.x] = sqrt(x[threadIdx.x] + 0.1); }
__global__ void turn(double *y) { double t = 0.7 * threadIdx.x; y[threadIdx.x] = sin(t); }
int main()
{
  double a[32], b[32], *x, *y;
  cudaMalloc(&x, sizeof a);
  cudaMalloc(&y, sizeof b);
  for (int i = 0; i < 32; i++) a[i] = i;
  cudaMemcpy(x, a, sizeof a, cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(x);
  root<<<1, 32>>>(x);
  turn<<<1, 32>>>(y);
  cudaMemcpy(a, x, sizeof a, cudaMemcpyDeviceToHost);
  cudaMemcpy(b, y, sizeof b, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) printf("%.17g %.17g\\n", a[i], b[i]);
}
`;
const FUNCTIONS = `#include <stdio.h>
static double third(double x) { double y = x / 3.0; return y; }
static double fifth(double x) { double y = x / 5.0; return y; }
int main(void) { printf("%.17g %.17g\\n", third(0.1), fifth(0.3)); }
`;
const scratch = new Scratch({ 'kernels.cu': KERNELS, 'functions.c': FUNCTIONS });
afterAll(() => scratch[Symbol.dispose]());

interface Row {
  parts: string[];
  groups: number;
  error: number;
  speedup: number;
}

async function local(...asked: string[]): Promise<{ rows: unknown[]; local: Row[] }> {
  const words = ['compare', ...asked, '--engine', 'wasm', '--json'];
  const { exitCode, stdout, stderr } = await mantissa(words, { cwd: scratch.folder });
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
}

it('lowers each kernel alone, kernels with the same groups together, and the whole program', async () => {
  const { rows, local: found } = await local('kernels.cu', '--local', '-o', 'kernels');
  expect(rows).toEqual([]);
  expect(found.map(({ parts }) => parts)).toEqual([['scale', 'root'], ['turn'], []]);
  const [both, turn, whole] = found as [Row, Row, Row];
  expect(whole.groups).toBe(both.groups + turn.groups);
  for (const { error, speedup } of found) {
    expect(error).toBeGreaterThan(1e-9);
    expect(error).toBeLessThan(1e-4);
    expect(speedup).toBeGreaterThan(0);
  }
  // the largest error is of one of the two independent parts
  expect(whole.error).toBe(Math.max(both.error, turn.error));
});

it('takes functions where there are no kernels, and is part of the ablations', async () => {
  const asked = ['functions.c', '--ablations', '--divide', '3', '--trials', '2', '-o', 'functions'];
  const { rows, local: found } = await local(...asked);
  expect(rows.length).toBeGreaterThan(7);
  const parts = found.map((row) => row.parts.join());
  expect(parts).toContain('third');
  expect(parts).toContain('fifth');
  expect(parts.at(-1)).toBe('');
});

it('prints the sum, and the difference of the whole program from it', async () => {
  const words = ['compare', 'kernels.cu', '--engine', 'wasm', '--local', '-o', 'text'];
  const { stdout } = await mantissa(words, { cwd: scratch.folder });
  expect(stdout).toMatch(/^scale, root .*\nturn .*\nsum .*\nwhole program .*\([+−][\d.]+ %\).*\([+−][\d.]+ %\)$/m);
});

it('excludes --strategies', async () => {
  const words = ['compare', 'functions.c', '--local', '--strategies', 'auto'];
  const { stderr } = await mantissa(words, { cwd: scratch.folder });
  expectDiagnostic(stderr, 'MX2004', { names: ['--local', '--strategies'] });
});
