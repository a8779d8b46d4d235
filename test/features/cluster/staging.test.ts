import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunRequest } from '../../../src/execution/engine.js';
import { collectWork } from '../../../src/features/cluster/collected-work.js';
import { jobScript } from '../../../src/features/cluster/job-script.js';
import { elsewhere, mentionedBelow } from '../../../src/features/cluster/moved-paths.js';
import { SharedFolder } from '../../../src/features/cluster/shared-folder.js';
import { jobName } from '../../../src/features/cluster/slurm.js';
import { stageCopies } from '../../../src/features/cluster/staged-sources.js';
import { Staging } from '../../../src/features/cluster/staging.js';
import type { Task } from '../../../src/features/cluster/task.js';
import { packWork } from '../../../src/features/cluster/work-package.js';
import { Scratch } from '../../support/command-line.js';

describe('paths within values', () => {
  test('move with their folder, of several the first that fits, and leave alone what only begins alike', () => {
    const value = {
      flags: ['-I/p/.m/cluster/staged/a', '/p', '/p/src/a.c', '/pq/b', 'in "/p/x y"'],
      bytes: Buffer.from('/p/src'),
      map: new Map([['/p/k', [1, null, Number.NaN]]]),
    };
    const moved = elsewhere(value, [
      ['/p/.m/cluster', '/n/cluster'],
      ['/p', '/n/project'],
    ]);
    expect(moved.flags).toEqual([
      '-I/n/cluster/staged/a',
      '/n/project',
      '/n/project/src/a.c',
      '/pq/b',
      'in "/n/project/x y"',
    ]);
    expect(moved.bytes.toString()).toBe('/p/src');
    expect([...moved.map]).toEqual([['/n/project/k', [1, null, Number.NaN]]]);
    expect(elsewhere(value, [])).toEqual(value);
  });

  test('are found at any position', () => {
    const value = {
      a: '-I/f/staged/x/ -L/f/cache/y',
      b: ['/f', '/fg/z', 'cc -o /f/out/prog;'],
      c: Buffer.from('/f/no'),
    };
    expect(mentionedBelow(value, '/f').sort()).toEqual(['', 'cache/y', 'out/prog', 'staged/x']);
  });
});

const nothing = { exitCode: 0, stdout: '', stderr: '', timedOut: false, missing: false };

/** A job that stands ready: a task, its manifest, and a folder of the node's own. */
function submitted(scratch: Scratch, tasks: Readonly<Record<string, Task>>) {
  const root = scratch.path('project');
  const folder = new SharedFolder(path.join(root, '.mantissa', 'p', 'cluster'));
  folder.make();
  for (const [id, task] of Object.entries(tasks)) folder.writeTask(id, task);
  folder.writeManifest('t-0', { engine: { name: 'native' }, packs: [Object.keys(tasks)], sideBySide: 1 });
  const staging = scratch.path('local');
  fs.mkdirSync(staging, { recursive: true });
  return { root, folder, staging };
}

const running = {
  ...{ jobId: 7, index: 0, ownId: 8, name: jobName('t-0'), state: { kind: 'running' as const } },
  ...{ node: 'n1', startedAtMs: 1, endedAtMs: null, reason: null },
};

