import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { BuildRequest } from '../../../src/execution/engine.js';
import { leadingIncludes } from '../../../src/execution/wasm/leading-includes.js';
import { WasmEngine } from '../../../src/execution/wasm/wasm-engine.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';

const engine = new WasmEngine({ cache: cacheFolder() });
afterAll(() => engine.close());

function request(text: string, language: 'c' | 'c++' = 'c++', more: Partial<BuildRequest> = {}): BuildRequest {
  const source = { name: 'program.cpp', text, language, standard: language === 'c' ? 'gnu17' : 'c++20' };
  return { sources: [source], includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [], ...more };
}
const limits = { timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 28, environment: {}, arguments: [] };

async function run(what: BuildRequest, more: object = {}) {
  const outcome = await engine.build(what);
  if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
  return engine.run(outcome.artifact, { ...limits, ...more });
}

test('compiles try and throw, and says so when one is thrown', async () => {
  const text = `struct mine {};
int risky(int x) { if (x > 1) throw mine{}; return x; }
int main(int argc, char **) { try { return risky(argc); } catch (const mine &) { return 7; } }`;
  expect(await run(request(text))).toMatchObject({ kind: 'exited', exitCode: 1 });
  const outcome = await run(request(text), { arguments: ['more'] });
  expect(outcome).toMatchObject({ kind: 'crashed', crash: 'unsupported-exception' });
  expect(outcome.kind === 'crashed' && outcome.reason).toMatch(/type mine .*--engine native/);
});

test('compiles threads, and says so when one is started', async () => {
  const text = `#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *given) { return given; }
int main(int argc, char **argv) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  if (argc > 1) return pthread_create(&thread, 0, work, argv);
  pthread_mutex_unlock(&lock);
  return 5;
}`;
  expect(await run(request(text, 'c'))).toMatchObject({ kind: 'exited', exitCode: 5 });
  const outcome = await run(request(text, 'c'), { arguments: ['more'] });
  expect(outcome).toMatchObject({ kind: 'crashed', crash: 'unsupported-thread' });
  expect(outcome.kind === 'crashed' && outcome.reason).toContain('--engine native');
});

test('says which headers it cannot have', async () => {
  expect(await engine.build(request('#include <sys/wait.h>\nint main() {}', 'c'))).toMatchObject({
    kind: 'build-failed',
    fault: 'missing-header',
    remedy: expect.stringContaining('--engine native'),
  });
});

test('keeps a program inside its working folder', async () => {
  const text = `#include <stdio.h>
int main(int argc, char **argv) { for (int k = 1; k < argc; k++) puts(fopen(argv[k], "r") ? "opened" : "refused"); }`;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-confined-'));
  try {
    fs.symlinkSync('/etc/hosts', path.join(folder, 'link'));
    fs.writeFileSync(path.join(folder, 'own'), '');
    const paths = [
      '/etc/hosts',
      '../../etc/hosts',
      `..${'/..'.repeat(20)}/etc/hosts`,
      'link',
      'own',
      '/own',
      `${folder}/own`,
    ];
    const outcome = await run(request(text, 'c'), { arguments: paths, workingFolder: folder });
    const answers = outcome.kind === 'exited' ? outcome.stdout.toString().trim().split('\n') : [];
    expect(answers).toEqual(['refused', 'refused', 'refused', 'refused', 'opened', 'opened', 'opened']);
    const opened = await run(request(text, 'c'), { arguments: ['/etc/hosts'], openFolders: ['/etc'] });
    expect(opened.kind === 'exited' && opened.stdout.toString()).toBe('opened\n');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('reads forced includes, edited or not', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-forced-'));
  try {
    const prelude = path.join(folder, 'prelude.h');
    const what = request('int main() { return VALUE; }', 'c++', { forcedIncludes: [prelude] });
    fs.writeFileSync(prelude, '#define VALUE 3\n');
    expect(await run(what)).toMatchObject({ exitCode: 3 });
    fs.writeFileSync(prelude, '#define VALUE 4\n');
    expect(await run(what)).toMatchObject({ exitCode: 4 });
    fs.writeFileSync(prelude, '#define VALUE nonsense\n');
    expect(await engine.build(what)).toMatchObject({ kind: 'build-failed', fault: 'source' });
    fs.writeFileSync(prelude, '#error "do not"\n');
    const refused = await engine.build(what);
    expect(refused.kind === 'build-failed' && refused.diagnostics).toContain('prelude.h:1:2: error:');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('precompiles only the includes nothing stands before', () => {
  expect(leadingIncludes('// c\n#include <a>\n/* x\n*/ # include "b.h" // y\r\n\n#define X\n#include <c>\n')).toEqual([
    'a',
    'b.h',
  ]);
  expect(leadingIncludes('#if 1\n#include <a>\n#endif')).toEqual([]);
  expect(leadingIncludes('#include <a>\n#include MACRO\n#include <b>')).toEqual(['a']);
  expect(leadingIncludes('#include <a> int x;\n')).toEqual([]);
  expect(leadingIncludes('')).toEqual([]);
});

test('a static array larger than the memory limit is a memory limit', async () => {
  const text = 'char large[200 << 20];\nint main(int argc, char **) { large[argc] = 1; return large[argc + 1]; }';
  expect(await run(request(text), { maxMemoryBytes: 2 ** 26 })).toMatchObject({ kind: 'memory-limit' });
  expect(await run(request(text))).toMatchObject({ kind: 'exited', exitCode: 0 });
});
