// The vectorised functions beside their scalar sources in the same format, run on a CPU: natively where g++ is, embedded otherwise.
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { engines } from '../../../src/execution/engines.js';
import {
  VECTOR_FORMATS,
  type VectorFormat,
  vectorType,
  type Width,
} from '../../../src/features/vectorize/vector-format.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { IMAGE, VectorisedSample } from './vectorised-sample.js';

const FUNCTIONS = [
  'lab_to_rgb',
  'blend',
  'tone_curve',
  'saxpy',
  'smooth',
  'smooth_column',
  'desaturate',
  'pairs',
  'brighten',
  'ramp',
  'filter_3x3',
  'sum_errors',
  'grouped',
];
/** Tails of 0 to 7 elements behind 0 to 5 vectors, at three alignments. */
const RUNS = 3 * 42;

const clang = new EmbeddedClang(cacheFolder(), 1);
const native = engines.native({ cache: cacheFolder() });
const isNative = (await native.available()).ok;
if (!isNative) console.warn('SKIPPED: no g++ on the PATH, so vectorised sources are only run by the embedded engine');
const engine = isNative ? native : engines.wasm({ cache: cacheFolder(), clang });
const folders = ['../../../runtime/vectorize', '.'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
let sample: VectorisedSample;
beforeAll(async () => {
  sample = await VectorisedSample.of(clang, IMAGE);
});
afterAll(async () => {
  await engine.close();
  await clang.close();
});

/** Prints, for each function, how many numbers differ. */
async function differences(
  names: readonly string[],
  format: VectorFormat,
  width: Width,
  fma: boolean,
): Promise<string> {
  const type = VECTOR_FORMATS[format].type;
  const vectors = names.map((name) => sample.source(name, format, width, fma)).join('\n');
  const text = `#include "mantissa_vector.h"
#include <tuple>
#include <utility>
#define NUMBER ${format === 'fp32' ? 'float' : `mantissa::${type}`}
#include "against-scalar.h"
${vectors}
#define restrict __restrict__
#define float number
namespace scalar {
${fs.readFileSync(IMAGE, 'latin1')}
}
#undef float
int main() {
  ${names.map((name) => `compare_all("${name}", ${name}_${vectorType(format, width)}, scalar::${name});`).join('\n  ')}
  return 0;
}
`;
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

describe('a vectorised function, with a tail of every length, aligned or not', () => {
  test.each([
    ['fp16', 8],
    ['fp16', 2],
    ['bf16', 8],
    ['fp32', 4],
  ] as const)('gives the bits of the scalar one in %s, %i a vector, where no fma is formed', async (format, width) => {
    const expected = FUNCTIONS.map((name) => `${name}: 0 different in ${RUNS} runs\n`).join('');
    expect(await differences(FUNCTIONS, format, width, false)).toBe(expected);
  });

  test('gives other bits with fma: the comparison detects it', async () => {
    expect(await differences(['saxpy'], 'fp16', 8, true)).toMatch(/^saxpy: [1-9]\d* different/);
  });
});
