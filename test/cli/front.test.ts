import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

/** Its numbers may be narrow; the sum over them had better not. */
const SOURCE = `#include <cstdio>
#include <cuda_runtime.h>
__global__ void add(double *numbers)
{
  int i = threadIdx.x;
  double x = numbers[i];
  double sum = 100.0;
  for (int k = 0; k < 50; k++) sum += sin(x * k);
  numbers[i] = sum;
}
int main()
{
  double a[64], *da;
  for (int i = 0; i < 64; i++) a[i] = 0.1 * i;
  cudaMalloc(&da, sizeof a);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  add<<<1, 64>>>(da);
  cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++) printf("%.17g\\n", a[i]);
  return 0;
}
`;
const scratch = new Scratch({ 'add.cu': SOURCE });
afterAll(() => scratch[Symbol.dispose]());
const tune = (...args: string[]) =>
  mantissa(['tune', 'add.cu', '--engine', 'wasm', '--max-error', '1e-3', ...args], { cwd: scratch.folder });

interface Point {
  trial: number;
  error: number;
  speedup: number;
  timing: string;
}

it('tune --front confirms a handful of points of the trade-off, each of which can be applied', async () => {
  const first = await tune('--front', '--json');
  expect(first.exitCode, first.stderr).toBe(0);
  const { front, best } = JSON.parse(first.stdout) as { front: Point[]; best: { trial: number } };
  expect(front.length).toBeGreaterThan(1);
  expect(front.length).toBeLessThanOrEqual(5);
  expect(front.at(-1)!.trial).toBe(best.trial);
  for (const [at, one] of front.entries()) {
    expect(one).toMatchObject({ timing: 'modelled', error: expect.any(Number) });
    expect(one.speedup).toBeGreaterThan(front[at - 1]?.speedup ?? 1);
    expect(one.error).toBeGreaterThan(front[at - 1]?.error ?? -1);
  }
  const study = path.join(scratch.folder, '.mantissa/add/journal.jsonl');
  expect(fs.readFileSync(study, 'utf8')).toContain('"kind":"front"');
  const patch = await mantissa(['apply', String(front[0]!.trial)], { cwd: scratch.folder });
  expect(patch.stdout).toContain('+++ b/add.cu');

  const again = JSON.parse((await tune('--front', '--json')).stdout);
  expect({ front: again.front, executions: again.executions }).toEqual({
    front,
    executions: { emulated: 0, built: 0, timed: 0, ahead: null },
  });
  const text = (await tune('--front')).stdout;
  for (const { trial } of front) expect(text).toMatch(new RegExp(`^ {2}trial ${trial} `, 'm'));
});

it('tune --front excludes --table', async () => {
  const { exitCode, stderr } = await tune('--front', '--table');
  expect(exitCode).toBe(2);
  expectDiagnostic(stderr, 'MX2004', { names: ['--table'] });
});
