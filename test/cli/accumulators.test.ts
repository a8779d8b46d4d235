import { afterAll, describe, expect, it } from 'vitest';
import { describeAccumulators } from '../../src/space/accumulator.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectNamed } from '../support/naming.js';

/** Terms that fp32 holds well enough, and a sum of so many of them that fp32 does not. */
const SOURCE = `#include <cstdio>
#include <cuda_runtime.h>

__global__ void potential(const double *charge, const double *at, double *out, int n)
{
  int i = threadIdx.x;
  double sum = 0.0;
  for (int j = 0; j < n; j++) {
    double d = at[j] - i;
    sum += charge[j] / (d * d + 1.0);
  }
  out[i] = sum;
}

int main()
{
  const int n = 3000, threads = 32;
  static double charge[n], at[n], out[threads];
  for (int j = 0; j < n; j++) {
    charge[j] = 1 + (j * 37 % 101) / 64.0;
    at[j] = (j * 53 % 1024) / 32.0;
  }
  double *dCharge, *dAt, *dOut;
  cudaMalloc(&dCharge, n * sizeof(double));
  cudaMalloc(&dAt, n * sizeof(double));
  cudaMalloc(&dOut, threads * sizeof(double));
  cudaMemcpy(dCharge, charge, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dAt, at, n * sizeof(double), cudaMemcpyHostToDevice);
  potential<<<1, threads>>>(dCharge, dAt, dOut, n);
  cudaMemcpy(out, dOut, threads * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < threads; i++) printf("%.17g\\n", out[i]);
  return 0;
}
`;

const scratch = new Scratch({ 'potential.cu': SOURCE });
afterAll(() => scratch[Symbol.dispose]());

const inFolder = (...args: string[]) => mantissa(args, { cwd: scratch.folder });
const tune = (...options: string[]) =>
  inFolder('tune', 'potential.cu', '--max-error', '2e-7', '--engine', 'wasm', '-o', 'study', ...options);

describe('a sum that keeps the all-lowest configuration from meeting the goal', () => {
  it('is accumulated in a wider format with --accumulators', async () => {
    const found = await tune('--accumulators');
    const sums = describeAccumulators({ 'potential.sum': { fold: 64, in: 'fp32' } });
    expectNamed(sums, 'potential.sum', 'fp32', '64');
    expectNamed(found.stdout, sums);
    // what plain formats reach within the goal is the sum's wide addition in every step
    const speedups = [...found.stderr.matchAll(/: accurate, .*, (\d+\.\d+)× modelled +\((.*)\)/g)];
    const fastest = (which: RegExp) =>
      Math.max(...speedups.filter(([, , what]) => which.test(what!)).map(([, speedup]) => Number(speedup)));
    expect(fastest(/folded/)).toBeGreaterThan(1.2 * fastest(/^(?!.*sum)/));
    const { best } = JSON.parse((await tune('--accumulators', '--json', '-q')).stdout);
    expect(best.configuration.accumulators).toEqual({ 'potential.sum': { fold: 64, in: 'fp32' } });
    const patch = await inFolder('apply', String(best.trial), '-o', 'study');
    expect(patch.stdout).toContain('+    if (++sumSteps == 64) {');
    const shown = await inFolder('show', String(best.trial), '-o', 'study');
    expectNamed(shown.stdout, sums);
    const { trials } = JSON.parse((await inFolder('trials', '-o', 'study', '--json')).stdout);
    expect(trials.find(({ number }: { number: number }) => number === best.trial).confirmation.asEmulated).toBe(true);
    const listed = await inFolder('trials', '-o', 'study', '--format', 'csv');
    expect(listed.stdout).toContain('potential.sum+fold64:fp32');
  });
});

/** Places far from zero and near each other: only their differences may be narrow. */
const FAR = SOURCE.replace('double d = at[j] - i;', 'double d = at[j] - (100000.0 + i);').replace(
  'at[j] = (j * 53 % 1024) / 32.0;',
  'at[j] = 100000.0 + (j * 53 % 1021) / 31.0;',
);

it('folds a sum whose terms stay in a wider format', async () => {
  expect(FAR).not.toBe(SOURCE);
  using far = new Scratch({ 'far.cu': FAR });
  const args = ['tune', 'far.cu', '--max-error', '2e-7', '--engine', 'wasm', '--accumulators', '--json', '-q'];
  const { best } = JSON.parse((await mantissa(args, { cwd: far.folder })).stdout);
  expect(best.configuration.accumulators).toEqual({ 'potential.sum': { fold: 64, in: 'fp32' } });
  expect(Object.keys(best.configuration.formats)).toContain('potential.d');
  expect(Object.keys(best.configuration.formats)).not.toContain('potential.at');
});
