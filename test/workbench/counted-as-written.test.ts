import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Workbench } from '../../src/workbench/workbench.js';
import { limitsFor, outcomeText } from '../oracles/check-oracles.js';
import { clang, hasNative, native, open, wasm } from '../oracles/oracle-bench.js';

/** Loops that end when a format has no more digits: how often they run says what their operations were computed in. */
const HALVINGS = `#include <math.h>
#include <stdio.h>
int main(void)
{
  float step = 1.0f, sum = 0.0f, whole;
  int halvings = 0, terms = 0;
  while (1.0f + step * 0.5f > 1.0f) {
    step *= 0.5f;
    halvings++;
  }
  for (float x = 0.0f; x * 3.0f + 0.1f < 2.0f; x += 0.1f) {
    sum += sqrtf(x) * 0.3f;
    terms++;
  }
  float large = (float) 9007199791611905LL;
  printf("%d %d %.9g %.9g %.9g\\n", halvings, terms, sum, large, modff(sum * 0.7f, &whole));
  return 0;
}
`;

const SUMS = `#include <cstdio>
#include <cuda_fp16.h>
__global__ void accumulate(float *sum, __half *low, int *adds)
{
  __half one = __float2half(1.0f), half = one;
  while (one + half > one) half = half * __float2half(0.5f);
  *low = half;
  while (*sum * 1.000001f < 3.0f) {
    atomicAdd(sum, 0.1f);
    atomicAdd(adds, 1);
  }
}
int main()
{
  float *sum, first;
  __half *low, last;
  int *adds, count;
  cudaMalloc(&sum, sizeof(float));
  cudaMalloc(&low, sizeof(__half));
  cudaMalloc(&adds, sizeof(int));
  cudaMemset(sum, 0, sizeof(float));
  cudaMemset(adds, 0, sizeof(int));
  accumulate<<<1, 1>>>(sum, low, adds);
  cudaMemcpy(&first, sum, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(&last, low, sizeof(__half), cudaMemcpyDeviceToHost);
  cudaMemcpy(&count, adds, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%.9g %.9g %d\\n", first, __half2float(last), count);
  return 0;
}
`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-as-written-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('an instrumented program computes the same as the original', () => {
  it.each([
    ['halvings.c', HALVINGS],
    ['sums.cu', SUMS],
  ])('%s', async (name, text) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    const bench = await Workbench.open(clang, hasNative ? native : wasm, open([file], folder));
    try {
      const written = outcomeText(await bench.runs.original(limitsFor([])));
      for (const mode of ['count', 'count-each', 'count-ranges'] as const)
        expect(outcomeText((await bench.runs.profile(mode, limitsFor([]))).outcome)).toBe(written);
    } finally {
      bench.close();
    }
  });
});
