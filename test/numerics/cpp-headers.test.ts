// The C++ headers against the TypeScript formats, bit for bit, and against MPFR. Three builds separate the algorithm from the compiler: g++ without
// contraction, g++ with its defaults (which contract if the machine has a fused multiply-add), and the embedded clang to WebAssembly (which has no
// fused multiply-add and splits products).

import { beforeAll, describe, expect, it } from 'vitest';
import { rsqrtOfFloats } from '../../src/numerics/double-word.js';
import {
  cmp32x2,
  cmp64x2,
  convert,
  decodeBits,
  encodeBits,
  formatNames as everyFormat,
  type Format,
  fma,
  formats,
  fp32x2,
  fp64x2,
  fp64x4,
  isStorageOnly,
  type Parts,
  parseDecimal,
  printDecimal,
  roundTo,
} from '../../src/numerics/index.js';
import {
  absolute,
  nearMultipleOfHalfPi,
  one,
  operandForConversion,
  operandsFor,
  scaleInto,
  wholeNumber,
} from './cpp-operands.js';
import { errorBounds } from './error-bounds.js';
import { buildNative, buildWasm, type Driver, hasCommand, spell, unspell } from './formats-driver.js';
import { judge, type Operation } from './mpfr.js';
import { doubleOf, drawValue, seededRandom, specialHeads } from './operands.js';

const native = hasCommand('g++');
if (!native) console.warn('SKIPPED: no g++ on the PATH, so the C++ formats are only tested as WebAssembly');

const builds: [string, () => Promise<Driver>][] = [
  ['the embedded clang to WebAssembly', () => buildWasm(['-std=c++20', '-O0', '-ffp-contract=off'])],
];
if (native) {
  builds.push(['g++ -O2 -ffp-contract=off', async () => buildNative(['-std=c++17', '-O2', '-ffp-contract=off'])]);
  builds.push(['g++ -O2 with its default contraction', async () => buildNative(['-std=c++20', '-O2'])]);
}

type Arithmetic = Record<string, (...args: never[]) => Parts>;
const arithmetic: Partial<Record<Format, Arithmetic>> = { fp32x2, fp64x2, fp64x4, cmp32x2, cmp64x2 } as never;
const multiPart = ['fp32x2', 'fp64x2', 'fp64x4', 'cmp32x2', 'cmp64x2'] as const;
const narrow = ['fp16', 'bf16'] as const;
const stored = ['fp8e4m3', 'fp8e5m2'] as const;
const patterns = Array.from({ length: 256 }, (_, bits) => bits);

interface Case {
  readonly question: string;
  readonly format: Format;
  readonly expected: Parts;
}

/** Whether all parts are equal; the sign of a zero in a low part does not matter, and all NaNs are equal. */
function sameParts(a: Parts, b: Parts): boolean {
  return a.length === b.length && a.every((part, k) => Object.is(part, b[k]) || (k > 0 && part === 0 && b[k] === 0));
}

async function expectAnswers(driver: Driver, cases: readonly Case[]): Promise<void> {
  const answers = await driver(cases.map((one) => one.question));
  expect(answers.length).toBe(cases.length);
  cases.forEach(({ question, format, expected }, k) => {
    const got = unspell(format, answers[k]!);
    if (!sameParts(got, expected)) expect.fail(`${question} gives ${got}, expected ${expected}`);
  });
}

