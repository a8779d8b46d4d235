import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SmallCluster } from './small-cluster.js';
import { later, PROGRAM, ProgramOnCluster, type StudySettings } from './study-on-cluster.js';

/** Nodes see neither the study nor one another: what is `work` and `local` here is empty there. */
const NODES = 3;
const cluster = new SmallCluster({ nodes: NODES, unshared: ['work', 'local'] });
const staging = path.join(cluster.folder, 'local');
beforeAll(() => cluster.start());
afterAll(() => cluster.stop());

const program = (name: string, { slurm = {}, ...settings }: StudySettings = {}) =>
  new ProgramOnCluster(cluster, path.join(cluster.folder, 'work', name), {
    ...settings,
    slurm: { staging, ...slurm },
  });

async function expectNothingLeft(): Promise<void> {
  await cluster.until('all nodes to be idle', () => cluster.idleNodes() === NODES);
  for (let node = 1; node <= NODES; node++)
    expect(
      ['work', 'local'].flatMap((folder) => cluster.filesOn(`n${node}`, folder)),
      `n${node}`,
    ).toEqual([]);
  expect(fs.readdirSync(staging)).toEqual([]);
}

test('without a shared folder, files are sent and collected: the answer is the same, and nothing is left on the nodes', async () => {
  const local = program('local');
  const alone = await local.tune();
  expect(alone.status, alone.stderr).toBe(0);
  const one = program('staged');
  const ended = await one.tune('--on', 'slurm');
  expect(ended.status, ended.stderr).toBe(0);
  expect(await one.answer()).toEqual(await local.answer());
  const ends = one.ledger.filter(({ kind }) => kind === 'ended').map(({ as }) => as);
  expect(new Set(ends)).toEqual(new Set(['finished']));
  await expectNothingLeft();
});

test('after a kill, the same command collects finished work, and nothing runs twice', async () => {
  const one = program('killed', { waitMs: 2000 });
  const start = () => one.start('tune', '--engine', 'native', '--no-sanitize', '--json', '--on', 'slurm');
  for (const moments of [20, 6, 12]) {
    const running = start();
    const results = () => (fs.existsSync(path.join(one.shared, 'results')) ? one.results : 0);
    const before = results();
    await cluster.until('results', () => running.isOver || results() > before);
    await later(100 * moments);
    running.signal('SIGKILL');
    await running.ended;
    await later(4000); // jobs go on meanwhile
  }
  const ended = await start().ended;
  expect(ended.status, ended.stderr).toBe(0);
  const expected = program('undisturbed');
  await expected.tune();
  expect(await one.answer()).toEqual(await expected.answer());
  const begun = fs.readdirSync(path.join(one.shared, 'begun')).map((name) => name.slice(0, name.lastIndexOf('.')));
  expect(new Set(begun).size).toBe(begun.length);
  await expectNothingLeft();
});

test("a project's own commands have its files on nodes", async () => {
  const project = { build: 'make', run: './sum' };
  const one = program('command', { project });
  fs.writeFileSync(path.join(one.folder, 'Makefile'), 'sum: sum.c\n\tcc -O1 -o sum sum.c\n');
  const ended = await one.run('tune', '--no-sanitize', '--json', '--on', 'slurm');
  expect(ended.status, ended.stderr).toBe(0);
  await expectNothingLeft();
});

test("a folder missing on the nodes is reported; a run's file outside the project is sent too", async () => {
  const nowhere = await program('nowhere', { slurm: { staging: '/proc/nowhere' } }).tune('--on', 'slurm');
  expect(nowhere.stderr).toMatch(/MX2092.*remedy: .*"staging"/s);
  expect(nowhere.status).toBe(2);
  fs.writeFileSync(path.join(cluster.folder, 'work', 'outside.txt'), '100\n');
  const inputs = { usual: { arguments: ['../outside.txt'] } };
  const source = PROGRAM.replace(
    'wait_for(argc > 1 ? atoi(argv[1]) : 0);',
    'FILE *file = fopen(argv[1], "r");\n  int ms = 0;\n  if (!file || fscanf(file, "%d", &ms) != 1) return 7;\n  wait_for(ms);',
  );
  const ended = await program('outside', { source, project: { inputs } }).tune('--on', 'slurm');
  expect(ended.status, ended.stderr).toBe(0);
});
