import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runtimeFolder } from '../../../src/clang/resources.js';
import type { RunRequest, Session } from '../../../src/execution/engine.js';
import { NativeEngine } from '../../../src/execution/native/native-engine.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';

const engine = new NativeEngine({ cache: cacheFolder() });
const availability = await engine.available();
if (!availability.ok) console.warn(`SKIPPED: runs in one process are not tested: ${availability.reason}`);
afterAll(() => engine.close());

/** As in mantissa_instrument.h. */
const DECLARED = `extern int mx_is_serving;
void mx_start_run(void);
void mx_leave_main(int status) __attribute__((noreturn));`;

/** `body` is what main does, with `calls` counting how often it has been called in this process. */
async function open(body: string): Promise<Session> {
  const program = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int calls;
static char *volatile kept;
int mx_is_serving;
void mx_leave_main(int status);
void mx_start_run(void) {}
void mx_flush_streams(void) {}
int mx_call_main(int argc, char **argv) { calls++; ${body} return 0; }`;
  const serve = fs.readFileSync(path.join(runtimeFolder(), 'instrument', 'mantissa_serve.c'), 'latin1');
  const source = (name: string, text: string) => ({ name, text, language: 'c' as const, standard: 'gnu17' });
  const outcome = await engine.build({
    sources: [source('program.c', program), source('serve.c', `${DECLARED}\n${serve}`)],
    ...{ includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] },
  });
  if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
  return engine.open(outcome.artifact);
}

const request: RunRequest = {
  arguments: [],
  environment: {},
  timeoutMs: 600_000,
  maxOutputBytes: 1 << 20,
  maxMemoryBytes: 2 ** 30,
};
const run = async (session: Session, more: Partial<RunRequest> = {}) => {
  const outcome = await session.run({ ...request, ...more });
  return 'stdout' in outcome ? { ...outcome, said: outcome.stdout.toString() } : { ...outcome, said: '' };
};

describe.skipIf(!availability.ok)('runs of one process', () => {
  test('have each their own arguments, environment, working folder, files and output', async () => {
    const session = await open(`
      printf("%d %d %s %s", calls, argc, argv[1], getenv("COLOUR") ? getenv("COLOUR") : "none");
      fprintf(stderr, "call %d", calls);
      fputs(argv[1], fopen("written", "w"));
      argv[1][0] = '#';`);
    const first = await run(session, { arguments: ['one'], environment: { COLOUR: 'a=b' }, collect: ['written'] });
    const second = await run(session, { arguments: ['two', 'ü'], collect: ['written', 'missing'] });
    expect(first).toMatchObject({ kind: 'exited', exitCode: 0, said: '1 2 one a=b', stderr: Buffer.from('call 1') });
    expect(second).toMatchObject({ kind: 'exited', exitCode: 0, said: '2 3 two none', stderr: Buffer.from('call 2') });
    expect(first).toMatchObject({ collected: new Map([['written', Buffer.from('one')]]) });
    expect(second).toMatchObject({ collected: new Map([['written', Buffer.from('two')]]) });
    expect(session.runsInProcess).toBeGreaterThan(0);
    await session.close();
    expect(session.runsInProcess).toBe(0);
  });

  test('find stdin at its end, a seed of 1 and the descriptors of a new process', async () => {
    const session = await open('int next = dup(0); close(next); printf("%d %d %d", getchar(), rand(), next);');
    const { said } = await run(session);
    expect(said).toMatch(/^-1 \d+ \d+$/);
    expect(await run(session)).toMatchObject({ kind: 'exited', said });
    await session.close();
  });

  test('print as much as they may, without a marker in it', async () => {
    const session = await open('for (int k = 0; k < 100000; k++) puts("0123456789");');
    const wanted = '0123456789\n'.repeat(100_000);
    for (let k = 0; k < 2; k++)
      expect((await run(session, { maxOutputBytes: wanted.length })).said === wanted).toBe(true);
    expect(session.runsInProcess).toBeGreaterThan(0);
    expect(await run(session, { maxOutputBytes: wanted.length - 1 })).toMatchObject({ kind: 'output-limit' });
    expect(session.runsInProcess).toBe(0);
    await session.close();
  });

  test('that leave main go on in the same process, whatever they say', async () => {
    const session = await open('printf("%d", calls); if (argc > 1) mx_leave_main(atoi(argv[1])); printf("!");');
    expect(await run(session, { arguments: ['0'] })).toMatchObject({ kind: 'exited', exitCode: 0, said: '1' });
    expect(await run(session)).toMatchObject({ kind: 'exited', exitCode: 0, said: '2!' });
    expect(session.runsInProcess).toBe(2);
    await session.close();
    expect(await run(session, { arguments: ['7'] })).toMatchObject({ kind: 'exited', exitCode: 7, said: '1' });
    await session.close();
  });

  test('that call exit() end as they say, and the next has a new process', async () => {
    const session = await open('printf("%d", calls); if (argc > 1) exit(atoi(argv[1]));');
    expect(await run(session, { arguments: ['0'] })).toMatchObject({ kind: 'exited', exitCode: 0, said: '1' });
    expect(session.runsInProcess).toBe(0);
    expect(await run(session)).toMatchObject({ kind: 'exited', exitCode: 0, said: '1' });
    expect(session.runsInProcess).toBeGreaterThan(0);
    expect(await run(session, { arguments: ['7'] })).toMatchObject({ kind: 'exited', exitCode: 7 });
    await session.close();
  });

  test.each([
    ['crash', 'abort();', { kind: 'crashed', crash: 'abort' }],
    ['hang', 'for (;;) pause();', { kind: 'timed-out' }],
    ['flood', 'for (;;) puts("again and again");', { kind: 'output-limit' }],
    ['fill the memory', 'for (;;) { kept = malloc(1 << 24); memset(kept, 1, 1 << 24); }', { kind: 'memory-limit' }],
  ])('that %s are told as such, and do not touch the next', async (_, fault, expected) => {
    const session = await open(`if (argc > 1) { printf("before"); fflush(stdout); ${fault} } printf("fine");`);
    const limits = { maxMemoryBytes: 2 ** 28 };
    expect(await run(session, limits)).toMatchObject({ kind: 'exited', said: 'fine' });
    const patience = expected.kind === 'timed-out' ? { timeoutMs: 1500 } : {}; // all others end by themselves
    const bad = await run(session, { ...limits, ...patience, arguments: ['bad'] });
    expect(bad).toMatchObject(expected);
    expect(bad.said).toMatch(/^before/);
    expect(session.runsInProcess).toBe(0);
    expect(await run(session, limits)).toMatchObject({ kind: 'exited', exitCode: 0, said: 'fine' });
    await session.close();
  });

  test('that only fail for what others left behind are repeated in a new process', async () => {
    const session = await open('if (calls == 2) abort(); if (calls == 3) return 5; printf("%d", calls);');
    for (let k = 0; k < 3; k++) expect(await run(session)).toMatchObject({ kind: 'exited', exitCode: 0, said: '1' });
    await session.close();
  });

  test('leave no children behind', async () => {
    const session = await open(`
      int child = fork();
      if (child == 0) { if (argc > 1) return 0; for (;;) pause(); }
      printf("%d", child);`);
    for (const args of [[], ['returns']]) {
      const outcome = await run(session, { arguments: args });
      expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
      expect(() => process.kill(Number(outcome.said), 0)).toThrow('ESRCH');
      expect(session.runsInProcess).toBe(0);
    }
    await session.close();
  });

  test('start again after 200', async () => {
    const session = await open('printf("%d", calls);');
    const said: string[] = [];
    for (let k = 0; k < 202; k++) said.push((await run(session)).said);
    expect(said.slice(198)).toEqual(['199', '200', '1', '2']);
    await session.close();
  });
});
