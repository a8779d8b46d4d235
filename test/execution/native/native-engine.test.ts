import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { BuildRequest } from '../../../src/execution/engine.js';
import { NativeEngine } from '../../../src/execution/native/native-engine.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';

const cache = cacheFolder();
const engine = new NativeEngine({ cache });
const availability = await engine.available();
if (!availability.ok)
  console.warn(`SKIPPED: process trees and vanishing compilers are not tested: ${availability.reason}`);
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => engine.close());

function request(text: string, language: 'c' | 'c++' = 'c'): BuildRequest {
  const source = { name: `program.${language}`, text, language, standard: language === 'c' ? 'gnu17' : 'c++20' };
  return { sources: [source], includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] };
}
const limits = { timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30, environment: {}, arguments: [] };

async function run(text: string, more: object = {}, language: 'c' | 'c++' = 'c') {
  const outcome = await engine.build(request(text, language));
  if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
  return engine.run(outcome.artifact, { ...limits, ...more });
}

/** Forks five children in sessions of their own, each with a child, all of which sleep; prints the ids of the ten, then waits for ever or exits. */
const forking = (then: string) => `
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int printed[2];
  char byte = 0;
  if (pipe(printed) != 0) return 1;
  for (int k = 0; k < 5; k++) {
    int pid = fork();
    if (pid == 0) {
      setsid();
      if (fork() == 0) { printf("%d\\n", (int)getpid()); fflush(stdout); write(printed[1], &byte, 1); }
      sleep(600);
      return 0;
    }
    printf("%d\\n", pid);
    fflush(stdout);
  }
  for (int k = 0; k < 5; k++) if (read(printed[0], &byte, 1) != 1) return 1;
  ${then}
}`;

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!availability.ok)('the native engine', () => {
  test.each([
    ['runs past its time', 'sleep(600); return 0;', 'timed-out', { timeoutMs: 2500 }],
    ['exits before its children', 'return 0;', 'exited', {}],
  ])('ends the whole tree of a program that forks and %s', async (_, then, kind, patience) => {
    const outcome = await run(forking(then), patience);
    expect(outcome.kind).toBe(kind);
    if (!('stdout' in outcome)) return;
    const pids = outcome.stdout.toString().trim().split('\n').map(Number);
    expect(pids).toHaveLength(10);
    expect(pids.filter(alive)).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('leaves nothing running when mantissa itself is killed', async () => {
    const outcome = await engine.build(request(forking('sleep(600); return 0;')));
    if (outcome.kind !== 'built') throw new Error('not built');
    const module = new URL('../../../dist/internal.js', import.meta.url).href;
    // stdout reaches us only at the end, which never comes: the children are found by the folder they run in
    const work = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-killed-'));
    const script = `import { NativeEngine } from ${JSON.stringify(module)};
      const engine = new NativeEngine({ cache: ${JSON.stringify(cache)} });
      await engine.run(${JSON.stringify(outcome.artifact)}, { ...${JSON.stringify(limits)}, workingFolder: ${JSON.stringify(work)}, timeoutMs: 600000 });`;
    const tuner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const running = () =>
      fs
        .readdirSync('/proc')
        .filter((entry) => /^\d+$/.test(entry))
        .filter((pid) => {
          try {
            return fs.readlinkSync(`/proc/${pid}/cwd`) === work;
          } catch {
            return false;
          }
        }).length;
    try {
      await vi.waitUntil(() => running() >= 10, { timeout: 600_000, interval: 50 });
      tuner.kill('SIGKILL');
      await vi.waitUntil(() => running() === 0, { timeout: 600_000, interval: 50 });
      expect(running()).toBe(0);
    } finally {
      tuner.kill('SIGKILL');
      fs.rmSync(work, { recursive: true, force: true });
    }
  });

  test('names an exception nobody caught', async () => {
    const text = '#include <stdexcept>\nint main() { throw std::runtime_error("no"); }';
    expect(await run(text, {}, 'c++')).toMatchObject({
      kind: 'crashed',
      crash: 'uncaught-exception',
      reason: 'uncaught exception of type std::runtime_error',
    });
  });

  test('calls a failed new a memory limit', async () => {
    const text = 'char *volatile p;\nint main() { for (;;) p = new char[64 << 20]; }';
    expect(await run(text, { maxMemoryBytes: 2 ** 28 }, 'c++')).toMatchObject({ kind: 'memory-limit' });
  });

  test('measures processor time and memory of the program', async () => {
    const text = 'int main(void) { for (volatile long k = 0; k < 100000000; k++) {} return 0; }';
    const outcome = await run(text);
    expect(outcome.kind).toBe('exited');
    if (outcome.kind !== 'exited') return;
    expect(outcome.cpuMs).toBeGreaterThan(20);
    expect(outcome.cpuMs).toBeLessThan(outcome.durationMs * 1.2 + 20);
    expect(outcome.peakMemoryBytes).toBeGreaterThan(2 ** 18);
  });

  test('says so when the compiler vanishes, and works again when it is back', async () => {
    const text = `int main(void) { return 0; } // ${process.pid} ${performance.now()}`;
    vi.stubEnv('PATH', '/nonexistent');
    expect(await engine.build(request(text))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('g++'),
      remedy: expect.stringContaining('wasm'),
    });
    vi.unstubAllEnvs();
    expect(await engine.build(request(text))).toMatchObject({ kind: 'built', cached: false });
  });

  test('says so when there was no compiler in the first place', async () => {
    const other = new NativeEngine({ cache, compiler: 'no-such-compiler' });
    expect(await other.available()).toMatchObject({ ok: false, reason: expect.stringContaining('no-such-compiler') });
    expect(await other.build(request('int main(void) {}'))).toMatchObject({ kind: 'unavailable' });
    await other.close();
  });

  test('ends a compiler that does not', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-compiler-'));
    const compiler = path.join(folder, 'slow-g++');
    fs.writeFileSync(compiler, '#!/bin/sh\n[ "$1" = --version ] && echo slow 1.0 && exit 0\nsleep 600\n', {
      mode: 0o755,
    });
    try {
      const slow = new NativeEngine({ cache, compiler, buildTimeoutMs: 300 });
      const outcome = await slow.build(request('int main(void) {}'));
      expect(outcome).toMatchObject({ kind: 'build-failed', fault: 'timed-out' });
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});
