import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mantissa } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-fisets-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const HEAD = '#include <cuda_runtime.h>\n#include <stdio.h>\n';

/** Runs a kernel on 64 numbers and prints the last of them. */
const launching = (kernel: string, type = 'double') => `${HEAD}${kernel}
int main()
{
  ${type} host[64], *device;
  for (int i = 0; i < 64; i++) host[i] = (${type}) (1 + 0.1 * i);
  cudaMalloc(&device, sizeof(host));
  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
  k<<<1, 64>>>(device);
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  printf("%.17g\\n", (double) host[63]);
  return 0;
}
`;

const PROGRAMS = {
  // eight operations between a load and a store
  smooth: launching(`__global__ void k(double *a)
{
  double x = a[threadIdx.x];
  double square = x * x + 1.0;
  double cube = square * x - square * 0.5;
  double mean = (square + cube + x) / 3.0;
  a[threadIdx.x] = mean * mean + square;
}`),
  integers: launching('__global__ void k(int *a) { a[threadIdx.x] = 2 * a[threadIdx.x] + 1; }', 'int').replaceAll(
    '0.1 * i',
    'i / 4',
  ),
  hostOnly: `${HEAD}int main() { double x = 1.0; for (int i = 1; i < 9; i++) x = x * 0.5 + i; printf("%.17g\\n", x); return 0; }\n`,
  // too large for fp32 on the way, and not a number in the end
  overflow: launching(`__global__ void k(double *a)
{
  double huge = a[threadIdx.x] * 1e200 + 1e199;
  double small = huge * 1e-100 + huge * 1e-120;
  double nothing = small - small;
  a[threadIdx.x] = small * 1e-100 + nothing / (1.0 + nothing);
}`),
};

async function tune(name: keyof typeof PROGRAMS, ...args: string[]) {
  const file = path.join(folder, `${name}.cu`);
  fs.writeFileSync(file, PROGRAMS[name]);
  const study = fs.mkdtempSync(path.join(folder, `${name}-`));
  const command = ['tune', file, '--strategy', 'fisets', '--engine', 'wasm', '-o', study, ...args];
  return { study, ...(await mantissa(command, { cwd: folder })) };
}

describe('mantissa tune --strategy fisets', () => {
  it('lowers operations, says so, and prints a patch with casts at the edge of the set', async () => {
    const { study, stdout, stderr, exitCode } = await tune('smooth', '--digits', '6', '--set', 'mode=1', '--json');
    expect(exitCode, stderr).toBe(0);
    const { best, keep } = JSON.parse(stdout);
    expect({ best, keep }).toMatchObject({ best: null, keep: { speedupKind: 'modelled' } }); // its memory bounds it
    const listed = await mantissa(['trials', '-o', study, '--json'], { cwd: folder });
    const trial = JSON.parse(listed.stdout).trials[keep.trial - 1];
    expect(Object.keys(trial.formats).some((one) => one.startsWith('k#'))).toBe(true);
    expect(trial.error).toBeGreaterThanOrEqual(6);
    const patch = await mantissa(['apply', String(keep.trial), '-o', study], { cwd: folder });
    expect(patch.stdout).toMatch(/^\+.*\(float\) ?a\[threadIdx\.x\]|^\+.*\(float\) ?x|^\+ *float /m);
    expect(patch.stdout).not.toMatch(/^\+.*float \*a/m);
  });

  it('ends after one trial if the all-lowest configuration is accurate', async () => {
    const { stdout, exitCode, stderr } = await tune('smooth', '--digits', '5', '--json');
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout).trials.total).toBe(1);
  });

  it('prints the tables of the paper, and leaves them as JSON and Markdown', async () => {
    const { study, stdout, stderr, exitCode } = await tune('smooth', '--table', '--set', 'max-sets=4', '--trials', '8');
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^.*\b\d+\.\d\d× .*modelled for an H200/m);
    expect(stdout).toMatch(/^\| k \| 100\.0 % \| \d+ \| \d\.\d\d \|/m);
    expect(fs.readFileSync(path.join(study, 'tables.md'), 'utf8').trim()).toBe(stdout.trim());
    const tables = JSON.parse(fs.readFileSync(path.join(study, 'tables.json'), 'utf8'));
    expect(tables.modes.map(({ digits }: { digits: number }) => digits)).toEqual([3, 6, 9]);
    expect(tables.modes[0].mode3).toHaveLength(4);
    expect(tables.modes[0].byGain[0]).toEqual({ ofIdeal: 100, runs: 1 });
    expect(tables.deltaDebugging[0].cells[0]).toEqual({ ofIdeal: 100, runs: 1 });
  });

  it('names the closest trial if nothing meets the goal', async () => {
    const { stderr, exitCode } = await tune('smooth', '--digits', '16', '--set', 'tries=3');
    expect(exitCode).toBe(3);
    expectDiagnostic(stderr, 'MX3001', { names: ['16 digits', /trial \d+.*, with \d+ digits/] });
  });

  it('reports a program without kernels or without floating-point operations', async () => {
    const hostOnly = await tune('hostOnly', '--digits', '3');
    expect(hostOnly.exitCode).toBe(4);
    expectDiagnostic(hostOnly.stderr, 'MX4012', { names: ['kernels'], remedy: 'own' });
    const integers = await tune('integers', '--digits', '3');
    expect(integers.exitCode).toBe(4);
    expectDiagnostic(integers.stderr, 'MX4012', { names: ['kernels'] });
  });

  it('survives operations that overflow in fp32, and names the one that does most', async () => {
    const { stderr, exitCode } = await tune('overflow', '--digits', '3', '--set', 'mode=2', '--set', 'max-sets=6');
    expect(exitCode, stderr).toBe(3);
    expect(stderr).toMatch(/lost-in-shadow: \d+ .* k#\d/);
    expect(stderr).toMatch(/value 1 is \S+ instead of/);
  });

  it('compares with delta debugging only', async () => {
    const args = ['tune', path.join(folder, 'smooth.cu'), '--strategy', 'genetic', '--table'];
    const { stderr, exitCode } = await mantissa(args, { cwd: folder });
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, 'MX2004', { names: ['--table', 'fisets', 'genetic'], remedy: ['mantissa tune --help'] });
    const goal = await tune('smooth', '--table', '--digits', '4');
    expect(goal.exitCode).toBe(2);
    expectDiagnostic(goal.stderr, 'MX2004', { names: ['--table'], remedy: ['--digits'] });
  });
});
