import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

/** Its argument is the number of steps; its sums had better stay wide. */
const SOURCE = `#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void add(double *numbers, int steps)
{
  int i = threadIdx.x;
  double x = numbers[i];
  double sum = 100.0;
  double product = 1.0;
  for (int k = 0; k < steps; k++) {
    double term = x * 0.5;
    double part = term + 0.25;
    sum += part * 1e-3;
    product = product * 0.5 + part;
  }
  numbers[i] = sum + product;
}
int main(int argc, char **argv)
{
  int steps = atoi(argv[1]);
  double a[64], *da;
  for (int i = 0; i < 64; i++) a[i] = 0.1 * i;
  cudaMalloc(&da, sizeof a);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  add<<<1, 64>>>(da, steps);
  cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++) printf("%.17g\\n", a[i]);
  return 0;
}
`;
/** Single groups are not worth a run of their own where all runs together take under 200 ms: here that is so on no machine. */
const PROJECT = {
  name: 'add',
  sources: ['add.cu'],
  inputs: { short: { arguments: ['40'] }, long: { arguments: ['1800000'] } },
  output: { stdout: true },
};
const scratch = new Scratch({ 'add.cu': SOURCE, 'mantissa.json': JSON.stringify(PROJECT) });
afterAll(() => scratch[Symbol.dispose]());
const tune = (...args: string[]) =>
  mantissa(['tune', '.', '--engine', 'wasm', '--max-error', '1e-7', '--no-sanitize', ...args], {
    cwd: scratch.folder,
  });

it('single groups run on the short input alone, trials on both, and a resumed study repeats none', async () => {
  const first = await tune('--json');
  expect(first.stderr).not.toContain('internal');
  const told = JSON.parse(first.stdout);
  const journal = path.join(scratch.folder, '.mantissa/add/journal.jsonl');
  const recordsOf = (kind: string) =>
    fs
      .readFileSync(journal, 'utf8')
      .split('\n')
      .filter((line) => line.includes(`"kind":"${kind}"`));
  const probes = recordsOf('probe');
  expect(probes.length).toBeGreaterThan(2);
  for (const probe of probes) expect(probe).toContain('"input":"short"');
  expect(told.probes).toBe(probes.length);

  const again = JSON.parse((await tune('--json')).stdout);
  expect(again.best).toEqual(told.best);
  expect(recordsOf('probe')).toEqual(probes);
});
