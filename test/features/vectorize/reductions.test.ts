// Loops with sums and maxima beside a scalar program that puts the same numbers together in the same order, on a CPU.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { engines } from '../../../src/execution/engines.js';
import { fuseProducts } from '../../../src/features/vectorize/fuse-products.js';
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

const sample = (name: string) => fileURLToPath(new URL(`../../samples/vectorize/${name}`, import.meta.url));
const FUNCTIONS = {
  total: 'reduced.c',
  distance: 'reduced.c',
  largest: 'reduced.c',
  moments: 'reduced.c',
  scaled: 'reduced.c',
  dot: 'reduced.cu',
  parts: 'reduced.cu',
};

const clang = new EmbeddedClang(cacheFolder(), 1);
const native = engines.native({ cache: cacheFolder() });
const isNative = (await native.available()).ok;
if (!isNative) console.warn('SKIPPED: no g++ on the PATH, so reductions are only run by the embedded engine');
const engine = isNative ? native : engines.wasm({ cache: cacheFolder(), clang });
afterAll(async () => {
  await engine.close();
  await clang.close();
});

const programs = new Map<string, LaneProgram>();
beforeAll(async () => {
  for (const [name, file] of Object.entries(FUNCTIONS)) {
    const project = openProject({
      ...{ inputs: [sample(file)], includeFolders: [], defines: [], undefines: [] },
      workingFolder: sample('.'),
    });
    programs.set(name, await vectorizedFunction(clang, project, name, { assumeRestrict: false, reassociate: true }));
  }
});

/** `W` and `NUMBER` are given; every operation of the reference is one of `number`, rounded to the format, or one of float. */
const REFERENCE = `
static float joined(float a, float b, bool largest) { return largest ? fmaxf(a, b) : a + b; }
static float halves(std::vector<float> all, bool largest) {
  for (size_t half = all.size() / 2; half > 0; half /= 2)
    for (size_t k = 0; k < half; ++k) all[k] = joined(all[k], all[k + half], largest);
  return all[0];
}
static long blocks_for(long vectors) { return std::min(1024l, std::max(1l, (vectors + 255) / 256)); }
template <class Step> std::vector<float> by_threads(long begin, long end, long threads, float neutral, Step step) {
  std::vector<float> lanes(threads * W, neutral);
  for (long i = begin; i < end; ++i) {
    float &lane = lanes[(i / W - begin / W) % threads * W + i % W];
    lane = step(lane, i);
  }
  std::vector<float> all;
  for (long t = 0; t < threads; ++t) all.push_back(halves({lanes.begin() + t * W, lanes.begin() + (t + 1) * W}, neutral < 0));
  return all;
}
template <class Step> float in_order(long begin, long end, float start, bool largest, Step step) {
  const long vectors = begin < end ? (end + W - 1) / W - begin / W : 0, blocks = blocks_for(vectors);
  const float neutral = largest ? -INFINITY : -0.0f;
  const std::vector<float> threads = by_threads(begin, end, blocks * 256, neutral, step);
  std::vector<float> last(256, neutral);
  for (long b = 0; b < blocks; ++b)
    last[b % 256] = joined(last[b % 256], halves({threads.begin() + b * 256, threads.begin() + (b + 1) * 256}, largest), largest);
  return joined(start, halves(last, largest), largest);
}
static bool equal(float a, float b) { return std::memcmp(&a, &b, 4) == 0 || (a != a && b != b); }
`;

