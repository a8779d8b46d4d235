import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kernel, mantissa, Scratch, start } from '../support/command-line.js';

/** One cold cache for the whole file, as unpacking and precompiling take seconds; the tests use it up in order. */
let scratch: Scratch;
let expected: string;
const cached = (...names: string[]) => path.join(scratch.path('cache/mantissa'), ...names);
const run = (...args: string[]) =>
  mantissa(['inspect', 'k.cu', ...args], {
    alone: true,
    cwd: scratch.folder,
    env: { XDG_CACHE_HOME: scratch.path('cache') },
  });
const startRun = () =>
  start(['inspect', 'k.cu'], { cwd: scratch.folder, env: { XDG_CACHE_HOME: scratch.path('cache') } });

beforeAll(async () => {
  scratch = new Scratch({ 'k.cu': kernel('a * x[i] + 1.0') });
  expected = (await mantissa(['inspect', 'k.cu'], { cwd: scratch.folder })).stdout;
  expect(expected).toContain('2 operations');
});
afterAll(() => scratch[Symbol.dispose]());

function names(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

function damage(folder: string, extension: string, change: (bytes: Buffer) => Buffer): string {
  const name = names(folder).find((one) => one.endsWith(extension))!;
  const file = path.join(folder, name);
  fs.writeFileSync(file, change(fs.readFileSync(file)));
  return file;
}

const flipMiddle = (bytes: Buffer): Buffer => {
  const changed = Buffer.from(bytes);
  for (let k = 0; k < 64; k++) changed[(changed.length >> 1) + k]! ^= 0xa5;
  return changed;
};

async function expectSameAnswer(): Promise<void> {
  const { exitCode, stdout, stderr } = await run();
  expect({ exitCode, stderr, stdout }).toEqual({ exitCode: 0, stderr: '', stdout: expected });
}

describe('the cache', () => {
  test('survives a process killed while unpacking, one killed while precompiling, and four at once after them', async () => {
    const unpacking = startRun();
    await until(() => names(cached()).some((name) => name.startsWith('unpacking-')));
    unpacking.kill('SIGKILL');
    await unpacking;
    expect(names(cached()).filter((name) => name.startsWith('clang-'))).toEqual([]);

    const precompiling = startRun();
    // of the precompiled header, not of the text it is made from
    await until(() => names(cached('headers')).some((name) => /^\w+-.*\.partial$/.test(name)));
    precompiling.kill('SIGKILL');
    await precompiling;
    expect(names(cached('headers')).filter((name) => name.endsWith('.pch'))).toEqual([]);

    fs.rmSync(cached(names(cached()).find((name) => name.startsWith('clang-'))!), { recursive: true });
    for (const { exitCode, stdout, stderr } of await Promise.all([run(), run(), run(), run()]))
      expect({ exitCode, stderr, stdout }).toEqual({ exitCode: 0, stderr: '', stdout: expected });
  });

  test('removes what killed processes left behind, once it is a day old', async () => {
    const left = [
      ...names(cached())
        .filter((name) => name.startsWith('unpacking-'))
        .map((name) => cached(name)),
      ...names(cached('headers'))
        .filter((name) => name.endsWith('.partial'))
        .map((name) => cached('headers', name)),
    ];
    expect(left.length).toBeGreaterThanOrEqual(2);
    await run();
    for (const file of left) expect(fs.existsSync(file)).toBe(true);
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
    for (const file of left) fs.utimesSync(file, yesterday, yesterday);
    await run();
    for (const file of left) expect(fs.existsSync(file)).toBe(false);
  });

  test('never uses a damaged cached result', async () => {
    for (const change of [flipMiddle, (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), () => Buffer.alloc(0)]) {
      damage(cached('runs'), '.run', change);
      await expectSameAnswer();
    }
  });

  test('builds a precompiled header again when it is damaged in the middle, cut short, or without its record', async () => {
    for (const [extension, change] of [
      ['.pch', flipMiddle],
      ['.pch', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
      ['.json', () => Buffer.from('{"digest":')],
    ] as const) {
      const whole = fs.readFileSync(
        path.join(cached('headers'), names(cached('headers')).find((name) => name.endsWith('.pch'))!),
      );
      fs.rmSync(cached('runs'), { recursive: true });
      damage(cached('headers'), extension, change);
      await expectSameAnswer();
      const rebuilt = fs.readFileSync(
        path.join(cached('headers'), names(cached('headers')).find((name) => name.endsWith('.pch'))!),
      );
      expect(rebuilt.equals(whole), `${extension} is whole again`).toBe(true);
    }
  });

  test('is left usable by Ctrl-C, which ends the command with 130 and no temporary file', async () => {
    fs.rmSync(cached('headers'), { recursive: true });
    fs.rmSync(cached('runs'), { recursive: true });
    const interrupted = startRun();
    // of the precompiled header, not of the text it is made from
    await until(() => names(cached('headers')).some((name) => /^\w+-.*\.partial$/.test(name)));
    interrupted.kill('SIGINT');
    const { exitCode, stdout, stderr } = await interrupted;
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 130, stdout: '', stderr: '\ninterrupted' });
    expect(names(cached('headers')).filter((name) => /\.(?:partial|pch)$/.test(name))).toEqual([]);
    await expectSameAnswer();
  });
});
