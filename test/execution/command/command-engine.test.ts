import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { CommandEngine } from '../../../src/execution/command/command-engine.js';
import type { BuildOutcome, BuildRequest, RunOutcome } from '../../../src/execution/engine.js';
import { run as runProcess } from '../../../src/execution/spawn.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { parseConfiguration } from '../../../src/space/configuration.js';
import { baselineConfiguration } from '../../../src/space/resolve.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { Workbench } from '../../../src/workbench/workbench.js';
import { naming } from '../../support/naming.js';

const heat = path.join(import.meta.dirname, '../projects', 'heat-with-makefile');
const tools = await Promise.all(
  ['make', 'cc', 'g++'].map((name) => runProcess(name, ['--version'], { timeoutMs: 600_000 })),
);
const usable = tools.every(({ ok }) => ok);
if (!usable) console.warn('SKIPPED: programs with a Makefile are not tested: make, cc and g++ are not all here');

const limits = { arguments: ['8'], timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 };
const overlaid = (overlay: Record<string, string>): BuildRequest => ({
  ...{ sources: [], includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] },
  overlay,
});

function output(outcome: RunOutcome): string {
  expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
  return outcome.kind === 'exited' ? outcome.stdout.toString() : '';
}

function artifactOf(outcome: BuildOutcome) {
  if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
  return outcome.artifact;
}

describe.skipIf(!usable)('a program with a Makefile', () => {
  const engine = new CommandEngine({
    cache: cacheFolder(),
    commands: { root: heat, build: 'make heat', run: './heat' },
  });
  const clang = new EmbeddedClang(cacheFolder(), 1);
  let bench: Workbench;
  beforeAll(async () => {
    const project = openProject({
      inputs: [heat],
      includeFolders: [],
      defines: [],
      undefines: [],
      workingFolder: heat,
    });
    bench = await Workbench.open(clang, engine, project);
  });
  afterAll(async () => {
    bench?.close();
    await engine.close();
    await clang.close();
  });

  test('prints the same as written and emulated with the formats it has', async () => {
    const original = output(await bench.runs.original(limits));
    expect(original.split('\n')).toHaveLength(5);
    expect(output(await bench.runs.emulated(baselineConfiguration, limits))).toBe(original);
  });

  test('prints the same emulated and built, and something else than as written', async () => {
    const text = JSON.stringify({ schemaVersion: 1, formats: { 'step.curvature': 'fp32' } });
    const configuration = parseConfiguration(text, 'test', bench.program, bench.groups);
    const built = output(await bench.runs.built(configuration, limits));
    expect(output(await bench.runs.emulated(configuration, limits))).toBe(built);
    expect(built).not.toBe(output(await bench.runs.original(limits)));
  });

  test('is counted', async () => {
    const counts = (await bench.runs.profile('count', limits)).operations.map(({ executions }) => executions);
    expect(Math.max(...counts)).toBe(64 * 8);
  });

  test('leaves the project itself alone', () => {
    expect(fs.readdirSync(heat).sort()).toEqual(['Makefile', 'main.cpp', 'mantissa.json', 'step.c', 'step.h']);
  });

  test('says in the words of the build what it did not build', async () => {
    const outcome = await engine.build(overlaid({ 'step.c': 'int step(void) { return wrong; }\n' }));
    expect(outcome).toMatchObject({ kind: 'build-failed', fault: 'source' });
    expect(outcome.kind === 'build-failed' && outcome.diagnostics).toMatch(
      /^'make heat' .*\b2\n[\s\S]*^step\.c:1:.* error: .*wrong/m,
    );
  });

  test('builds nothing outside its own copy', async () => {
    expect(await engine.build(overlaid({ '../step.c': '' }))).toMatchObject({
      kind: 'unavailable',
      reason: naming('../step.c'),
    });
  });
});

describe.skipIf(!usable)('the command engine', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-command-test-'));
  fs.mkdirSync(path.join(folder, 'stale'));
  fs.writeFileSync(path.join(folder, 'stale', 'CMakeCache.txt'), '');
  fs.mkdirSync(path.join(folder, '.git'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  async function outcomeOf(run: string, build: string | null = null, more: object = {}): Promise<RunOutcome> {
    const engine = new CommandEngine({ cache: cacheFolder(), commands: { root: folder, build, run } });
    try {
      const artifact = artifactOf(await engine.build(overlaid({})));
      return await engine.run(artifact, { ...limits, arguments: [], environment: {}, ...more });
    } finally {
      await engine.close();
    }
  }

  test('copies neither version control nor a folder CMake made for another place', async () => {
    expect(output(await outcomeOf('ls -A'))).toBe('');
  });

  test('gives the build and the program the environment it was started in', async () => {
    expect(output(await outcomeOf('cat path; echo $PATH; true', 'echo $PATH > path'))).toBe(
      `${process.env.PATH}\n${process.env.PATH}\n`,
    );
  });

  test('says that a run command does not exist', async () => {
    expect(await outcomeOf('./nowhere')).toMatchObject({
      kind: 'not-started',
      reason: expect.stringMatching(/nowhere/),
    });
  });

  test('tells a signal from an exit code, through the shell', async () => {
    expect(await outcomeOf('sh -c "kill -SEGV \\$\\$"; exit $?;')).toMatchObject({
      kind: 'crashed',
      crash: 'bad-memory-access',
    });
  });

  test('ends a build and a run that do not end', async () => {
    expect(await outcomeOf('sleep 600', null, { timeoutMs: 300 })).toMatchObject({ kind: 'timed-out' });
    const engine = new CommandEngine({
      cache: cacheFolder(),
      commands: { root: folder, build: 'sleep 600', run: 'true' },
      buildTimeoutMs: 300,
    });
    expect(await engine.build(overlaid({}))).toMatchObject({ kind: 'build-failed', fault: 'timed-out' });
    await engine.close();
  });

  test('does not hand back the output file of an earlier run', async () => {
    const engine = new CommandEngine({
      cache: cacheFolder(),
      commands: { root: folder, build: null, run: 'test -n "$WRITES" && echo 1 > out.txt; true' },
    });
    const artifact = artifactOf(await engine.build(overlaid({})));
    const collected = async (environment: Record<string, string>) => {
      const outcome = await engine.run(artifact, { ...limits, arguments: [], environment, collect: ['out.txt'] });
      return outcome.kind === 'exited' ? [...outcome.collected.keys()] : outcome.kind;
    };
    expect(await collected({ WRITES: 'yes' })).toEqual(['out.txt']);
    expect(await collected({})).toEqual([]);
    await engine.close();
  });

  test('says what to write when a project has no commands', async () => {
    expect(await new CommandEngine({ cache: cacheFolder() }).available()).toMatchObject({
      ok: false,
      remedy: expect.stringContaining('"run"'),
    });
  });
});
