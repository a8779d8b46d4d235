// A choice by a mask of 0 and 1 and fma, as the vector library computes it on a CPU: where it is exact, and where it is not.
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { engines } from '../../../src/execution/engines.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.wasm({ cache: cacheFolder(), clang });
afterAll(async () => {
  await engine.close();
  await clang.close();
});

const TEXT = `#include "mantissa_vector.h"
#include <cstdio>
using namespace mantissa;
static unsigned state = 1;
static unsigned draw() { return state = state * 1664525u + 1013904223u, state >> 8; }
template <class T> static float rounded(double x) { T r; narrow(static_cast<float>(x), r); return widen(r); }
static bool same(float a, float b) { return a == b || (a != a && b != b); }
template <class T> void compare(const char *name) {
  int exact = 0, as_written = 0, off = 0;
  for (int run = 0; run < 20000; ++run) {
    float x[4], y[4];
    mask<4> m;
    vec<T, 4> a, b;
    const bool whole = run % 2;
    for (int k = 0; k < 4; ++k) {
      x[k] = rounded<T>(whole ? static_cast<int>(draw() % 65) - 32 : (static_cast<int>(draw() % 60001) - 30000) / 8193.7);
      y[k] = rounded<T>(whole ? static_cast<int>(draw() % 65) - 32 : (static_cast<int>(draw() % 60001) - 30000) / 511.3);
    }
    for (int k = 0; k < 2; ++k) {
      set(a.pairs[k], x[2 * k], x[2 * k + 1]);
      set(b.pairs[k], y[2 * k], y[2 * k + 1]);
      m.pairs[k] = (draw() & 1 ? FIRST : 0u) | (draw() & 1 ? SECOND : 0u);
    }
    const vec<T, 4> r = select_by_fma(m, a, b);
    for (int k = 0; k < 4; ++k) {
      const float chosen = m[k] ? x[k] : y[k], difference = rounded<T>(x[k] - y[k]);
      if (whole) exact += !same(widen(r[k]), chosen);
      as_written += !same(widen(r[k]), m[k] ? rounded<T>(static_cast<double>(difference) + y[k]) : y[k]);
      off += !whole && !same(widen(r[k]), chosen);
    }
  }
  const vec<T, 4> infinite(INFINITY), one(1.0f), r = select_by_fma(one > infinite, infinite, one), bits = select(one > infinite, infinite, one);
  std::printf("%s: %d, %d; %s; %g and %g\\n", name, exact, as_written, off > 0 ? "rounded" : "never rounded", widen(r[0]), widen(bits[0]));
}
int main() {
  compare<half>("fp16");
  compare<bfloat>("bf16");
  compare<float>("fp32");
  return 0;
}
`;

test('is exact on small whole numbers, rounds others, and makes a NaN of an infinity that is not chosen', async () => {
  const outcome = await engine.build({
    sources: [{ name: 'select.cpp', text: TEXT, language: 'c++', standard: 'c++17' }],
    includeFolders: [fileURLToPath(new URL('../../../runtime/vectorize', import.meta.url))],
    ...{ systemFolders: [], defines: [], forcedIncludes: [] },
  });
  if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
  const run = await engine.run(outcome.artifact, {
    ...{ arguments: [], environment: {}, timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 },
  });
  const printed = run.kind === 'exited' ? run.stdout.toString() : JSON.stringify(run);
  expect(printed.replace(/-nan/g, 'nan')).toBe(
    ['fp16', 'bf16', 'fp32'].map((name) => `${name}: 0, 0; rounded; nan and 1\n`).join(''),
  );
});
