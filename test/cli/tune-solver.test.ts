import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { mantissa } from '../support/command-line.js';
import { expectNamed } from '../support/naming.js';

// g++ builds in a tenth of the time; where there is none, the embedded engine does the same
const native = engines.native({ cache: cacheFolder() });
const engine = (await native.available()).ok ? 'native' : 'wasm';
await native.close();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-solver-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Thirteen groups, each with a part in one sum: 8,192 combinations. */
const TERMS = 12;
const names = Array.from({ length: TERMS }, (_, at) => `t${at}`);
const SOURCE = `#include <cstdio>
#include <cuda_runtime.h>
__global__ void mix(double *out, const double *in) {
  int i = threadIdx.x;
${names.map((name, at) => `  double ${name} = in[i] * ${(1 / (3 + at)).toPrecision(17)} + ${(1 / 3 ** at).toPrecision(17)};\n  for (int k = 0; k < ${4 + at}; k++) ${name} = ${name} * ${name} * 0.125 + 0.5;`).join('\n')}
  out[i] = ${names.join(' + ')};
}
int main() {
  double in[32], out[32], *din, *dout;
  for (int i = 0; i < 32; i++) in[i] = 1.0 / (i + 3);
  cudaMalloc(&din, sizeof in);
  cudaMalloc(&dout, sizeof out);
  cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
  mix<<<1, 32>>>(dout, din);
  cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) printf("%.17g\\n", out[i]);
  return 0;
}
`;

it('uses the solver if there are too many combinations to enumerate, reports the remaining gap, and resumes to the same result', async () => {
  fs.writeFileSync(path.join(folder, 'mix.cu'), SOURCE);
  const tune = () =>
    mantissa(
      ['tune', 'mix.cu', '--engine', engine, '--gpu', 'h200', '--max-error', '1e-9', '--study', 'study', '--json'],
      {
        cwd: folder,
      },
    );
  const first = await tune();
  expect([0, 1], first.stderr).toContain(first.exitCode);
  const { solved, trials } = JSON.parse(first.stdout);
  expect(solved.programs).toBeGreaterThan(0);
  expect(solved.mostSpeedup).toBeGreaterThanOrEqual(1);
  expect(solved.gap).toBeGreaterThanOrEqual(0);
  expect(solved.gap).toBeLessThan(1);
  const again = JSON.parse((await tune()).stdout);
  expect(again.trials.total).toBe(trials.total);
  expect(again.solved).toEqual(solved);
  expect(again.executions.emulated).toBe(0);
  const { stdout } = await mantissa(
    ['tune', 'mix.cu', '--engine', engine, '--gpu', 'h200', '--max-error', '1e-9', '--study', 'study'],
    { cwd: folder },
  );
  expect(stdout).toMatch(/\bsolver\b/);
  if (solved.programs > 1) expectNamed(stdout, String(solved.programs));
});
