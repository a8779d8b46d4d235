import { afterAll, describe, expect, it } from 'vitest';
import { readJournal } from '../../src/journal/journal.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

/** In fp32 `huge` is infinite; the others only lose digits. */
const PROGRAM = `#include <stdio.h>
int main(void)
{
  double a = 0.1, b = 0.7, huge = 1e39;
  printf("%.17g\\n%.17g\\n", a * b, huge);
  return 0;
}
`;

const KERNEL = `#include <cstdio>
__global__ void k(double *a) { double x = a[threadIdx.x]; a[threadIdx.x] = x * 0.3 + 0.1; }
int main()
{
  double a[4] = {0.1, 0.2, 0.3, 0.4}, *d;
  cudaMalloc(&d, sizeof a);
  cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
  k<<<1, 4>>>(d);
  cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
  printf("%.17g\\n", a[3]);
  return 0;
}
`;

const scratch = new Scratch({ 'program.c': PROGRAM, 'kernel.cu': KERNEL });
afterAll(() => scratch[Symbol.dispose]());

const sample = (...options: string[]) =>
  mantissa(['sample', 'program.c', '--engine', 'wasm', '--gpu', 'p100', ...options], {
    cwd: scratch.folder,
  });
const trialsIn = (file: string) =>
  readJournal(scratch.path(file)).records.filter(({ kind }) => kind === 'trial').length;

describe('mantissa sample', () => {
  it('offers the quartiles of the errors as goals, counts configurations without an error separately, and resumes without running anything', async () => {
    const { exitCode, stdout } = await sample('--json');
    expect(exitCode).toBe(0);
    const document = JSON.parse(stdout);
    expect(document.configurations).toBe(8);
    expect(document.withoutFigure).toEqual({ 'not comparable': 4 });
    const errors = document.trials
      .filter(({ outcome }: { outcome: string }) => outcome === 'accurate')
      .map(({ error }: { error: number }) => error)
      .sort((a: number, b: number) => a - b);
    expect(errors).toHaveLength(4);
    expect(errors[0]).toBe(0);
    const bounds = document.quartiles.map(({ bound }: { bound: number }) => bound);
    expect(bounds).toHaveLength(3);
    for (const [index, share] of [0.25, 0.5, 0.75].entries())
      expect(errors.filter((error: number) => error <= bounds[index]).length / 4).toBeGreaterThanOrEqual(share);
    expect(document.quartiles[1].command).toBe(
      `mantissa tune program.c --engine wasm --gpu p100 --max-error ${bounds[1]}`,
    );

    const before = trialsIn('.mantissa/program/sample/journal.jsonl');
    const again = await sample();
    expect(trialsIn('.mantissa/program/sample/journal.jsonl')).toBe(before);
    expect(again.stdout).toMatch(/^program: 8 .* fp64, fp32, .*: 4 .*\n/);
    expect(again.stdout).toMatch(/50 %.*\bmax-relative .* mantissa tune program\.c /);
    expect(again.stdout).not.toMatch(/speedup|modelled/); // a GPU's costs say nothing of a processor's
  });

  it('prints modelled speedups for programs with kernels', async () => {
    const { stdout } = await mantissa(['sample', 'kernel.cu', '--engine', 'wasm', '--gpu', 'p100', '-o', 'kernel'], {
      cwd: scratch.folder,
    });
    expect(stdout).toMatch(/\nspeedup: .*\d\.\d+.* \(modelled for a P100\).*\d %/);
  });

  it('offers digits with a metric that counts digits, the most for the tightest goal', async () => {
    const { stdout } = await sample('--metric', 'digits', '-o', 'digits', '--json');
    const { quartiles } = JSON.parse(stdout);
    const bounds = quartiles.map(({ bound }: { bound: number }) => bound);
    expect(bounds).toEqual([...bounds].sort((a, b) => b - a));
    expect(quartiles[0].command).toContain(`--metric digits --digits ${bounds[0]}`);
  });

  it('refuses a program in which nothing can be lowered', async () => {
    const { exitCode, stderr } = await sample('--formats', 'fp64', '-o', 'wide');
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, 'MX2042');
  });
});
