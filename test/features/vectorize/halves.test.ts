// Kernels that have halves themselves, as a patch writes them: on vectors in the formats of the source, beside what it computes one by one.
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { engines } from '../../../src/execution/engines.js';
import { fuseProducts } from '../../../src/features/vectorize/fuse-products.js';
import type { LaneProgram } from '../../../src/features/vectorize/lane-program.js';
import { SourceText } from '../../../src/features/vectorize/source-text.js';
import { vectorizedFunction } from '../../../src/features/vectorize/vectorize.js';
import { writeSource } from '../../../src/features/vectorize/write-source.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';

const SAMPLE = fileURLToPath(new URL('../../samples/vectorize/halves.cu', import.meta.url));
const clang = new EmbeddedClang(cacheFolder(), 1);
const native = engines.native({ cache: cacheFolder() });
const isNative = (await native.available()).ok;
if (!isNative) console.warn('SKIPPED: no g++ on the PATH, so kernels with halves are only run by the embedded engine');
const engine = isNative ? native : engines.wasm({ cache: cacheFolder(), clang });
const programs = new Map<string, LaneProgram>();
beforeAll(async () => {
  const project = openProject({
    ...{ inputs: [SAMPLE], includeFolders: [], defines: [], undefines: [] },
    workingFolder: fileURLToPath(new URL('.', import.meta.url)),
  });
  for (const name of ['mixed', 'narrow_only'])
    programs.set(name, await vectorizedFunction(clang, project, name, { assumeRestrict: false, reassociate: false }));
});
afterAll(async () => {
  await engine.close();
  await clang.close();
});

function written(name: string, fma: boolean): string {
  const program = programs.get(name)!;
  return writeSource(fma ? fuseProducts(program) : program, SourceText.of(SAMPLE), {
    ...{ format: 'fp16', width: 8, selectBy: 'bits', inFloat: () => false, command: 'mantissa vectorize' },
  });
}

async function differences(fma: boolean): Promise<string> {
  const kernels = fs
    .readFileSync(SAMPLE, 'latin1')
    .replace(/#include.*/g, '')
    .replace('int main()', 'inline int unused()');
  const text = `#include "mantissa_vector.h"
#include <tuple>
#include <utility>
#define NUMBER mantissa::half
#include "against-scalar.h"
${written('mixed', fma)}
${written('narrow_only', fma)}
struct index3 { int x, y, z; };
static index3 blockIdx{}, threadIdx{};
static const index3 blockDim{1, 1, 1};
#define __global__ static
#define __device__ static
#define __half number
namespace scalar {
${kernels}
}
int main() {
  int different = 0;
  for (int n = 0; n <= 41; ++n) {
    std::vector<NUMBER> x(64), y(64), other(64);
    std::vector<float> weight(64), z(64), another(64);
    for (int i = 0; i < 64; ++i) x[i] = some_number(), weight[i] = static_cast<float>(draw() % 4001) / 1000.0f;
    mixed_half8(n, x.data(), weight.data(), y.data(), z.data(), 0.37f);
    for (blockIdx.x = 0; blockIdx.x < n + 3; ++blockIdx.x)
      scalar::mixed(n, (number *)x.data(), weight.data(), (number *)other.data(), another.data(), 0.37f);
    for (int i = 0; i < n; ++i) different += !same(y[i], other[i]) + !(z[i] == another[i] || (z[i] != z[i] && another[i] != another[i]));
    narrow_only_half8(n, x.data(), y.data());
    for (blockIdx.x = 0; blockIdx.x < n + 3; ++blockIdx.x) scalar::narrow_only(n, (number *)x.data(), (number *)other.data());
    for (int i = 0; i < n; ++i) different += !same(y[i], other[i]);
  }
  std::printf("%d different\\n", different);
  return 0;
}
`;
  const outcome = await engine.build({
    sources: [
      {
        ...{ name: 'halves.cpp', text, language: 'c++' as const, standard: 'c++17' },
        ...(isNative && { flags: ['-ffp-contract=off'] }),
      },
    ],
    includeFolders: ['../../../runtime/vectorize', '.'].map((one) => fileURLToPath(new URL(one, import.meta.url))),
    ...{ systemFolders: [], defines: [], forcedIncludes: [] },
  });
  if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
  const run = await engine.run(outcome.artifact, {
    ...{ arguments: [], environment: {}, timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 },
  });
  return run.kind === 'exited' ? run.stdout.toString() : JSON.stringify(run);
}

test('has each value in the format the source has it in', () => {
  const text = written('mixed', true);
  expect(text).toContain('void mixed(Lanes at, const half *__restrict__ x, const float *__restrict__ weight');
  expect(text).toMatch(/const half8 v = \(at\.load\(x\) \+ 0\.3\d*f\) \* 0\.7\d*f;/);
  expect(text).toContain('float8(v) > 0.20689655f');
  expect(text).toContain('at.store(z, fma(scale, float8(h), float8(v)));');
});

test('gives the bits of the source without fma, and others with it', async () => {
  expect(await differences(false)).toBe('0 different\n');
  expect(await differences(true)).toMatch(/^[1-9]\d* different\n$/);
});
