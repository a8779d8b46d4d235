import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { hasCommand } from '../../numerics/formats-driver.js';

const present = hasCommand('g++');
if (!present) console.warn('SKIPPED: no g++ on the PATH, so multi-limb arithmetic is not compared with exact integers');

/** value = numerator · 2^exponent. */
interface Exact {
  readonly numerator: bigint;
  readonly exponent: number;
}

const view = new DataView(new ArrayBuffer(8));
function exactOf(x: number): Exact {
  if (x === 0) return { numerator: 0n, exponent: 0 };
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const magnitude = field === 0 ? fraction : fraction | (1n << 52n);
  return { numerator: x < 0 ? -magnitude : magnitude, exponent: Math.max(field, 1) - 1075 };
}

function add(a: Exact, b: Exact): Exact {
  const exponent = Math.min(a.exponent, b.exponent);
  const at = (one: Exact) => one.numerator << BigInt(one.exponent - exponent);
  return { numerator: at(a) + at(b), exponent };
}
const negate = (a: Exact): Exact => ({ ...a, numerator: -a.numerator });
const multiply = (a: Exact, b: Exact): Exact => ({
  numerator: a.numerator * b.numerator,
  exponent: a.exponent + b.exponent,
});

/** Exact but for the last of more than 700 bits, which is set if there is a remainder. */
function divide(a: Exact, b: Exact): Exact {
  const magnitude = (x: bigint) => (x < 0n ? -x : x);
  const shift = 1200;
  const [dividend, divisor] = [magnitude(a.numerator) << BigInt(shift), magnitude(b.numerator)];
  const quotient = ((dividend / divisor) << 1n) | (dividend % divisor === 0n ? 0n : 1n);
  const isNegative = a.numerator < 0n !== b.numerator < 0n;
  return { numerator: isNegative ? -quotient : quotient, exponent: a.exponent - b.exponent - shift - 1 };
}

/** To so many bits, ties to even. */
function rounded({ numerator, exponent }: Exact, bits: number): Exact {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const extra = magnitude.toString(2).length - bits;
  if (extra <= 0) return { numerator, exponent };
  const half = 1n << BigInt(extra - 1);
  const rest = magnitude & ((1n << BigInt(extra)) - 1n);
  let kept = magnitude >> BigInt(extra);
  if (rest > half || (rest === half && (kept & 1n) === 1n)) kept += 1n;
  return { numerator: numerator < 0n ? -kept : kept, exponent: exponent + extra };
}

/** As the driver prints it. */
function printed(value: Exact, limbs: number): string {
  if (value.numerator === 0n) return `0 0 ${'0'.repeat(8 * limbs)}`;
  const magnitude = value.numerator < 0n ? -value.numerator : value.numerator;
  const length = magnitude.toString(2).length;
  const aligned = magnitude << BigInt(32 * limbs - length);
  return `${value.numerator < 0n ? -1 : 1} ${value.exponent + length} ${aligned.toString(16).padStart(8 * limbs, '0')}`;
}

let state = 1n;
function random(): number {
  state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number(state >> 11n) * 2 ** -53;
}
const number = (spread: number) => (random() - 0.5) * 2 ** Math.round((random() - 0.5) * spread);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-limbs-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe.runIf(present)('multi-limb arithmetic', () => {
  it('rounds sums, differences, products and quotients of 32 to 256 bits as exact integers say', () => {
    const program = path.join(folder, 'driver');
    const source = fileURLToPath(new URL('multi-limb-driver.cpp', import.meta.url));
    const built = spawnSync('g++', ['-O1', '-std=c++17', '-Wall', '-Wextra', '-Werror', source, '-o', program], {
      encoding: 'utf8',
    });
    expect(built.stderr).toBe('');
    const cases = [1, 2, 4, 8].flatMap((limbs) =>
      (['+', '-', '*', '/'] as const).flatMap((operation) =>
        Array.from({ length: 400 }, (_, at) => {
          const a = number(at % 3 === 0 ? 4 : 600);
          // near to each other, equal and opposite: where digits cancel
          const b = at % 7 === 0 ? a : at % 5 === 0 ? -a * (1 + 2 ** -52) : number(at % 3 === 0 ? 4 : 600);
          return { limbs, operation, a, b };
        }),
      ),
    );
    const hex = (x: number) => x.toString(); // scanf reads decimal too, and a shortest decimal is exact
    const input = cases.map(({ limbs, operation, a, b }) => `${limbs} ${operation} ${hex(a)} ${hex(b)}`).join('\n');
    const { stdout } = spawnSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 26 });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2 * cases.length);
    for (const [at, { limbs, operation, a, b }] of cases.entries()) {
      const to = (value: Exact) => rounded(value, 32 * limbs);
      const [x, y] = [to(exactOf(a)), to(exactOf(b))];
      const operations = {
        '+': () => [add(x, y), (once: Exact) => add(once, to(multiply(x, y)))] as const,
        '-': () => [add(x, negate(y)), (once: Exact) => add(once, to(multiply(x, y)))] as const,
        '*': () => [multiply(x, y), (once: Exact) => multiply(once, once)] as const,
        '/': () => [divide(x, y), (once: Exact) => divide(once, to(multiply(y, y)))] as const,
      };
      const [first, second] = operations[operation]();
      const once = to(first);
      const twice = to(second(once));
      const got = [lines[2 * at]!, lines[2 * at + 1]!].map((line) => line.split(' ').slice(0, 3).join(' '));
      expect(got, JSON.stringify({ limbs, operation, a, b })).toEqual([printed(once, limbs), printed(twice, limbs)]);
    }
  });
});
