import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SmallCluster } from './small-cluster.js';
import { later, ProgramOnCluster } from './study-on-cluster.js';

const cluster = new SmallCluster();
beforeAll(() => cluster.start());
afterAll(() => cluster.stop());
const folder = (name: string) => path.join(cluster.folder, 'work', name);

test('studies on 1, 4 and 8 nodes and without a cluster have the same trials', async () => {
  const local = new ProgramOnCluster(cluster, folder('local'));
  const alone = await local.tune();
  expect(alone.status, alone.stderr).toBe(0);
  const expected = await local.answer();
  expect(expected.trials.length).toBeGreaterThan(4);
  for (const [partition, nodes] of [
    ['one', 1],
    ['four', 4],
    ['eight', 8],
  ] as const) {
    const program = new ProgramOnCluster(cluster, folder(partition), { slurm: { partition } });
    const ended = await program.tune('--on', 'slurm');
    expect(ended.status, ended.stderr).toBe(0);
    expect(await program.answer(), `${nodes} nodes`).toEqual(expected);
    const overhead = (ended.durationMs - alone.durationMs) / program.results;
    console.log(
      `${nodes} nodes: ${(ended.durationMs / 1000).toFixed(1)} s, local ${(alone.durationMs / 1000).toFixed(1)} s; ${program.results} builds and runs, ${(overhead / 1000).toFixed(2)} s more for each`,
    );
  }
});

/** Of the runs that were handed out together, the most there were: how long each took, all of them side by side. */
function msPerRun(program: ProgramOnCluster): number {
  const entries = program.ledger as { kind: string; job?: string; token: string; atMs: number; packs?: string[][] }[];
  const sizeOf = ({ packs = [] }: (typeof entries)[number]) => packs.flat().length;
  const handed = entries.filter(({ kind, job }) => kind === 'submitting' && job === 'accuracy');
  const first = handed.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]!;
  const after = entries.slice(entries.indexOf(first));
  const next = after.findIndex(({ kind, job }) => kind === 'submitting' && job !== 'accuracy');
  const together = (next < 0 ? after : after.slice(0, next)).filter((one) => handed.includes(one));
  const tokens = new Set(together.map(({ token }) => token));
  const ends = entries.filter(({ kind, token }) => kind === 'ended' && tokens.has(token)).map(({ atMs }) => atMs);
  return (Math.max(...ends) - first.atMs) / together.reduce((sum, one) => sum + sizeOf(one), 0);
}

test('throughput: 8 nodes of two runs each against one of one', async () => {
  const paces: number[] = [];
  for (const [partition, sideBySide] of [
    ['one', 1],
    ['eight', 2],
  ] as const) {
    const slurm = { partition, sideBySide, cpus: 2 };
    const program = new ProgramOnCluster(cluster, folder(`rate-${partition}`), { waitMs: 4000, slurm });
    const ended = await program.tune('--on', 'slurm', '--strategy', 'random', '--trials', '16');
    expect([0, 3], ended.stderr).toContain(ended.status);
    paces.push(msPerRun(program));
    console.log(`${partition}, ${sideBySide} side by side: ${(paces.at(-1)! / 1000).toFixed(2)} s for each run of 4 s`);
  }
  expect(paces[0]! / paces[1]!).toBeGreaterThan(1.5);
});

test('a time is that of one node, which the journal names; both programs ran there in turn', async () => {
  const program = new ProgramOnCluster(cluster, folder('timed'), { project: { figureOfMerit: undefined }, waitMs: 50 });
  const ended = await program.tune('--on', 'slurm', '--timing', 'every', '--trials', '3');
  expect([0, 3], ended.stderr).toContain(ended.status);
  const journal = fs.readFileSync(path.join(program.folder, '.mantissa', 'sum', 'journal.jsonl'), 'utf8');
  const measured = journal
    .split('\n')
    .filter((line) => line.includes('"kind":"measurement"') && !line.includes('"samples":[]'));
  expect(measured.length).toBeGreaterThan(0);
  for (const line of measured) expect(line).toMatch(/"node":"n\d"/);
  const timed = program.ledger.filter((one) => one.kind === 'submitting' && one.job === 'timed') as {
    packs: unknown[][];
  }[];
  expect(timed.flatMap(({ packs }) => packs).every((pack) => pack.length === 1)).toBe(true);
});

test("a project's own commands build and run on nodes, and find what they find here", async () => {
  const project = { build: 'cc -O1 -o sum sum.c', run: './sum' };
  const local = new ProgramOnCluster(cluster, folder('command-local'), { project });
  const here = await local.run('tune', '--no-sanitize', '--json');
  expect(here.status, here.stderr).toBe(0);
  const program = new ProgramOnCluster(cluster, folder('command'), { project, slurm: { sideBySide: 2, cpus: 2 } });
  const ended = await program.run('tune', '--no-sanitize', '--json', '--on', 'slurm');
  expect(ended.status, ended.stderr).toBe(0);
  expect(await program.answer()).toEqual(await local.answer());
});

test('mantissa jobs lists queued, running and finished jobs', async () => {
  const program = new ProgramOnCluster(cluster, folder('jobs'), { waitMs: 3000, slurm: { partition: 'one', jobs: 4 } });
  const running = program.start('tune', '--engine', 'native', '--on', 'slurm', '--strategy', 'random', '--trials', '8');
  const states = new Set<string>();
  while (!running.isOver && !['queued', 'running', 'done'].every((state) => states.has(state))) {
    await later(500);
    if (
      !fs.existsSync(path.join(program.shared, 'ledger.jsonl')) ||
      !fs.existsSync(path.join(program.shared, '..', 'journal.jsonl'))
    )
      continue;
    const { stdout, status, stderr } = await program.run('jobs', '--json');
    expect(status, stderr).toBe(0);
    for (const { state } of (JSON.parse(stdout) as { jobs: { state: string }[] }).jobs) states.add(state);
  }
  expect([...states]).toEqual(expect.arrayContaining(['queued', 'running', 'done']));
  running.signal('SIGTERM');
  expect((await running.ended).status).toBe(143);
  expect(cluster.ask('squeue', '-h').trim()).not.toBe(''); // they go on
  const table = (await program.run('jobs')).stdout;
  expect(table).toMatch(/^job +kind +state +node +results +time\n/);
  const resumed = await program.tune('--on', 'slurm', '--strategy', 'random', '--trials', '8');
  expect([0, 3], resumed.stderr).toContain(resumed.status);
  expect(program.begunAgain).toEqual([]);
  expect(cluster.ask('squeue', '-h').trim()).toBe('');
});
