/** What somebody meets in the first hour, as it is said on the command line. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { frozenReasons } from '../../src/program/frozen.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { naming } from '../support/naming.js';

const hasGxx = spawnSync('g++', ['--version']).status === 0;
if (!hasGxx) console.warn('skipped: without g++ nobody sees plain C timed');

const scratch = new Scratch({
  'member.cpp': `#include <cstdio>
template <typename T> struct Grid {
  T value = 0;
  void fill(T x) { value = x; }
  T unused(T y) const { return y * 2; }
};
int main()
{
  Grid<double> grid;
  grid.fill(0.1);
  std::printf("%.17g\\n", grid.value);
}
`,
  'halve.cu': `#include <cstdio>
__global__ void halve(const double *x, double *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { double scale = 0.5; y[i] = (double)(x[i] * scale); }
}
int main()
{
  const int n = 64;
  double x[n], y[n], *dx, *dy;
  for (int i = 0; i < n; i++) x[i] = i / 7.0;
  cudaMalloc(&dx, n * sizeof(double));
  cudaMalloc(&dy, n * sizeof(double));
  cudaMemcpy(dx, x, n * sizeof(double), cudaMemcpyHostToDevice);
  halve<<<1, 64>>>(dx, dy, n);
  cudaMemcpy(y, dy, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\\n", y[i]);
}
`,
  'keyed.cpp': `#include <cstdio>
#include <unordered_map>
int main()
{
  std::unordered_map<double, double> weights; // there is no std::hash of a pair of doubles
  weights[0.1] = 0.3;
  double sum = 0;
  for (auto &[key, weight] : weights) sum += key / 3 * weight;
  std::printf("%.17g\\n", sum);
}
`,
  'sum.c': `#include <stdio.h>
int main(void) {
  double sum = 0, x = 0.1;
  for (int i = 0; i < 20000; i++) { x = x * 1.0000001; sum += x; }
  printf("%.17g\\n", sum);
}
`,
});
afterAll(() => scratch[Symbol.dispose]());
const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });

describe('in the first hour', () => {
  it('a member that is never instantiated is frozen for that, and for nothing else', async () => {
    const { stdout } = await run('inspect', 'member.cpp');
    expect(stdout).toMatch(/Grid::unused\.y .*not-instantiated: .*Grid::unused/);
    for (const code of ['escapes', 'external'] as const) expect(stdout).not.toContain(frozenReasons[code]);
  });

  it('a program without a speedup is not recommended: the answer offers another command instead of a patch', async () => {
    const tuned = await run('tune', 'halve.cu', '--engine', 'wasm', '--max-error', '1e-12');
    expect(tuned.exitCode).toBe(0);
    expect(tuned.stdout).toMatch(/\btrial \d+\b.*\b0\.\d\d× modelled for an H200/);
    expect(tuned.stdout).toMatch(/\n +mantissa tune halve\.cu --engine wasm --max-error \S+ -o \S+ .*\b1\.\d\d×/);
    expect(tuned.stdout).not.toContain('apply');
    const applied = await run('apply', '-o', '.mantissa/halve');
    expect(applied).toMatchObject({ exitCode: 2, stdout: '' });
    expectDiagnostic(applied.stderr, 'MX2019', { names: [/\b\d+ trials\b/] });
    const { stdout } = await run('report', '.mantissa/halve', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      best: null,
      verdict: { kind: 'no-speedup', tone: 'unclear', sentence: naming(/\btrial \d+\b/, /\b0\.\d\d×/) },
    });
  });

  it('plain C is never modelled as a GPU: its speedup is unknown if it cannot be timed', async () => {
    const { stdout, stderr } = await run('tune', 'sum.c', '--engine', 'wasm', '--max-error', '1e-2', '-o', 'modelled');
    expect(stderr).toMatch(/^ +engine +wasm\b/m);
    const { trials } = JSON.parse((await run('trials', '-o', 'modelled', '--json')).stdout);
    expect(trials.every(({ speedup }: { speedup: number | null }) => speedup === null)).toBe(true);
    expect(stdout).not.toMatch(/\d×/);
    expect(stdout + stderr).not.toContain('H200');
  });

  it.skipIf(!hasGxx)('plain C runs natively and is timed by default', async () => {
    const { stdout, stderr } = await run('tune', 'sum.c', '--max-error', '1e-2', '-o', 'timed');
    expect(stderr).toMatch(/^ +engine +native\b/m);
    expect(stdout + stderr).not.toMatch(/modelled|H200/);
    const journal = fs.readFileSync(scratch.path('timed/journal.jsonl'), 'utf8');
    expect(journal).toContain('"kind":"measurement"');
  });

  it.skipIf(!hasGxx)(
    'why there is no run in fp64x2 is one line, without the words of a compiler about a text of ours',
    async () => {
      const { stdout } = await run('check', 'keyed.cpp', '--engine', 'native', '--no-sanitize');
      expect(stdout).toMatch(/\n {2}reference {5}none: [^\n]*--how reference[^\n]*\n {2}time /);
      expect(stdout).not.toContain('error:');
    },
  );

  it('the lock file is one that npm ci installs from', ({ skip }) => {
    if (spawnSync('npm', ['--version']).status !== 0) skip('SKIPPED: there is no npm on this machine');
    for (const name of ['package.json', 'package-lock.json'])
      fs.copyFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), scratch.path(name));
    const dry = ['ci', '--dry-run', '--ignore-scripts', '--offline'];
    const { status, stderr } = spawnSync('npm', dry, { cwd: scratch.folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });
});
