import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

const SUM = `#include <cstdio>
int main() { double s = 0; for (int i = 1; i < 100; i++) s += 1.0 / i; printf("%.17g\\n", s); return 0; }
`;

it('run --keep leaves what a wide format needs beside the source', async () => {
  using scratch = new Scratch({
    'sum.cpp': SUM,
    'wide.json': JSON.stringify({ schemaVersion: 1, formats: { 'main.s': 'fp64x2' } }),
    'narrow.json': JSON.stringify({ schemaVersion: 1, formats: { 'main.s': 'fp32' } }),
  });
  const run = (name: string) =>
    mantissa(
      ['run', 'sum.cpp', '--engine', 'wasm', '--how', 'built', '--configuration', `${name}.json`, '--keep', name],
      { cwd: scratch.folder },
    );
  const { exitCode, stderr } = await run('wide');
  expect(exitCode, stderr).toBe(0);
  expect(fs.readdirSync(scratch.path('wide')).sort()).toEqual(['mantissa_formats.h', 'sum.cpp']);
  await run('narrow');
  expect(fs.readdirSync(scratch.path('narrow'))).toEqual(['sum.cpp']);
}, 120_000);
