// Vectorised kernels beside what their threads compute one after the other in the same format, on a CPU: one and two dimensions.
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { engines } from '../../../src/execution/engines.js';
import type { LaneProgram } from '../../../src/features/vectorize/lane-program.js';
import { SourceText } from '../../../src/features/vectorize/source-text.js';
import {
  VECTOR_FORMATS,
  type VectorFormat,
  vectorType,
  type Width,
} from '../../../src/features/vectorize/vector-format.js';
import { vectorizedFunction } from '../../../src/features/vectorize/vectorize.js';
import { writeSource } from '../../../src/features/vectorize/write-source.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';

const SAMPLE = fileURLToPath(new URL('../../samples/vectorize/rows.cu', import.meta.url));
/** How each is called, with w and h as the sides of the image. */
const CALLS = {
  blur: 'w, h, a, c',
  gray: 'a, b, c, w, h',
  columns: 'a, c, h, w',
  ends: 'c, w',
  axpy: 'w, NUMBER_OF(0.37f), a, c',
  inside: 'c, w',
  aside: 'a, c, w',
  heat: 'a, c, w, h',
  slope: 'a, c, w',
  centre: 'h, w, a, b, c',
};

const clang = new EmbeddedClang(cacheFolder(), 1);
const native = engines.native({ cache: cacheFolder() });
const isNative = (await native.available()).ok;
if (!isNative) console.warn('SKIPPED: no g++ on the PATH, so vectorised kernels are only run by the embedded engine');
const engine = isNative ? native : engines.wasm({ cache: cacheFolder(), clang });
const folders = ['../../../runtime/vectorize', '.'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
const project = openProject({
  ...{ inputs: [SAMPLE], includeFolders: [], defines: [], undefines: [] },
  workingFolder: fileURLToPath(new URL('.', import.meta.url)),
});
afterAll(async () => {
  await engine.close();
  await clang.close();
});

const programs = new Map<string, LaneProgram>();
beforeAll(async () => {
  for (const name of Object.keys(CALLS))
    programs.set(name, await vectorizedFunction(clang, project, name, { assumeRestrict: false, reassociate: false }));
});

async function comparison(format: VectorFormat, width: Width): Promise<string> {
  const choices = { format, width, selectBy: 'bits' as const, inFloat: () => false, command: 'mantissa vectorize' };
  const sources = [...programs.values()].map((program) => writeSource(program, SourceText.of(SAMPLE), choices));
  const { type } = VECTOR_FORMATS[format];
  const kernels = fs
    .readFileSync(SAMPLE, 'latin1')
    .replace(/#include.*/g, '')
    .replace('int main()', 'inline int unused()');
  const compared = Object.entries(CALLS).map(([name, call]) => {
    const vectors = call.replace(/NUMBER_OF\((.*?)\)/, '$1');
    const scalars = call.replace(/NUMBER_OF\((.*?)\)/, 'number($1)').replace(/\b[abc]\b/g, '(number *)s$&');
    return `compare_rows("${name}", [](int w, int h, NUMBER *a, NUMBER *b, NUMBER *c) { (void)h, (void)a, (void)b; ${name}_${vectorType(format, width)}(${vectors}); },
      [](int w, int h, NUMBER *sa, NUMBER *sb, NUMBER *sc) { (void)h, (void)sa, (void)sb; scalar::${name}(${scalars}); });`;
  });
  const text = `#include "mantissa_vector.h"
#include <tuple>
#include <utility>
#define NUMBER ${format === 'fp32' ? 'float' : `mantissa::${type}`}
#include "against-scalar.h"
${sources.join('\n')}
struct index3 { int x, y, z; };
static index3 blockIdx{}, threadIdx{};
static const index3 blockDim{4, 2, 1}, gridDim{12, 24, 1};
#define __global__ static
#define float number
namespace scalar {
${kernels}
}
#undef float
template <class V, class S> void compare_rows(const char *name, V vector, S scalar) {
  int different = 0, runs = 0;
  for (int h : {0, 1, 2, 3, 5})
    for (int w = 0; w <= 41; ++w, ++runs) {
      std::vector<std::vector<NUMBER>> left(3, std::vector<NUMBER>(SIZE)), right;
      for (auto &array : left)
        for (NUMBER &x : array) x = some_number();
      right = left;
      for (int k = 0; k < 3; ++k)
        for (int at = 0; at < SIZE - 32; ++at) place(right[k], 0)[at] = place(left[k], 0)[at];
      vector(w, h, place(left[0], 0), place(left[1], 0), place(left[2], 0));
      for (blockIdx.y = 0; blockIdx.y < gridDim.y; ++blockIdx.y)
        for (blockIdx.x = 0; blockIdx.x < gridDim.x; ++blockIdx.x)
          for (threadIdx.y = 0; threadIdx.y < blockDim.y; ++threadIdx.y)
            for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x)
              if (ONCE(name) ? blockIdx.y + threadIdx.y == 0 : true) scalar(w, h, place(right[0], 0), place(right[1], 0), place(right[2], 0));
      for (int k = 0; k < 3; ++k)
        for (int at = 0; at < SIZE - 32; ++at) different += !same(place(left[k], 0)[at], place(right[k], 0)[at]);
    }
  std::printf("%s: %d different in %d runs\\n", name, different, runs);
}
int main() {
  ${compared.join('\n  ')}
  return 0;
}
`.replace('ONCE(name)', "(name[0] == 'a' || name[0] == 'i')");
  const outcome = await engine.build({
    sources: [
      {
        name: 'compare.cpp',
        text,
        language: 'c++',
        standard: 'c++17',
        ...(isNative && { flags: ['-ffp-contract=off'] }),
      },
    ],
    includeFolders: folders,
    systemFolders: [],
    defines: [],
    forcedIncludes: [],
  });
  if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
  const run = await engine.run(outcome.artifact, {
    ...{ arguments: [], environment: {}, timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 },
  });
  if (run.kind !== 'exited') throw new Error(JSON.stringify(run));
  return run.stdout.toString();
}

test.each([
  ['fp16', 8],
  ['bf16', 4],
  ['fp32', 4],
] as const)(
  'a vectorised kernel gives the bits of its threads in %s, %i a vector, for every width of a row',
  async (format, width) => {
    const expected = Object.keys(CALLS).map((name) => `${name}: 0 different in ${5 * 42} runs\n`);
    expect(await comparison(format, width)).toBe(expected.join(''));
  },
);
