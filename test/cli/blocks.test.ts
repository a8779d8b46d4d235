import { afterAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { forgeJournal } from '../support/forged-journal.js';

const SOURCE = `#include <cstdio>
#include <cuda_runtime.h>
#define BLOCK 128

__global__ void scale(double *x, double by, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

int main()
{
  const int n = 100;
  static double host[n];
  for (int i = 0; i < n; i++) host[i] = 1.0 / (i + 1);
  double *x;
  cudaMalloc(&x, n * sizeof(double));
  cudaMemcpy(x, host, n * sizeof(double), cudaMemcpyHostToDevice);
  scale<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, 1.5, n);
  cudaMemcpy(host, x, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\\n", host[i]);
  return 0;
}
`;
const scratch = new Scratch({ 'scale.cu': SOURCE });
afterAll(() => scratch[Symbol.dispose]());
const inFolder = (...args: string[]) => mantissa(args, { cwd: scratch.folder });

describe('mantissa tune --tune-blocks', () => {
  it.each(['wasm', 'native'])(
    'is refused on %s, whose times say nothing about blocks',
    async (engine) => {
      const refused = await inFolder('tune', 'scale.cu', '--max-error', '1', '--engine', engine, '--tune-blocks');
      if (/MX2015/.test(refused.stderr)) return console.warn(`SKIPPED: there is no ${engine} engine here`);
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toMatch(/MX2056/);
      expect(refused.stderr).toMatch(/remedy: use --engine cuda/);
    },
    120_000,
  );

  it('leaves trials with blocks that show, trials, report and apply know', async () => {
    const tuned = await inFolder(
      'tune',
      'scale.cu',
      '--max-error',
      '1e-6',
      '--engine',
      'wasm',
      '-o',
      'study',
      '--json',
    );
    const { best } = JSON.parse(tuned.stdout) as { best: { trial: number } };
    forgeJournal(`${scratch.folder}/study`, `${scratch.folder}/blocks`, (record) => {
      const { kind, number } = record as { kind: string; number?: number };
      if (kind === 'trial' && number === best.trial) Object.assign(record, { blocks: { BLOCK: 512 } });
    });
    const patch = await inFolder('apply', '-o', 'blocks');
    expect(patch.stdout).toContain('-#define BLOCK 128\n+#define BLOCK 512\n');
    expect(patch.stdout).toMatch(/^\+__global__ void scale\(float \*x/m);
    const shown = await inFolder('show', '-o', 'blocks');
    expect(shown.stdout).toMatch(/blocks +BLOCK 512/);
    const listed = await inFolder('trials', '-o', 'blocks', '--format', 'csv');
    expect(listed.stdout).toContain(' BLOCK=512,');
    const report = await inFolder('report', 'blocks', '--json');
    const { verdict, trials } = JSON.parse(report.stdout) as {
      verdict: object;
      trials: { number: number; blocks: string | null }[];
    };
    expect(JSON.stringify(verdict)).toContain('thread blocks of another size');
    expect(trials.find(({ number }) => number === best.trial)?.blocks).toBe('BLOCK 512');
    expect(trials.filter(({ blocks }) => blocks !== null)).toHaveLength(1);
  }, 240_000);
});

it('a program runs with blocks of another size, and prints the same', { timeout: 120_000 }, async () => {
  scratch.write('blocks.json', JSON.stringify({ schemaVersion: 1, formats: {}, blocks: { BLOCK: 32 } }));
  const run = (...how: string[]) => inFolder('run', 'scale.cu', '--engine', 'wasm', ...how);
  const written = await run('--how', 'original');
  const sized = await run('--how', 'built', '--configuration', 'blocks.json');
  expect(written.stdout.length).toBeGreaterThan(1000);
  expect(sized.stdout).toBe(written.stdout);
});
