import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProjectTree } from '../../../src/execution/command/project-tree.js';
import type { BuildRequest, RunRequest } from '../../../src/execution/engine.js';
import { ActivePacks } from '../../../src/features/cluster/active-packs.js';
import { jobScript, requestOf, sbatchArguments } from '../../../src/features/cluster/job-script.js';
import { LedgerFile, readLedger } from '../../../src/features/cluster/ledger.js';
import { SharedFolder } from '../../../src/features/cluster/shared-folder.js';
import { stageSources } from '../../../src/features/cluster/staged-sources.js';
import { isOfTheNode, type Task } from '../../../src/features/cluster/task.js';
import { named, TaskNames } from '../../../src/features/cluster/task-names.js';
import { decode, encode } from '../../../src/features/cluster/wire.js';
import { wallTimeMs } from '../../../src/frontend/project/slurm-settings.js';

let root: string;
let folder: SharedFolder;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-cluster-'));
  folder = new SharedFolder(path.join(root, 'cluster'));
  folder.make();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const done = { node: 'n1', job: '7_0', startedAtMs: 1, durationMs: 2, clockAheadMs: 0 };

test('values are restored exactly: bytes, maps, infinities; truncated or damaged data is rejected', () => {
  const value = {
    bytes: Buffer.from([0, 255, 10]),
    map: new Map([['a', Buffer.from('b')]]),
    most: Number.POSITIVE_INFINITY,
    none: null,
  };
  const text = encode(value);
  expect(decode(text)).toEqual(value);
  for (let at = 0; at < text.length; at++) expect(decode(text.slice(0, at))).toBeNull();
  expect(decode(text.replace('none', 'nono'))).toBeNull();
});

describe('results', () => {
  test('the first stays, whoever else brings one', () => {
    expect(folder.writeResult('a', { ...done, outcome: 1 })).toBe(true);
    expect(folder.writeResult('a', { ...done, job: '8_0', outcome: 2 })).toBe(false);
    expect(folder.readResult('a')).toEqual({ ...done, outcome: 1 });
    expect(fs.readdirSync(path.join(folder.path, 'results'))).toEqual(['a']);
  });

  test('one that is not whole does not exist, and gives way', () => {
    fs.writeFileSync(path.join(folder.path, 'results', 'a'), encode({ ...done, outcome: 1 }).slice(0, -5));
    expect(folder.hasResult('a')).toBe(false);
    expect(folder.writeResult('a', { ...done, outcome: 2 })).toBe(true);
    expect(folder.readResult('a')?.outcome).toBe(2);
  });
});

test('outcomes caused by the node are retried; outcomes of the program are final', () => {
  const run = { kind: 'run' } as Task;
  const build = { kind: 'build' } as Task;
  expect(isOfTheNode({ kind: 'probe' }, { ok: false, reason: 'no compiler', remedy: '' })).toBe(true);
  expect(isOfTheNode(build, { kind: 'unavailable', reason: 'No space left on device', remedy: '' })).toBe(true);
  expect(isOfTheNode(build, { kind: 'build-failed', fault: 'source' })).toBe(false);
  expect(isOfTheNode(run, { kind: 'not-started', reason: 'its file is gone' })).toBe(true);
  expect(isOfTheNode(run, { kind: 'crashed', crash: 'abort' })).toBe(false);
});

describe('the ledger', () => {
  test('lists active jobs; a truncated last line is ignored', () => {
    const ledger = new LedgerFile(folder.ledger);
    ledger.append({ kind: 'submitting', atMs: 1, token: 's-0', job: 'accuracy', packs: [['a', 'b'], ['c']] });
    ledger.append({ kind: 'submitted', token: 's-0', jobId: 9 });
    ledger.append({ kind: 'ended', atMs: 2, token: 's-0', index: 0, as: 'finished', node: 'n1' });
    ledger.append({ kind: 'submitting', atMs: 3, token: 's-1', job: 'build', packs: [['d']] });
    ledger.close();
    const under = () =>
      [...new ActivePacks(readLedger(folder.ledger))].map(({ token, index, jobId }) => `${token}/${index} ${jobId}`);
    expect(under()).toEqual(['s-0/1 9', 's-1/0 null']);
    fs.appendFileSync(folder.ledger, '12345678 {"kind":"submitt');
    expect(under()).toEqual(['s-0/1 9', 's-1/0 null']);
    const later = new LedgerFile(folder.ledger);
    later.append({ kind: 'not-submitted', token: 's-1', why: 'full' });
    later.close();
    expect(under()).toEqual(['s-0/1 9']);
  });

  test('a damaged line in its middle is an error, because submitted jobs would be forgotten', () => {
    const ledger = new LedgerFile(folder.ledger);
    for (const token of ['a', 'b']) ledger.append({ kind: 'submitted', token, jobId: 1 });
    ledger.close();
    fs.writeFileSync(folder.ledger, fs.readFileSync(folder.ledger, 'utf8').replace('"a"', '"c"'));
    expect(() => readLedger(folder.ledger)).toThrow(/MX1008.*checksum/s);
  });
});