describe.each(builds)('the C++ formats, built by %s,', (_name, build) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await build();
  });

  it.each(multiPart)('compute + − × ÷ √ of %s bit for bit as the TypeScript formats do', async (format) => {
    const cases: Case[] = [];
    for (const [x, y] of operandsFor(format, 1500, 21) as [Parts, Parts][]) {
      for (const operation of ['add', 'sub', 'mul', 'div', 'sqrt']) {
        const args = operation === 'sqrt' ? [x] : [x, y];
        const question = [operation, format, ...args.map((parts) => spell(format, parts))].join(' ');
        cases.push({ question, format, expected: arithmetic[format]![operation]!(...(args as never[])) });
      }
    }
    await expectAnswers(driver, cases);
  });

  it.each(['fp32x2', 'fp64x2', 'fp64x4'] as const)(
    'round, negate and fuse %s bit for bit as TypeScript does',
    async (format) => {
      const cases: Case[] = [];
      for (const args of operandsFor(format, 500, 22)) {
        for (const operation of ['neg', 'abs', 'floor', 'ceil', 'trunc', 'fma']) {
          const used = operation === 'fma' ? args : args.slice(0, 1);
          const question = [operation, format, ...used.map((parts) => spell(format, parts))].join(' ');
          cases.push({ question, format, expected: arithmetic[format]![operation]!(...(used as never[])) });
        }
      }
      await expectAnswers(driver, cases);
    },
  );

  it.each(['fp32x2', 'fp64x2'] as const)(
    'compute %s with one part as with a pair whose tail is zero',
    async (format) => {
      const cases: Case[] = [];
      for (const [x, y] of operandsFor(format, 500, 26) as [Parts, Parts][]) {
        const one: Parts = [y[0]!, 0];
        const asked = (operation: string) => [operation, format, spell(format, x), spell(format, one)].join(' ');
        const { add, sub, mul } = arithmetic[format] as Record<string, (a: Parts, b: Parts) => Parts>;
        cases.push({ question: asked('part-add'), format, expected: add!(x, one) });
        cases.push({ question: asked('part-sub'), format, expected: sub!(x, one) });
        cases.push({ question: asked('part-mul'), format, expected: mul!(x, one) });
        cases.push({ question: asked('part-added'), format, expected: add!(one, x) });
        cases.push({ question: asked('part-minus'), format, expected: sub!(one, x) });
        cases.push({ question: asked('part-times'), format, expected: mul!(one, x) });
      }
      await expectAnswers(driver, cases);
    },
  );

  it('compute reciprocal roots of fp32x2 bit for bit as TypeScript does', async () => {
    const format = 'fp32x2';
    const cases = operandsFor(format, 1000, 27).map(([x]): Case => {
      return { question: ['rsqrt', format, spell(format, x!)].join(' '), format, expected: rsqrtOfFloats(x as never) };
    });
    await expectAnswers(driver, cases);
  });

  it.each(['fp32x2', 'fp64x2', 'fp64x4'] as const)('order %s by value', async (format) => {
    const pairs = operandsFor(format, 500, 23) as [Parts, Parts][];
    const answers = await driver(pairs.map(([x, y]) => `compare ${format} ${spell(format, x)} ${spell(format, y)}`));
    pairs.forEach(([x, y], k) => {
      const order = (arithmetic[format]!.compare as unknown as (x: Parts, y: Parts) => number)(x, y);
      const expected = [order < 0, order <= 0, order === 0, !(order === 0), order >= 0, order > 0];
      expect(answers[k], `${x} against ${y}`).toBe(expected.map(Number).join(''));
    });
  });

  it.each(narrow)('compute + − × ÷ √ and fma of %s as IEEE 754 defines them', async (format) => {
    const random = seededRandom(24);
    const cases: Case[] = [];
    const machine: Record<string, (a: number, b: number, c: number) => number> = {
      add: (a, b) => a + b,
      sub: (a, b) => a - b,
      mul: (a, b) => a * b,
      div: (a, b) => a / b,
      sqrt: (a) => Math.sqrt(a),
    };
    for (let k = 0; k < 4000; k++) {
      const [a, b, c] = [0, 0, 0].map(() => decodeBits(format, BigInt(Math.floor(random() * 0x10000)))) as [
        number,
        number,
        number,
      ];
      for (const [operation, f] of Object.entries(machine)) {
        const args = operation === 'sqrt' ? [a] : [a, b];
        const question = [operation, format, ...args.map((x) => spell(format, [x]))].join(' ');
        cases.push({ question, format, expected: [roundTo(format, f(a, b, c))] });
      }
      const near = k % 2 ? roundTo(format, -a * b) : c;
      cases.push({
        question: `fma ${format} ${spell(format, [a])} ${spell(format, [b])} ${spell(format, [near])}`,
        format,
        expected: [fma(format, a, b, near)],
      });
    }
    await expectAnswers(driver, cases);
  });

  it.each(narrow)('convert each of the 65,536 values of %s to fp32 and back', async (format) => {
    const values = Array.from({ length: 0x10000 }, (_, bits) => bits);
    const wide = await driver(values.map((bits) => `convert ${format} fp32 ${bits.toString(16)}`));
    const back = await driver(wide.map((bits) => `convert fp32 ${format} ${bits}`));
    for (const bits of values) {
      const x = decodeBits(format, BigInt(bits));
      if (!Object.is(unspell('fp32', wide[bits]!)[0], x))
        expect.fail(`0x${bits.toString(16)} converts to ${wide[bits]}`);
      const expected = Number.isNaN(x) ? '7fff' : bits.toString(16);
      if (back[bits] !== expected) expect.fail(`0x${bits.toString(16)} comes back as 0x${back[bits]}`);
    }
  });

  it.each(stored)('load each of the 256 values of %s as any machine number, exactly', async (format) => {
    for (const to of ['fp64', 'fp32', 'fp16', 'bf16'] as const) {
      const answers = await driver(patterns.map((bits) => `load ${format} ${to} ${bits.toString(16)}`));
      for (const bits of patterns)
        expect(unspell(to, answers[bits]!), `0x${bits.toString(16)}`).toEqual([decodeBits(format, BigInt(bits))]);
    }
  });

  it.each(stored)('store any number in %s, rounding once and saturating', async (format) => {
    const random = seededRandom(29);
    const values = patterns.map((bits) => decodeBits(format, BigInt(bits))).filter(Number.isFinite);
    const sorted = values.toSorted((a, b) => a - b);
    const midpoints = sorted.slice(1).map((x, k) => (x + sorted[k]!) / 2);
    const beside = midpoints.flatMap((x) => [x - Math.abs(x) * 2 ** -52, x, x + Math.abs(x) * 2 ** -52]);
    const { largest } = formats[format];
    const beyond = [1.0357, 1.0714, 1.125, 1.25, 2, 1e9].flatMap((by) => [by * largest, -by * largest]);
    const others = Array.from({ length: 4000 }, () => doubleOf(random, -20, 20));
    const all = [...values, ...beside, ...beyond, ...others, 0, -0, Infinity, -Infinity, NaN, 5e-324, 1e300];
    for (const from of ['fp64', 'fp32', 'fp16', 'bf16'] as const) {
      const given = all.map((x) => roundTo(from, x));
      const answers = await driver(given.map((x) => `store ${format} ${from} ${spell(from, [x])}`));
      given.forEach((x, k) => {
        const expected = encodeBits(format, x).toString(16);
        if (answers[k] !== expected) expect.fail(`${x} is stored as 0x${answers[k]}, not 0x${expected}`);
      });
    }
    const integers = [0, 1, -1, 17, 19, 448, 464, -500, 57344, 61440, 2 ** 40];
    const answers = await driver(integers.map((x) => `integer ${format} ${x}`));
    expect(answers).toEqual(integers.map((x) => encodeBits(format, x).toString(16)));
  });

  it('convert between all pairs of formats, each rounding once', async () => {
    const formatNames = everyFormat.filter((format) => !isStorageOnly(format));
    const random = seededRandom(25);
    const cases: Case[] = [];
    for (const from of formatNames) {
      const heads = specialHeads(from).map((head) => roundTo(formats[from].part, head));
      for (const to of formatNames) {
        for (let k = 0; k < 60 + heads.length; k++) {
          const tails = new Array<number>(formats[from].parts - 1).fill(0);
          const x = k < heads.length ? [heads[k]!, ...tails] : operandForConversion(from, to, random);
          cases.push({
            question: `convert ${from} ${to} ${spell(from, x)}`,
            format: to,
            expected: convert(from, to, x),
          });
        }
      }
    }
    await expectAnswers(driver, cases);
  });

  it('convert integers both ways, towards zero, without losing a bit of 64', async () => {
    const integers = [
      0n,
      1n,
      -1n,
      2n ** 53n + 1n,
      -(2n ** 53n) - 1n,
      2n ** 62n + 1n,
      2n ** 63n - 1n,
      -(2n ** 63n),
      123456789012345678n,
    ];
    const pairs = integers.flatMap((x) => (['fp64x2', 'fp64x4'] as const).map((format) => [x, format] as const));
    const values = await driver(pairs.map(([x, format]) => `integer ${format} ${x}`));
    const back = await driver(pairs.map(([, format], k) => `convert ${format} int64 ${values[k]}`));
    expect(back).toEqual(pairs.map(([x]) => `${x}`));
    const words = [0, 1, -1, 16777217, -16777217, 2 ** 31 - 1, -(2 ** 31)];
    const short = words.flatMap((x) => (['fp32x2', 'fp64x2', 'fp64x4'] as const).map((format) => [x, format] as const));
    await expectAnswers(
      driver,
      short.map(([x, format]) => ({
        question: `integer32 ${format} ${x}`,
        format,
        expected: convert('fp64', format, [x]),
      })),
    );
    // an integer halfway between two bf16 values except for its 64th bit
    expect(await driver([`integer bf16 ${2n ** 60n + 2n ** 52n + 1n}`])).toEqual([spell('bf16', [2 ** 60 + 2 ** 53])]);
    const fractions: [Format, Parts, string, string][] = [
      ['fp64x2', [2 ** 53, -0.5], 'int64', `${2n ** 53n - 1n}`],
      ['fp64x2', [-(2 ** 53), 0.5], 'int64', `${-(2n ** 53n) + 1n}`],
      ['fp64x2', [2 ** 63, -1], 'int64', `${2n ** 63n - 1n}`],
      ['fp64x2', [2 ** 64, 0], 'uint64', `${2n ** 64n - 1n}`],
      ['fp64x4', [1e30, 0, 0, 0], 'int32', `${2 ** 31 - 1}`],
      ['fp32x2', [-1.5, 0], 'int32', '-1'],
      ['fp64x2', [NaN, 0], 'int32', '0'],
    ];
    const answers = await driver(fractions.map(([format, x, to]) => `convert ${format} ${to} ${spell(format, x)}`));
    expect(answers).toEqual(fractions.map(([, , , expected]) => expected));
  });

  it('print and parse decimals as TypeScript does', async () => {
    const random = seededRandom(26);
    const values = multiPart.flatMap((format) => operandsFor(format, 40, 27).map(([x]) => [format, x!] as const));
    const digits = values.map(() => 1 + Math.floor(random() * 80));
    const printed = await driver(values.map(([format, x], k) => `print ${format} ${digits[k]} ${spell(format, x)}`));
    const expected = values.map(([format, x], k) => printDecimal(format, x, digits[k]));
    expect(printed).toEqual(expected);
    const finite = values
      .map(([format], k) => [format, printed[k]!] as const)
      .filter(([, text]) => !text.includes('n'));
    const cases = finite.map(([format, text]) => ({
      question: `parse ${format} ${text}`,
      format,
      expected: parseDecimal(format, text)!,
    }));
    await expectAnswers(driver, cases);
  });

  it.each(['fp32x2', 'fp64x2', 'fp64x4'] as const)(
    'keep exp, log, sin, cos and pow of %s within their bounds',
    async (format) => {
      const bound = errorBounds[format].functions;
      // results far enough from underflow that their last parts are not lost
      const range = { fp32x2: 40, fp64x2: 600, fp64x4: 500 }[format];
      const random = seededRandom(28);
      const cases: { operation: Operation; args: Parts[] }[] = [];
      for (let k = 0; k < 250; k++) {
        const small = drawValue(format, random, -20, 3);
        const near1 = drawValue(format, random, -30, -2);
        cases.push({ operation: 'exp', args: [scaleInto(format, drawValue(format, random, -20, 9), range)] });
        cases.push({ operation: 'log', args: [absolute(drawValue(format, random, -60, 60))] });
        cases.push({
          operation: 'log',
          args: [(arithmetic[format]!.add as never as typeof fp64x2.add)(one(format) as never, near1 as never)],
        });
        for (const operation of ['sin', 'cos'] as const) {
          cases.push({ operation, args: [small] });
          cases.push({ operation, args: [drawValue(format, random, 0, format === 'fp32x2' ? 100 : 900)] });
          cases.push({ operation, args: [nearMultipleOfHalfPi(format, 1 + Math.floor(random() * 1000))] });
        }
        cases.push({
          operation: 'pow',
          args: [absolute(drawValue(format, random, -3, 3)), drawValue(format, random, -3, 4)],
        });
        cases.push({
          operation: 'pow',
          args: [drawValue(format, random, -1, 1), wholeNumber(format, Math.floor(random() * 60) - 30)],
        });
      }
      const answers = await driver(
        cases.map(({ operation, args }) => [operation, format, ...args.map((x) => spell(format, x))].join(' ')),
      );
      const worst: Record<string, number> = {};
      cases.forEach(({ operation, args }, k) => {
        const { exact, relative } = judge(operation, args, unspell(format, answers[k]!));
        if (exact === 0 && Number.isNaN(relative)) return;
        const scale = operation === 'pow' ? 1 + Math.abs(args[1]![0]! * Math.log(Math.abs(args[0]![0]!))) : 1;
        if (!(relative <= bound * scale))
          expect.fail(`${operation}(${args.join(' | ')}) is off by 2^${Math.log2(relative)}`);
        worst[operation] = Math.max(worst[operation] ?? 0, relative / scale);
      });
      const figures = Object.entries(worst).map(
        ([operation, error]) => `${operation} 2^${Math.log2(error).toFixed(2)}`,
      );
      console.info(`${format} functions: worst ${figures.join(', ')}, bound 2^${Math.log2(bound).toFixed(2)}`);
    },
  );

  it.each([
    ['cmp32x2', 0.1, 10.6, 1.3],
    ['cmp64x2', 0.1, 10.6, 1.3],
    ['cmp32x2', 1, 17.5, 3.1],
    ['cmp64x2', 1, 17.5, 3.1],
    ['cmp32x2', 100, 14.7, 13.1],
    ['cmp64x2', 100, 46.8, 50],
  ] as const)(
    'end the Taylor exponential of %s on (0, %d) at n = %d ± %d, as Table 2.7 of seed 001 has it',
    async (format, limit, mean, deviation) => {
      const random = seededRandom(43);
      const { from } = format === 'cmp32x2' ? cmp32x2 : cmp64x2;
      const xs = Array.from({ length: 4000 }, () => roundTo(formats[format].part, random() * limit));
      const answers = await driver(xs.map((x) => `exp-taylor ${format} ${spell(format, from(x))}`));
      const counts = answers.map((line) => Number(line.split(' ')[0]));
      const average = counts.reduce((a, b) => a + b) / counts.length;
      const spread = Math.sqrt(counts.reduce((a, b) => a + (b - average) ** 2, 0) / counts.length);
      // the seed does not give the distribution of its inputs, so the figures agree within 10 % and 20 %
      expect(Math.abs(average / mean - 1)).toBeLessThan(0.1);
      expect(Math.abs(spread / deviation - 1)).toBeLessThan(0.2);
    },
  );

  it('give the functions their special values', async () => {
    const table: [Operation, Format, number[], number][] = [];
    for (const format of multiPart) {
      table.push(['exp', format, [Infinity], Infinity], ['exp', format, [-Infinity], 0], ['exp', format, [NaN], NaN]);
      table.push(['exp', format, [0], 1], ['exp', format, [1e4], Infinity], ['exp', format, [-1e4], 0]);
      table.push(['log', format, [0], -Infinity], ['log', format, [-1], NaN], ['log', format, [1], 0]);
      table.push(['log', format, [Infinity], Infinity], ['sin', format, [Infinity], NaN], ['cos', format, [0], 1]);
      table.push(['sin', format, [-0], -0], ['pow', format, [2, 10], 1024], ['pow', format, [-2, 3], -8]);
      table.push(['pow', format, [-2, 0.5], NaN], ['pow', format, [0, 0], 1], ['pow', format, [0, -1], Infinity]);
      table.push(['pow', format, [2, -Infinity], 0], ['pow', format, [4, 0.5], 2], ['pow', format, [-1, 1001], -1]);
    }
    const wide = (format: Format, x: number) => spell(format, convert('fp64', format, [x]));
    const answers = await driver(
      table.map(([operation, format, args]) => [operation, format, ...args.map((x) => wide(format, x))].join(' ')),
    );
    table.forEach(([operation, format, args, expected], k) => {
      const sum = unspell(format, answers[k]!).reduce((a, b) => a + b);
      const label = `${operation}(${args}) in ${format} is ${sum}`;
      // the composite arithmetic of the seeds does not handle infinities, so only finite results are compared
      if (
        format.startsWith('cmp') &&
        !(Number.isFinite(expected) && args.every(Number.isFinite) && Math.abs(args[0]!) < 1e3)
      )
        return;
      if (Number.isNaN(expected)) expect(sum, label).toBeNaN();
      else if (expected === 0 || !Number.isFinite(expected)) expect(sum + 0, label).toBe(expected + 0);
      else expect(Math.abs(sum / expected - 1), label).toBeLessThan(2 ** -20);
    });
  });
});
