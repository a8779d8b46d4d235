// What a patch adds for fp32x2, and what such a patch does with programs that ask for trouble: it is applied, built without Mantissa, and run.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

const PLAIN = `#include <cstdio>
#include <cmath>
int main() {
  double sum = 0.0;
  for (int i = 1; i <= 100; i++) sum += 1.0 / (i * std::sqrt(i + 0.5));
  printf("%.15g %a\\n", sum, sum);
  return sum == sum + 1e-30 ? 0 : 1;
}
`;
const WITH_EXP = PLAIN.replace('std::sqrt(i + 0.5)', 'std::exp(i * 0.01)');
const HUGE = `#include <cstdio>
int main() {
  double x = 1e30, tiny = 1e-30;
  x = x * x;
  tiny = tiny * tiny;
  printf("%g %g\\n", x, tiny);
  return 0;
}
`;
const EQUAL = `#include <cstdio>
int main() {
  double third = 1.0;
  third /= 3;
  double back = third * 3;
  printf("%d %d\\n", back == 1, third == 1.0 / 3);
  return 0;
}
`;
const scratch = new Scratch({ 'plain.cpp': PLAIN, 'exp.cpp': WITH_EXP, 'huge.cpp': HUGE, 'equal.cpp': EQUAL });
afterAll(() => scratch[Symbol.dispose]());
const compiler = spawnSync('g++', ['--version']).status === 0;
if (!compiler) console.warn('SKIPPED: no g++ on the PATH, so patches with fp32x2 are not built');

async function patched(file: string, sites: readonly string[]): Promise<string> {
  const formats = Object.fromEntries(sites.map((site) => [site, 'fp32x2']));
  fs.writeFileSync(scratch.path('c.json'), JSON.stringify({ schemaVersion: 1, formats }));
  const { stdout, stderr, exitCode } = await mantissa(['rewrite', file, '--configuration', 'c.json'], {
    cwd: scratch.folder,
  });
  expect(exitCode, stderr).toBe(0);
  const target = fs.mkdtempSync(path.join(scratch.folder, 'patched-'));
  fs.copyFileSync(scratch.path(file), path.join(target, file));
  const applied = spawnSync('patch', ['-p1'], { cwd: target, input: `${stdout}\n`, encoding: 'utf8' });
  expect(applied.status, applied.stdout + applied.stderr).toBe(0);
  return target;
}

function built(target: string, file: string, ...flags: string[]): string {
  const made = spawnSync('g++', ['-Wall', '-Wextra', '-Werror', ...flags, file, '-o', 'program'], {
    cwd: target,
    encoding: 'utf8',
  });
  expect(made.stderr).toBe('');
  return spawnSync('./program', { cwd: target, encoding: 'utf8' }).stdout;
}

describe('a patch with fp32x2 alone', () => {
  it('adds a header of at most 400 lines, and builds as C++11', async () => {
    const target = await patched('plain.cpp', ['main.sum']);
    const header = fs.readFileSync(path.join(target, 'mantissa_formats.h'), 'utf8');
    expect(header.trimEnd().split('\n').length).toBeLessThanOrEqual(400);
    expect(header).not.toContain('fp64x2');
    if (!compiler) return;
    const [decimal, hexadecimal] = built(target, 'plain.cpp', '-std=c++11').split(' ');
    const exact = Array.from({ length: 100 }, (_, k) => 1 / ((k + 1) * Math.sqrt(k + 1.5))).reduce((s, x) => s + x);
    expect(Math.abs(Number(decimal) / exact - 1)).toBeLessThan(1e-13);
    // %a prints the double nearest to the pair, like every other conversion
    expect(hexadecimal).toMatch(/^0x1\.[0-9a-f]+p\+\d/);
  });

  it('adds the header with all formats if it calls a function that the small one does not have', async () => {
    const target = await patched('exp.cpp', ['main.sum']);
    const header = fs.readFileSync(path.join(target, 'mantissa_formats.h'), 'utf8');
    expect(header).toContain('fp64x2');
    if (compiler) expect(Number(built(target, 'exp.cpp', '-std=c++17').split(' ')[0])).toBeGreaterThan(1);
  });

  it.runIf(compiler)('gives infinity above the range of a float, and zero below it', async () => {
    const target = await patched('huge.cpp', ['main.x', 'main.tiny']);
    expect(built(target, 'huge.cpp', '-std=c++11')).toBe('inf 0\n');
  });

  it.runIf(compiler)('compares pairs by value, and a pair with a double in double', async () => {
    const target = await patched('equal.cpp', ['main.third', 'main.back']);
    // three thirds are 1 in fp64, and 1 − 2^−48 or so in pairs; a constant is converted before it is compared
    expect(built(target, 'equal.cpp', '-std=c++11')).toBe('0 1\n');
  });
});
