import { afterAll, describe, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { readStudy } from '../../src/journal/study-journal.js';
import { untriedFormats } from '../../src/study/formats/observed-ranges.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectNamed, naming } from '../support/naming.js';

/** In float, as most CUDA is: pascals that fp16 has no room for, lengths that are all zero in it, and what it holds. */
const SOURCE = `#include <cstdio>
#include <cuda_runtime.h>

__global__ void step(const float *p, const float *length, float *weight, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    weight[i] = weight[i] * 0.5f + 0.25f;
    out[i] = p[i] * 1e-5f + length[i] * 1e9f + weight[i];
  }
}

int main()
{
  const int n = 64;
  float pressure[n], lengths[n], weights[n], results[n];
  for (int i = 0; i < n; i++) {
    pressure[i] = 101325.0f + 8.0f * i;
    lengths[i] = 1e-9f * (1 + i % 4);
    weights[i] = 1e-5f + i;
  }
  float *p, *length, *weight, *out;
  cudaMalloc(&p, n * sizeof(float));
  cudaMalloc(&length, n * sizeof(float));
  cudaMalloc(&weight, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(p, pressure, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(length, lengths, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(weight, weights, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<2, 32>>>(p, length, weight, out, n);
  cudaMemcpy(results, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.9g\\n", results[i]);
  return 0;
}
`;

const scratch = new Scratch({ 'step.cu': SOURCE });
afterAll(() => scratch[Symbol.dispose]());
const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });

describe.each(['native', 'wasm'] as const)('values beyond a format, on the %s engine', (engine) => {
  it('exclude their groups: reported before the first trial, in the answer, and with the groups', async (test) => {
    const available = engines[engine]({ cache: cacheFolder() });
    const isThere = (await available.available()).ok;
    await available.close();
    if (!isThere) {
      console.warn(`SKIPPED: the ${engine} engine is not available`);
      return test.skip();
    }
    const study = `study-${engine}`;
    const tune = (...more: string[]) =>
      run('tune', 'step.cu', '--engine', engine, '--max-error', '1e-2', '-o', study, '--no-sanitize', ...more);
    const asked = ['--formats', 'fp32,fp16'];
    const before = await tune(...asked, '--dry-run');
    expect(before.stdout).toBe(
      'step.p  fp32 → fp16\nstep.length  fp32 → fp16\nstep.weight  fp32 → fp16\nstep.out  fp32 → fp16',
    );
    const first = await tune(...asked, '--json');
    expect(first.exitCode, first.stderr).toBe(0);
    const { state } = readStudy(scratch.path(study));
    const untried = untriedFormats(state.ranges!, ['fp32', 'fp16']);
    expect(untried.map(({ fit, text }) => ({ fit, text }))).toEqual([
      { fit: 'overflows', text: naming('fp16', '1 group', 'step.p', '101829', '65504') },
      { fit: 'vanishes', text: naming('fp16', '1 group', 'step.length', '4e-9', '5.96046e-8') },
    ]);
    for (const { remedy } of untried) expectNamed(remedy, 'bf16', '--formats');
    const notTried = untried.map(({ text, remedy }) => `${text}; remedy: ${remedy}\n`).join('');
    expect(first.stderr).toContain(notTried);
    expect(first.stderr.indexOf(notTried)).toBeLessThan(first.stderr.indexOf('trial 1'));
    const document = JSON.parse(first.stdout);
    expect(document.best.lowered).toEqual(['step.weight', 'step.out']);
    expect(document.ranges.notTried).toEqual([
      { format: 'fp16', fit: 'overflows', groups: ['step.p'] },
      { format: 'fp16', fit: 'vanishes', groups: ['step.length'] },
    ]);
    const groupOf = (id: string) => document.ranges.groups.find((one: { id: string }) => one.id === id);
    expect(groupOf('step.weight')).toMatchObject({ fits: [{ format: 'fp16', fit: 'loses-digits' }] });
    expect(groupOf('step.p').seen).toMatchObject({ largest: 101829, smallest: 101325 });
    expect(document.warnings.filter(({ code }: { code: string }) => code === 'out-of-range')).toHaveLength(2);
    // the same space again, with nothing run
    const again = JSON.parse((await tune(...asked, '--json', '-q')).stdout);
    expect(again.best).toEqual(document.best);
    expect(again.executions).toEqual({ emulated: 0, built: 0, timed: 0, ahead: null });
    const known = await tune(...asked, '--dry-run');
    expect(known.stdout).toBe(
      `step.p  fp32\nstep.length  fp32\nstep.weight  fp32 → fp16\nstep.out  fp32 → fp16\n${notTried}`.trimEnd(),
    );
    const shown = await run('show', String(document.best.trial), '-o', study, '--json');
    const explained = JSON.parse(shown.stdout).groups.find(({ id }: { id: string }) => id === 'step.p');
    expect(explained.outOfRange).toEqual([naming('fp16', '101829', '65504')]);
    const report = await run('report', study, '--format', 'markdown');
    expectNamed(report.stdout, explained.outOfRange[0], untried[1]!.text);
  });
});

describe('a format with the range for it', () => {
  it('is tried where another format is not', async () => {
    const options = ['--engine', 'wasm', '--max-error', '0.05', '-o', 'study-bf16', '--formats', 'fp32,fp16,bf16'];
    const { stdout, stderr, exitCode } = await run('tune', 'step.cu', ...options, '--json');
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toMatch(/fp16 .*; remedy: .*\bbf16\b/);
    expect(stderr).not.toMatch(/remedy: .*--formats/);
    const { best } = JSON.parse(stdout);
    expect(best.configuration.formats).toMatchObject({ 'step.p': 'bf16', 'step.length': 'bf16' });
  });
});