test('a job is sent its work, does it in a folder of its node, and goes once all of it was collected', async () => {
  using scratch = new Scratch();
  const { root, folder, staging } = submitted(scratch, { probe: { kind: 'probe' } });
  const settings = { staging };
  const script = scratch.write('job.sh', jobScript('t-0', settings, folder, root));
  const job = spawn('bash', [script], {
    env: { ...process.env, SLURM_ARRAY_TASK_ID: '0', SLURM_ARRAY_JOB_ID: '7', SLURMD_NODENAME: 'n1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => job.once('close', resolve));
  const asked: string[] = [];
  const staged = new Staging(folder, settings, root, async (command, args) => {
    asked.push(command);
    const words = args.filter((one) => !/^--(?:jobid|overlap|nodes|ntasks|quiet|chdir|force)/.test(one));
    const [first, ...rest] = command === 'sbcast' ? ['cp', ...words] : words;
    const { status, stdout, stderr } = spawnSync(first!, rest, { encoding: 'utf8' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { ...nothing, ok: status === 0, stdout, stderr };
  });
  staged.attend([running]);
  expect(await ended).toBe(0);
  staged.attend([]);
  await staged.close();
  expect(folder.readResult('probe')).toMatchObject({ job: '7_0', node: 'n1', outcome: { ok: expect.any(Boolean) } });
  expect(folder.hasBegun('probe', '7_0')).toBe(true);
  expect(asked.slice(0, 2)).toEqual(['sbcast', 'sbcast']);
  expect(fs.readdirSync(staging)).toEqual([]);
});

test('a job goes with the files its tasks speak of, and with the project where they speak of that', () => {
  using scratch = new Scratch({
    'project/src/a.c': 'int main;',
    'project/.git/config': '',
    'project/data.txt': '1',
  });
  const request = { sources: [], includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] };
  const run = { arguments: [], timeoutMs: 1, environment: {} } as never;
  const shared = path.join(scratch.path('project'), '.mantissa', 'p', 'cluster');
  const { root, folder } = submitted(scratch, {
    b: { kind: 'build', request: { ...request, root: path.join(shared, 'staged', 'abc', 'deep') } } as Task,
    r: { kind: 'run', artifact: { file: path.join(shared, 'cache', 'prog') }, request: run } as never,
  });
  for (const name of ['staged/abc/deep/x.c', 'staged/abc/y.h', 'staged/other/z.h', 'cache/prog', 'cache/else'])
    scratch.write(path.join('project/.mantissa/p/cluster', name), name);
  const listed = (file: string) =>
    spawnSync('tar', ['-tzf', file], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter((name) => name !== '' && !name.endsWith('/'))
      .sort();
  const [work, ...none] = packWork(folder, root, 't-0', 0);
  expect(none).toEqual([]);
  expect(listed(work!)).toEqual(
    ['cache/prog', 'jobs/t-0.json', 'staged/abc/deep/x.c', 'staged/abc/y.h', 'tasks/b', 'tasks/r'].map(
      (name) => `cluster/${name}`,
    ),
  );
  folder.writeTask('c', {
    kind: 'run',
    artifact: { file: 'x' },
    request: { ...(run as object), copies: { 'data.txt': path.join(root, 'data.txt') } },
  } as never);
  folder.writeManifest('t-1', { engine: { name: 'native' }, packs: [['c']], sideBySide: 1 });
  const [, project] = packWork(folder, root, 't-1', 0);
  expect(listed(project!)).toEqual(['project/data.txt', 'project/src/a.c']);
});

test('a repeated failure of a command ends the study, with the command', async () => {
  using scratch = new Scratch();
  const { root, folder, staging } = submitted(scratch, { probe: { kind: 'probe' } });
  const staged = new Staging(folder, { staging }, root, async () => ({
    ...nothing,
    ok: false,
    stderr: 'no such folder',
  }));
  staged.attend([running]);
  const fault = async () => {
    for (;;) {
      staged.attend([running]);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await expect(fault()).rejects.toThrow(/no such folder: sbcast --jobid=8 /);
});

test('a job is forgotten only after it has ended', async () => {
  using scratch = new Scratch({ 'job/cluster/begun/a.7_0': '', 'job/out': 'said', 'job/ended': '0' });
  const shared = new SharedFolder(scratch.path('job/cluster'));
  shared.make();
  const done = { node: 'n1', job: '7_0', startedAtMs: 1, durationMs: 1, clockAheadMs: 0 };
  scratch.write('job/cluster/cache/prog', 'binary');
  shared.writeResult('a', { ...done, outcome: { artifact: { file: scratch.path('job/cluster/cache/prog') } } });
  const first = await collectWork(scratch.path('job'), []);
  expect(first).toMatchObject({ begun: ['a.7_0'], made: ['cache/prog'], isOver: false, printed: 'said' });
  expect(Object.keys(first.results)).toEqual(['a']);
  expect(fs.existsSync(scratch.path('job/collected'))).toBe(false);
  expect(await collectWork(scratch.path('job'), ['a'])).toMatchObject({ results: {}, isOver: true, files: null });
  expect(fs.existsSync(scratch.path('job/collected'))).toBe(true);
});

test('files that nodes do not see go where they do, under a name that is the same for the same contents', () => {
  using scratch = new Scratch({ 'seen.txt': 'a', 'made/one.txt': '1', 'again/one.txt': '1', 'other/one.txt': '2' });
  const folder = new SharedFolder(scratch.path('cluster'));
  const staged = (file: string): string => {
    const request = { arguments: [], timeoutMs: 1, environment: {}, copies: { 'one.txt': file } };
    const { copies } = stageCopies(request as unknown as RunRequest, folder, (one) => one.endsWith('seen.txt'));
    return copies!['one.txt']!;
  };
  expect(staged(scratch.path('seen.txt'))).toBe(scratch.path('seen.txt'));
  const one = staged(scratch.path('made/one.txt'));
  expect(one.startsWith(scratch.path('cluster/staged'))).toBe(true);
  expect(fs.readFileSync(one, 'utf8')).toBe('1');
  expect(staged(scratch.path('again/one.txt'))).toBe(one);
  expect(staged(scratch.path('other/one.txt'))).not.toBe(one);
});