async function differences(format: VectorFormat, width: Width, fma: boolean): Promise<string> {
  const choices = { format, width, selectBy: 'bits' as const, inFloat: () => false, command: 'mantissa vectorize' };
  const sources = [...programs].map(([name, program]) =>
    writeSource(fma ? fuseProducts(program) : program, SourceText.of(sample(FUNCTIONS[name as 'dot'])), choices),
  );
  const number = format === 'fp32' ? 'float' : `mantissa::${VECTOR_FORMATS[format].type}`;
  const vectors = vectorType(format, width);
  const product = (a: string, b: string) => (fma ? `fmaf(${a}, ${b}, s)` : `s + (number(${a}) * number(${b})).wide()`);
  const text = `#include "mantissa_vector.h"
#include <algorithm>
#include <tuple>
#include <utility>
#define NUMBER ${number}
#include "against-scalar.h"
static const long W = ${width};
${REFERENCE}
${sources.join('\n')}
int main() {
  long different[7] = {}, runs = 0, otherwise = 0;
  const auto at = [](const std::vector<NUMBER> &x, long i) { return mantissa::widen(x[i]); };
  for (int shift : {0, 1, 2})
    for (long n : {0l, 1l, 2l, 3l, 4l, 5l, 6l, 7l, 8l, 9l, 15l, 16l, 17l, 31l, 41l, 2048l, 5003l, shift > 0 ? 1001l : ${width * 270_000 + 3}l}) {
      std::vector<NUMBER> left(n + 64), right(n + 64), out(n + 64);
      for (long i = 0; i < n + 64; ++i) {
        mantissa::narrow(static_cast<float>(draw() % 4001) / 1000.0f - 1.0f, left[i]);
        mantissa::narrow(static_cast<float>(draw() % 4001) / 1000.0f - 1.0f, right[i]);
      }
      const NUMBER *x = place(left, shift), *y = place(right, shift);
      const long dx = x - left.data(), dy = y - right.data();
      const auto X = [&](long i) { return at(left, dx + i); };
      const auto Y = [&](long i) { return at(right, dy + i); };
      float found[2], expected;
      ++runs;
      total_${vectors}(n, x, found);
      different[0] += !equal(found[0], in_order(0, n, 0, false, [&](float s, long i) { return s + X(i); }));
      float one_by_one = 0;
      for (long i = 0; i < n; ++i) one_by_one += X(i);
      otherwise += !equal(found[0], one_by_one);
      distance_${vectors}(n, x, y, found);
      expected = in_order(0, n, 0, false, [&](float s, long i) {
        const float d = (number(X(i)) - number(Y(i))).wide();
        return ${product('d', 'd')};
      });
      different[1] += !equal(found[0], sqrtf(expected));
      largest_${vectors}(n, x, found);
      different[2] += !equal(found[0], in_order(1, n, X(0), true, [&](float s, long i) { return fmaxf(s, fabsf(X(i))); }));
      moments_${vectors}(n, 0.25f, x, found);
      const auto v = [&](long i) { return (number(X(i)) - number(0.25f)).wide(); };
      expected = in_order(0, n, 0, false, [&](float s, long i) { return s + v(i); });
      different[3] += !equal(found[0], expected / static_cast<float>(n));
      expected = in_order(0, n, 0, false, [&](float s, long i) { return ${product('v(i)', 'v(i)')}; });
      different[3] += !equal(found[1], expected / static_cast<float>(n) - 1.0f);
      scaled_${vectors}(n, 0.37f, x, place(out, shift), found);
      expected = in_order(0, n, 1, false, [&](float s, long i) { return s + (X(i) > 0.5f ? X(i) : 0.0f); });
      different[4] += !equal(found[0], expected);
      for (long i = 0; i < n; ++i) different[4] += !same(place(out, shift)[i], (number(0.37f) * number(X(i))).v);
      found[0] = 3.5f;
      dot_${vectors}(n, x, y, found);
      expected = 3.5f + in_order(0, n, 0, false, [&](float s, long i) { return ${product('X(i)', 'Y(i)')}; });
      different[5] += !equal(found[0], expected);
      std::vector<float> part(97);
      parts_${vectors}(97, n, x, part.data());
      const auto own = by_threads(0, n, 97, -0.0f, [&](float s, long i) { return s + X(i); });
      for (int t = 0; t < 97; ++t) different[6] += !equal(part[t], 0.0f + own[t]);
    }
  for (long one : different) std::printf("%ld ", one);
  std::printf("different in %ld runs%s\\n", runs, otherwise > 0 ? ", and another order is seen" : "");
  return 0;
}
`;
  const folders = ['../../../runtime/vectorize', '.'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
  const outcome = await engine.build({
    sources: [
      {
        name: 'reduced.cpp',
        text,
        language: 'c++',
        standard: 'c++17',
        ...(isNative && { flags: ['-ffp-contract=off'] }),
      },
    ],
    ...{ includeFolders: folders, systemFolders: [], defines: [], forcedIncludes: [] },
  });
  if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
  const run = await engine.run(outcome.artifact, {
    ...{ arguments: [], environment: {}, timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 },
  });
  if (run.kind !== 'exited') throw new Error(JSON.stringify(run));
  return run.stdout.toString();
}

test.each([
  ['fp16', 8, false],
  ['fp16', 8, true],
  ['bf16', 4, false],
  ['fp32', 4, true],
  ['fp16', 2, false],
] as const)(
  'a reduction in %s, %i a vector (fma: %s), has the bits of a scalar program that adds in its order',
  async (format, width, fma) => {
    expect(await differences(format, width, fma)).toBe(
      '0 0 0 0 0 0 0 different in 54 runs, and another order is seen\n',
    );
  },
);
