import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Workbench } from '../../src/workbench/workbench.js';

/** Numbers that come to memory in every way there is, and one that nobody sees come. */
const SOURCE = `#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(const float *copied, float *total, float *swapped, float *stored, float2 *pairs, int n)
{
  int i = threadIdx.x;
  if (i >= n) return;
  atomicAdd(total, copied[i]);
  atomicExch(swapped, 3.0f + i);
  stored[i] = i == 0 ? 0.0f : -8.0f * i;
  pairs[i] = make_float2(0.5f, 1e6f);
}

int main()
{
  const int n = 4;
  float *field = (float *) malloc(n * sizeof(float)), *untouched = (float *) malloc(n * sizeof(float));
  FILE *file = fopen("field.bin", "wb");
  float written[4] = {1000.0f, 2000.0f, 3000.0f, 70000.0f};
  fwrite(written, sizeof(float), n, file);
  fclose(file);
  file = fopen("field.bin", "rb");
  if (fread(field, sizeof(float), n, file) != n) return 1;
  fclose(file);
  float *copied, *total, *swapped, *stored;
  float2 *pairs;
  cudaMalloc(&copied, n * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMalloc(&swapped, sizeof(float));
  cudaMalloc(&stored, n * sizeof(float));
  cudaMalloc(&pairs, n * sizeof(float2));
  cudaMemcpy(copied, field, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(float));
  fill<<<1, 32>>>(copied, total, swapped, stored, pairs, n);
  float sum, odd, read;
  cudaMemcpy(&sum, total, sizeof(float), cudaMemcpyDeviceToHost);
  odd = sum > 0 ? INFINITY : 1.0f;
  odd = odd - odd;
  if (sscanf("12.5", "%f", &read) != 1) return 1;
  printf("%g %g %d\\n", sum, read, odd == odd);
  free(field);
  free(untouched);
  return 0;
}
`;

const READS = `#include <iostream>
#include <sstream>
int main()
{
  std::istringstream words("12.5");
  double read, other;
  words >> read;
  other = read * 2.0;
  std::cout << other;
  return 0;
}
`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-counted-'));
const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(async () => {
  await clang.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
async function opened(name: 'native' | 'wasm', file: string, text: string): Promise<Workbench | null> {
  const engine = engines[name]({ cache: cacheFolder(), clang });
  if (!(await engine.available()).ok) {
    console.warn(`SKIPPED: the ${name} engine is not available`);
    return null;
  }
  fs.writeFileSync(path.join(folder, file), text);
  const nothing = { includeFolders: [], defines: [], undefines: [] };
  const project = openProject({ inputs: [path.join(folder, file)], ...nothing, workingFolder: folder });
  return Workbench.open(clang, engine, project);
}
const limits = { arguments: [], timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 };

const between = (smallest: number, largest: number) => ({ largest, smallest, hasInfinity: false, hasNaN: false });
async function seenIn(bench: Workbench) {
  try {
    const { ranges, outcome } = await bench.runs.profile('count-ranges', limits);
    expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
    return Object.fromEntries([...ranges!].map(([site, one]) => [bench.program.sites[site]!.id, one]));
  } finally {
    bench.close();
  }
}

describe('a profiling run', () => {
  it.each(['native', 'wasm'] as const)(
    'sees what comes to memory by stores, scans, atomics and copies that convert: %s',
    async (name) => {
      const bench = await opened(name, 'fill.cu', SOURCE);
      if (!bench) return;
      const seen = await seenIn(bench);
      expect(seen).toMatchObject({
        'fill.copied': between(1000, 70000),
        'fill.total': { largest: 76000 },
        'fill.swapped': between(3, 6),
        'fill.stored': between(8, 24),
        'fill.pairs': between(0.5, 1e6),
        'main.sum': between(76000, 76000),
        'main.odd': { hasInfinity: true, hasNaN: true },
        'main.read': between(12.5, 12.5),
      });
      expect(seen).not.toHaveProperty('main.untouched');
      expect(seen).not.toHaveProperty('main.field'); // a library writes it, and it keeps its format
    },
  );

  it('observes values read from a stream, which the instrumented program reads unchanged', async () => {
    const bench = await opened('native', 'reads.cpp', READS);
    if (!bench) return;
    expect(await seenIn(bench)).toMatchObject({ 'main.read': between(12.5, 12.5), 'main.other': between(25, 25) });
  });
});
