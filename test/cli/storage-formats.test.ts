import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/support/temporary-folder.js';
import { mantissa } from '../support/command-line.js';

const SOURCE = `#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void blend(const float *in, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.5f * in[i] + 0.25f * in[(i + 1) % n];
}

int main()
{
  int n = 1 << 14;
  float *h = (float *) malloc(n * sizeof(float)), *a, *b;
  for (int i = 0; i < n; i++) h[i] = 1.0f + (i % 97) / 97.0f;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int step = 0; step < 4; step++) {
    blend<<<n / 256, 256>>>(a, b, n);
    blend<<<n / 256, 256>>>(b, a, n);
  }
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += h[i];
  printf("%.9g\\n", sum / n);
  free(h);
  return 0;
}
`;

const temporary = temporaryFolder('mantissa-storage-formats-');
afterAll(() => temporary.remove());

it('a study that may store arrays in 8 bits recommends it where the goal is loose', async () => {
  fs.writeFileSync(path.join(temporary.path, 'blend.cu'), SOURCE);
  const formats = ['--formats', 'fp64,fp32,fp8e5m2', '--max-error', '0.5'];
  const tuned = await mantissa(['tune', 'blend.cu', '--engine', 'wasm', ...formats, '--json'], { cwd: temporary.path });
  expect(tuned.exitCode, tuned.stderr).toBe(0);
  const applied = await mantissa(['apply'], { cwd: temporary.path });
  expect(applied.stdout).toContain('+#include <cuda_fp8.h>');
  expect(applied.stdout).toContain('out[i] = __nv_fp8_e5m2(0.5f * (float)in[i] + 0.25f * (float)in[(i + 1) % n]);');
});