describe('names of tasks', () => {
  const request: RunRequest = {
    arguments: ['1'],
    environment: {},
    timeoutMs: 9000,
    maxOutputBytes: 10,
    maxMemoryBytes: 10,
  };

  test('depend on the task, not on the time; a repeated task has another name', () => {
    const [names, later] = [new TaskNames(), new TaskNames()];
    const first = names.next(named(request));
    expect(names.next(named(request))).not.toBe(first);
    expect(later.next(named({ ...request, timeoutMs: 8600 }))).toBe(first);
    expect(later.next(named({ ...request, timeoutMs: 90_000 }))).not.toBe(first);
    expect(later.next(named({ ...request, arguments: ['2'] }))).not.toBe(first);
  });

  test('a file that a run is given counts by its contents of the day', () => {
    const file = path.join(root, 'input');
    fs.writeFileSync(file, 'one');
    const before = new TaskNames().next(named({ ...request, copies: { input: file } }));
    fs.writeFileSync(file, 'another');
    expect(new TaskNames().next(named({ ...request, copies: { input: file } }))).not.toBe(before);
  });
});

test('a copy of a project within the project has all of it except the study and other copies', () => {
  for (const name of [
    'a.c',
    'lib/b.c',
    '.mantissa/app/journal.jsonl',
    'studies/one/cluster/ledger.jsonl',
    'studies/readme',
  ]) {
    fs.mkdirSync(path.dirname(path.join(root, 'app', name)), { recursive: true });
    fs.writeFileSync(path.join(root, 'app', name), name);
  }
  const app = path.join(root, 'app');
  for (const within of ['.mantissa/app/cluster/cache/trees/t', 'studies/one/cluster/cache/trees/t']) {
    const copy = path.join(app, within);
    new ProjectTree(app, copy, { 'a.c': 'changed' });
    expect(fs.readFileSync(path.join(copy, 'a.c'), 'utf8')).toBe('changed');
    expect(fs.readFileSync(path.join(copy, 'lib', 'b.c'), 'utf8')).toBe('lib/b.c');
    expect(fs.existsSync(path.join(copy, '.mantissa'))).toBe(false);
    expect(fs.readdirSync(path.join(copy, 'studies'))).toEqual(['readme']);
  }
});

test('sources in a temporary folder are staged under a name that says what they are', () => {
  const request = (where: string, text: string): BuildRequest => {
    fs.mkdirSync(path.join(where, 'inner'), { recursive: true });
    fs.writeFileSync(path.join(where, 'inner', 'a.h'), text);
    const source = {
      name: 'a.cu',
      text: '',
      language: 'cuda' as const,
      standard: 'c++17',
      file: path.join(where, 'a.cu'),
    };
    return {
      sources: [source],
      includeFolders: [where, '/usr/include'],
      systemFolders: [],
      defines: [],
      forcedIncludes: [],
      root: where,
    };
  };
  const first = stageSources(request(path.join(root, 'x'), 'one'), folder);
  expect(first.includeFolders[0]).toBe(first.root);
  expect(first.sources[0]!.file).toBe(path.join(first.root!, 'a.cu'));
  expect(fs.readFileSync(path.join(first.root!, 'inner', 'a.h'), 'utf8')).toBe('one');
  expect(stageSources(request(path.join(root, 'y'), 'one'), folder)).toEqual(first);
  expect(stageSources(request(path.join(root, 'x'), 'two'), folder).root).not.toBe(first.root);
});

describe('the arguments of sbatch', () => {
  const settings = {
    ...{
      partition: 'gpu',
      account: 'physics',
      time: '30',
      gres: 'gpu:a100:1',
      constraint: 'a100',
      setup: ['module load gcc'],
    },
    ...{ sideBySide: 2, lines: ['--qos=short'], builds: { partition: 'cpu', cpus: 8 }, timed: { time: '1:00:00' } },
  };
  const given = (kind: 'build' | 'accuracy' | 'timed') =>
    sbatchArguments({ token: 't', kind, packs: [['a'], ['b']] }, settings, folder).join(' ');

  test('builds need no device; timed runs have their node alone', () => {
    expect(requestOf('build', settings)).toMatchObject({ partition: 'cpu', account: 'physics', cpus: 8 });
    expect(given('build')).not.toMatch(/gres|constraint|exclusive/);
    expect(given('accuracy')).toMatch(
      /--array=0-1 .*--partition=gpu .*--time=30 --gres=gpu:a100:1 --constraint=a100 --cpus-per-task=2 --qos=short/,
    );
    expect(given('timed')).toMatch(/--time=1:00:00 .*--exclusive/);
  });

  test("the script prepares the site's environment, then works", () => {
    const text = jobScript('t', settings, new SharedFolder("/a study/it's"), '/a study');
    expect(text).toMatch(
      /^#!\/bin\/bash -l\nmodule load gcc\nexec .* worker '\/a study\/it'\\''s' t "\$SLURM_ARRAY_TASK_ID"\n$/,
    );
  });

  test('times as Slurm reads them', () => {
    const minutes = (time: string) => wallTimeMs(time)! / 60_000;
    expect(['30', '30:30', '1:30:00', '2-0', '1-12:30'].map(minutes)).toEqual([30, 30.5, 90, 2880, 2190]);
    expect(wallTimeMs(undefined)).toBeNull();
  });
});
