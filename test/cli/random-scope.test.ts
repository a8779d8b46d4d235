import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

/** A kernel, and a check on the host that no memory of the kernel's goes through. */
const source = `#include <cmath>
#include <cstdio>
typedef float real;
__global__ void scale(real *x, int n)
{
  real factor = 1.5f;
  int i = threadIdx.x;
  if (i < n) x[i] *= factor;
}
static float expected(int i)
{
  float start = i, grown = start * 1.5f;
  return grown;
}
int main()
{
  real host[32], *x;
  for (int i = 0; i < 32; i++) host[i] = i;
  cudaMalloc(&x, sizeof(host));
  cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(x, 32);
  cudaMemcpy(host, x, sizeof(host), cudaMemcpyDeviceToHost);
  float worst = 0.0f;
  for (int i = 0; i < 32; i++) worst = fmaxf(worst, fabsf(host[i] - expected(i)));
  printf("%g\\n", worst);
  return 0;
}
`;
/** Lines of the host alone, as they stand. */
const host = source.split('\n').filter((line) => /start|grown|float worst|static float/.test(line));

describe('a random configuration', () => {
  test('changes only sites in scope, from the project file if it has one', async () => {
    using scratch = new Scratch({ 'main.cu': source });
    const kept = async (seed: number, ...what: string[]) => {
      const args = ['rewrite', ...what, '--random', String(seed), '--formats', 'fp16,bf16'];
      const ended = await mantissa(args, { cwd: scratch.folder });
      expect(ended.exitCode, ended.stderr).toBe(0);
      const removed = ended.stdout.split('\n').filter((line) => line.startsWith('-'));
      expect(removed.length).toBeGreaterThan(1);
      return host.every((line) => !removed.includes(`-${line}`));
    };
    for (const seed of [1, 2, 3]) expect(await kept(seed, 'main.cu')).toBe(true);
    fs.writeFileSync(path.join(scratch.folder, 'mantissa.json'), '{ "sources": ["main.cu"], "scope": "all" }');
    expect(await kept(1, 'mantissa.json')).toBe(false);
  });
});
