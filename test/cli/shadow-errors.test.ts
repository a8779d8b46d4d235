import { afterAll, beforeAll, expect, it } from 'vitest';
import { readJournal } from '../../src/journal/journal.js';
import { mantissa, Scratch } from '../support/command-line.js';

/** `smooth` has arithmetic between a load and a store; `copied` has one operation, which cannot pay for its conversions. */
const PROGRAM = `#include <cuda_runtime.h>
#include <stdio.h>
__global__ void smooth(double *a)
{
  double x = a[threadIdx.x];
  double square = x * x + 1.0;
  double cube = square * x - square * 0.5;
  double mean = (square + cube + x) / 3.0;
  a[threadIdx.x] = mean * mean + square;
}
__global__ void copied(double *a) { a[threadIdx.x] = a[threadIdx.x] * 1.1; }
int main()
{
  double host[64], *device;
  for (int i = 0; i < 64; i++) host[i] = 1 + 0.1 * i;
  cudaMalloc(&device, sizeof(host));
  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
  smooth<<<1, 64>>>(device);
  copied<<<1, 64>>>(device);
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  for (double one : host) printf("%.17g\\n", one);
  return 0;
}
`;
const scratch = new Scratch({ 'program.cu': PROGRAM });
afterAll(() => scratch[Symbol.dispose]());
const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });
const FISETS = ['--engine', 'wasm', '--strategy', 'fisets', '--max-error', '1e-3', '--trials', '1', '-o', 'study'];

interface Shown {
  shadow: {
    input: string;
    functions: {
      name: string;
      kind: string;
      error: number;
      share: number;
      blocks: { grid: number[]; counted: number; worst: { block: number; at: string; error: number }[] } | null;
      operations: { id: string; line: number; error: number; executions: number }[];
    }[];
  };
  kernels: { name: string; sets: number; setAside: string | null }[];
}

let tuned: { kernels: unknown; searched: Shown['kernels'] };
beforeAll(async () => {
  const { exitCode, stdout, stderr } = await run('tune', 'program.cu', ...FISETS, '--json');
  expect([0, 3], stderr).toContain(exitCode);
  tuned = JSON.parse(stdout);
});

it('show has the shadow error of each kernel and operation, whose sums are those of the sets', async () => {
  const { stdout } = await run('show', '1', '-o', 'study', '--json');
  const { shadow } = JSON.parse(stdout) as Shown;
  expect(shadow.functions.map(({ name, kind }) => [name, kind])).toEqual(
    expect.arrayContaining([
      ['smooth', 'kernel'],
      ['copied', 'kernel'],
    ]),
  );
  expect(shadow.functions.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  const operations = shadow.functions.flatMap((one) => one.operations);
  for (const { executions } of operations) expect(executions).toBe(64);
  for (const { operations: own } of shadow.functions)
    expect(own.map(({ error }) => error)).toEqual(own.map(({ error }) => error).toSorted((a, b) => b - a));
  const { records } = readJournal(scratch.path('study/journal.jsonl'));
  const sets = records.flatMap((record) => (record.kind === 'sets' ? record.sets : []));
  const single = sets.filter(({ memory, operations: own }) => !memory && own.length > 0);
  expect(single.length).toBeGreaterThan(0);
  const errors = new Map(operations.map(({ id, error }) => [id, error]));
  for (const { operations: own, error } of single)
    expect(own.reduce((sum, id) => sum + (errors.get(id) ?? 0), 0)).toBeCloseTo(Number(error), 12);
  const text = await run('show', '1', '-o', 'study');
  expect(text.stdout).toMatch(/^ {2}smooth {2}\S+, \d+ %$/m);
  expect(text.stdout).toMatch(/program\.cu:8 {2}\//);
  // one block, with the whole error of its kernel
  const smooth = shadow.functions.find(({ name }) => name === 'smooth')!;
  expect(smooth.blocks).toMatchObject({ grid: [1, 1, 1], counted: 1, worst: [{ block: 0, at: '0' }] });
  expect(smooth.blocks!.worst[0]!.error / smooth.error).toBeCloseTo(1, 8);
  expect(text.stdout).toMatch(/^ {4}over 1 thread block: .*block 0 with .*, 100 %$/m);
  const report = await run('report', '-o', 'study', '--json');
  expect(JSON.parse(report.stdout).blockErrors).toContainEqual({ function: 'smooth', blocks: smooth.blocks });
});

it('show and tune name the kernels whose sets are not tried, with the reason', async () => {
  const { kernels } = JSON.parse((await run('show', '1', '-o', 'study', '--json')).stdout) as Shown;
  const rejected = kernels.filter(({ setAside }) => setAside !== null);
  expect(rejected.map(({ name, sets }) => [name, sets])).toEqual([['copied', 0]]);
  expect(tuned.searched).toEqual(kernels);
  const { stdout } = await run('tune', 'program.cu', ...FISETS);
  expect(stdout).toContain(`copied: 0 sets not tried: ${rejected[0]!.setAside}`);
});
