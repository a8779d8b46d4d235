import { afterAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/diagnostics/catalogue.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
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
/** Prints and takes what the program built from this text might on a GPU: 512 threads are the fastest. */
const STAND_IN = `block=$(sed -n 's/^#define BLOCK //p' built)
case $block in 256) ms=3 ;; 512) ms=2 ;; 1024) ms=2.5 ;; *) ms=4 ;; esac
[ -z "$MANTISSA_TIMES" ] || printf 'kernel\\t1\\t%s\\tscale\\ncopies\\t0\\t0\\ndevice\\t132\\nsuggested\\t256\\t8\\tscale\\nend\\n' "$ms" > "$MANTISSA_TIMES"
for i in 1 2 4; do echo "1.5 0.75 0.375"; done
`;
const scratch = new Scratch({ 'scale.cu': SOURCE });
afterAll(() => scratch[Symbol.dispose]());
const inFolder = (...args: string[]) => mantissa(args, { cwd: scratch.folder });

describe('mantissa tune --tune-blocks', () => {
  it.each(['wasm', 'native'])('is refused on %s, whose times say nothing about blocks', async (engine) => {
    const refused = await inFolder('tune', 'scale.cu', '--max-error', '1', '--engine', engine, '--tune-blocks');
    if (/MX2015/.test(refused.stderr)) return console.warn(`SKIPPED: there is no ${engine} engine here`);
    expect(refused.exitCode).toBe(2);
    expectDiagnostic(refused.stderr, 'MX2056', { names: [engine] });
    expect(catalogue.MX2056.remedy).toContain('--engine cuda');
  });

  it('works with the program’s own build, by its kernel times', async () => {
    using project = new Scratch({
      'scale.cu': SOURCE,
      'mantissa.json': JSON.stringify({ sources: ['scale.cu'], build: 'cp scale.cu built', run: 'sh run.sh' }),
      'run.sh': STAND_IN,
    });
    const args = ['tune', '.', '--max-error', '1e-6', '--engine', 'command', '--tune-blocks', '--no-sanitize'];
    const tuned = await mantissa([...args, '-o', 'study', '--json'], { cwd: project.folder });
    if (/MX2015/.test(tuned.stderr)) return console.warn('SKIPPED: no compiler for what starts commands is here');
    const { best, occupancy } = JSON.parse(tuned.stdout) as {
      best: { configuration: { blocks: Record<string, number> }; speedup: number };
      occupancy: { trial: number | null; multiprocessors: number; kernels: object[] }[];
    };
    expect(best.configuration.blocks).toEqual({ BLOCK: 512 });
    expect(occupancy.find(({ trial }) => trial === null)).toMatchObject({
      multiprocessors: 132,
      kernels: [{ name: 'scale', threads: 256, ms: 4 }],
    });
    const patch = await mantissa(['apply', '-o', 'study'], { cwd: project.folder });
    expect(patch.stdout).toContain('-#define BLOCK 128\n+#define BLOCK 512\n');
  });

  it('is refused where a build of the program’s own times no kernels, before anything is searched for', async () => {
    using project = new Scratch({
      'scale.cu': SOURCE,
      'mantissa.json': JSON.stringify({ sources: ['scale.cu'], build: 'cp scale.cu built', run: 'sh run.sh' }),
      'run.sh': STAND_IN.replace(/^\[.*$/m, ''),
    });
    const args = ['tune', '.', '--max-error', '1e-6', '--engine', 'command', '--tune-blocks'];
    const refused = await mantissa(args, { cwd: project.folder });
    if (/MX2015/.test(refused.stderr)) return console.warn('SKIPPED: no compiler for what starts commands is here');
    expect(refused.exitCode).toBe(2);
    expectDiagnostic(refused.stderr, 'MX2056', { names: ['command'], remedy: ['nvcc'] });
  });

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
      verdict: { facts: object[] };
      trials: { number: number; blocks: string | null }[];
    };
    expect(verdict.facts).toContainEqual(expect.objectContaining({ value: '1', note: 'BLOCK 512' }));
    expect(trials.find(({ number }) => number === best.trial)?.blocks).toBe('BLOCK 512');
    expect(trials.filter(({ blocks }) => blocks !== null)).toHaveLength(1);
  });
});

it('a program with other block sizes prints the same', async () => {
  scratch.write('blocks.json', JSON.stringify({ schemaVersion: 1, formats: {}, blocks: { BLOCK: 32 } }));
  const run = (...how: string[]) => inFolder('run', 'scale.cu', '--engine', 'wasm', ...how);
  const written = await run('--how', 'original');
  const sized = await run('--how', 'built', '--configuration', 'blocks.json');
  expect(written.stdout.length).toBeGreaterThan(1000);
  expect(sized.stdout).toBe(written.stdout);
});
