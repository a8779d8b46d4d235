/** What is precompiled for a program, in an empty cache: reading it, looking at its widths, building it and its instrumented twins. */
import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { mantissa, Scratch } from '../support/command-line.js';

it('the embedded engine precompiles the headers of a program once for all its variants', async () => {
  using scratch = new Scratch({
    'sum.cpp': `#include <cstdio>
double third(double x) { return x / 3; }
#include <cmath>
int main()
{
  size_t count = 4;
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += std::sqrt(third(i));
  std::printf("%.17g\\n", sum);
}
`,
  });
  const ended = await mantissa(['check', 'sum.cpp', '--engine', 'wasm', '--json'], {
    cwd: scratch.folder,
    env: { XDG_CACHE_HOME: scratch.path('cache') },
    alone: true,
  });
  expect(ended.exitCode, ended.stderr).toBe(0);
  expect(ended.stderr).not.toMatch(/error|warning/); // nothing but what it is at
  expect(JSON.parse(ended.stdout).inputs[0].instrumented.identical).toBe(true);
  const precompiled = (folder: string) =>
    fs.readdirSync(scratch.path(`cache/mantissa/${folder}`)).filter((name) => name.endsWith('.pch')).length;
  // for reading: what every C++ unit begins with, and on it what this one includes; for building: what it begins with, and on it what comes later
  expect(precompiled('headers')).toBe(2);
  // for building: what every CUDA program begins with, and on it the largest header of the library, and the rest
  expect(precompiled('wasm')).toBe(3);
});

it('concurrent runs of the embedded compiler have a thread each', async () => {
  using scratch = new Scratch();
  const clang = new EmbeddedClang(scratch.path('cache'), 2);
  try {
    await Promise.all([1, 2, 3].map(() => clang.run(['clang', '--version'])));
    expect(Reflect.get(clang, 'threads')).toHaveLength(2);
  } finally {
    await clang.close();
  }
});
