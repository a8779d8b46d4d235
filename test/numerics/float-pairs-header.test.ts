// The header that a patch with fp32x2 alone brings: it is read by people and computes without the other headers what they compute, bit for bit.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { fp32x2, rsqrtOfFloats } from '../../src/numerics/double-word.js';
import { operandsFor } from './cpp-operands.js';
import { buildNative, buildWasm, type Driver, hasCommand, headers, spell } from './formats-driver.js';
import { doubleOf, seededRandom } from './operands.js';

const folder = path.join(headers, '..', 'mantissa');
const header = path.join(folder, 'mantissa_fp32x2.h');
const source = fileURLToPath(new URL('float-pairs-driver.cpp', import.meta.url));
const native = hasCommand('g++');
if (!native) console.warn('SKIPPED: no g++ on the PATH, so the header of fp32x2 is only tested as WebAssembly');

it('has at most 400 lines, and needs nothing but the standard library', () => {
  const text = fs.readFileSync(header, 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(400);
  expect(text).not.toMatch(/#include "/);
});

const strict = ['-I', folder, '-Wall', '-Wextra', '-Werror'];
const builds: [string, () => Promise<Driver>][] = [
  ['the embedded clang to WebAssembly', () => buildWasm(['-std=c++11', '-O0'], source, folder)],
];
if (native) {
  for (const flags of ['-std=c++11 -O2', '-std=c++20 -O2', '-std=c++11 -O2 -march=native'])
    builds.push([`g++ ${flags}`, async () => buildNative([...flags.split(' '), ...strict], source)]);
}

describe.each(builds)('fp32x2 alone, built by %s', (_, build) => {
  let [alone, whole]: Driver[] = [];
  beforeAll(async () => {
    alone = await build();
    whole = native
      ? buildNative(['-std=c++17', '-O2', '-ffp-contract=off'])
      : await buildWasm(['-std=c++20', '-O0', '-ffp-contract=off']);
  });

  it('answers as the header with all formats does', async () => {
    const words = (parts: readonly number[]) => spell('fp32x2', parts as never);
    const questions = operandsFor('fp32x2', 600, 31).flatMap(([x, y, z]) => [
      ...'neg abs sqrt rsqrt floor ceil trunc'.split(' ').map((one) => `${one} fp32x2 ${words(x!)}`),
      ...'add sub mul div min max compare part-add part-sub part-mul part-added part-minus part-times'
        .split(' ')
        .map((one) => `${one} fp32x2 ${words(x!)} ${words(y!)}`),
      `fma fp32x2 ${words(x!)} ${words(y!)} ${words(z!)}`,
      ...'fp32 fp64 int32 int64 uint64'.split(' ').map((to) => `convert fp32x2 ${to} ${words(x!)}`),
    ]);
    const random = seededRandom(32);
    for (let k = 0; k < 400; k++) {
      const whole = BigInt(Math.trunc(doubleOf(random, 0, 62))) + BigInt(Math.floor(random() * 1000));
      questions.push(`integer fp32x2 ${whole}`, `integer32 fp32x2 ${BigInt.asIntN(32, whole)}`);
    }
    questions.push('integer fp32x2 9223372036854775807', 'integer fp32x2 -9223372036854775808');
    const [got, expected] = [await alone!(questions), await whole!(questions)];
    const same = (a: string, b: string) => a === b || (isNaNs(a) && isNaNs(b)) || sameButForZeros(a, b);
    questions.forEach((question, k) => {
      if (!same(got[k]!, expected[k]!)) expect.fail(`${question} gives ${got[k]}, with all formats ${expected[k]}`);
    });
  });

  it('rounds doubles to the nearest pair', async () => {
    const random = seededRandom(33);
    const doubles = Array.from({ length: 500 }, () => doubleOf(random, -60, 60));
    const answers = await alone!(doubles.map((x) => `double fp32x2 ${spell('fp64', [x])}`));
    answers.forEach((answer, k) => {
      const head = Math.fround(doubles[k]!);
      expect(sameButForZeros(answer, spell('fp32x2', [head, Math.fround(doubles[k]! - head)]))).toBe(true);
    });
  });
});

/** NaNs differ in sign and payload between compilers. */
function isNaNs(words: string): boolean {
  return /^(?:[7f]f[8-f]\w{5}|[7f]f[c-f]\w{5})\b/.test(words.trim());
}

/** The sign of a zero tail does not matter. */
function sameButForZeros(a: string, b: string): boolean {
  const plain = (words: string) => words.trim().replace(/ 80000000$/, ' 0');
  return plain(a) === plain(b);
}

it('is what TypeScript computes', () => {
  expect(fp32x2.mul([3, 0], [1 / 4, 0])).toEqual([0.75, 0]);
  expect(rsqrtOfFloats([4, 0])).toEqual([0.5, 0]);
});

const ARCHITECTURES = ['sm_75', 'sm_80', 'sm_86', 'sm_89', 'sm_90', 'sm_100', 'sm_103', 'sm_120'];
const nvcc = hasCommand('nvcc');
if (!nvcc) console.warn('SKIPPED: no nvcc on the PATH, so the header of fp32x2 is not compiled for GPUs');
it.runIf(nvcc).each(ARCHITECTURES)('compiles for %s without a warning, also atomics and shuffles', (architecture) => {
  const kernel = fileURLToPath(new URL('float-pairs-kernel.cu', import.meta.url));
  const flags = [
    '-std=c++11',
    `-arch=${architecture}`,
    '-Werror',
    'all-warnings',
    '-I',
    folder,
    '-c',
    '-o',
    '/dev/null',
  ];
  const built = spawnSync('nvcc', [...flags, kernel], { encoding: 'utf8' });
  const isUnknown = /unsupported gpu architecture|not supported/i.test(built.stderr);
  if (isUnknown) return console.warn(`SKIPPED: this nvcc does not know ${architecture}`);
  expect(built.stderr + built.stdout).toBe('');
});
