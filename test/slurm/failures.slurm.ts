import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apart, SmallCluster } from './small-cluster.js';
import { later, PROGRAM, ProgramOnCluster, type StudySettings } from './study-on-cluster.js';

const cluster = new SmallCluster({ nodes: 4 });
beforeAll(() => cluster.start());
afterEach(() => cluster.quiet());
afterAll(() => cluster.stop());
let studies = 0;
const program = (settings?: StudySettings) =>
  new ProgramOnCluster(cluster, path.join(cluster.folder, 'work', String(studies++)), settings);

/** Node.js that does something first: `--import`. */
function nodeWith(name: string, text: string): string {
  const module = path.join(cluster.folder, `${name}.mjs`);
  const file = path.join(cluster.folder, name);
  fs.writeFileSync(module, text);
  fs.writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' --import '${module}' "$@"\n`, { mode: 0o755 });
  return file;
}

describe('requirements that a site does not meet', () => {
  test.each([
    [
      'a partition',
      { partition: 'nowhere' },
      /MX2091.*Invalid partition name specified: sbatch .*--partition=nowhere/s,
    ],
    ['a kind of node', { constraint: 'large' }, /MX2091.*Invalid feature specification: sbatch .*--constraint=large/s],
    ['a device', { gres: 'gpu:h200:1' }, /MX2091.*configuration is not available: sbatch .*--gres=gpu:h200:1/s],
    ['Node.js there', { nodejs: '/nowhere/node' }, /MX1090.*ended as failed.*printed:.*\/nowhere\/node/s],
  ])('%s: a code, the command, a remedy', async (_, slurm, message) => {
    const ended = await program({ slurm }).tune('--on', 'slurm');
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).toMatch(/remedy: /);
    expect(ended.status).toBe(/MX1/.test(ended.stderr) ? 1 : 2);
  });

  test('a clock like the others', async () => {
    const nodejs = nodeWith('ahead', 'const now = Date.now; Date.now = () => now() + 60_000;');
    const ended = await program({ slurm: { nodejs } }).tune('--on', 'slurm');
    expect(ended.stderr).toMatch(/MX2093.*the clock of node n\d is (?:59|60)\.\d s ahead/s);
    expect(ended.status).toBe(2);
  });

  test('a folder that is shared', async () => {
    const one = program({ slurm: { lines: ['--nodelist=n4'] } });
    cluster.killDaemon('n4');
    await later(300);
    // a node of its own: what stands in the folder here is not there
    cluster.startNode('n4', apart([path.join(cluster.folder, 'work')]));
    try {
      await cluster.until('n4', () => cluster.idleNodes() === 4);
      const ended = await one.tune('--on', 'slurm');
      expect(ended.stderr).toMatch(/MX2092.*what it printed is not to be seen/s);
      expect(ended.status).toBe(2);
    } finally {
      cluster.killDaemon('n4');
      await later(300);
      cluster.startNode('n4');
    }
  });

  test('a study to itself', async () => {
    const one = program();
    fs.mkdirSync(path.join(one.folder, '.mantissa', 'sum'), { recursive: true });
    fs.writeFileSync(path.join(one.folder, '.mantissa', 'sum', 'lock'), '4711 login2\n');
    const ended = await one.tune('--on', 'slurm');
    expect(ended.stderr).toMatch(/MX2095.*locked by process 4711 on login2/s);
    expect(fs.existsSync(one.shared)).toBe(false);
  });
});

describe('failures of jobs and nodes', () => {
  test('after a node dies, other nodes do its work', async () => {
    const one = program({ waitMs: 3000, slurm: { jobs: 6, lines: ['--nodelist=n1,n2,n3', '--nodes=1'].slice(2) } });
    const running = one.start('tune', '--engine', 'native', '--no-sanitize', '--json', '--on', 'slurm');
    await cluster.until('work on n1', () => cluster.processesOn('n1', 'worker').length > 0);
    cluster.killNode('n1');
    try {
      const ended = await running.ended;
      expect(ended.status, ended.stderr).toBe(0);
      expect(one.begunAgain).toEqual([]);
    } finally {
      cluster.startNode('n1');
    }
  });

  test('a queue that takes no more is asked again', async () => {
    const narrow = new SmallCluster({ nodes: 4, maxJobCount: 3 });
    await narrow.start();
    try {
      const one = new ProgramOnCluster(narrow, path.join(narrow.folder, 'work'), {
        slurm: { jobs: 8, trialsPerJob: 1 },
      });
      const ended = await one.tune('--on', 'slurm');
      expect(ended.status, ended.stderr).toBe(0);
      expect(one.begunAgain).toEqual([]);
      expect(one.ledger.filter(({ kind }) => kind === 'not-submitted').length).toBeGreaterThan(0);
    } finally {
      await narrow.stop();
    }
  });

  test('late results are awaited, and no trial runs twice', async () => {
    const nodejs = nodeWith(
      'late',
      `import fs from 'node:fs';
       import { spawn } from 'node:child_process';
       import { syncBuiltinESMExports } from 'node:module';
       const link = fs.linkSync;
       fs.linkSync = (from, to) => {
         if (!to.includes('/results/')) return link(from, to);
         fs.copyFileSync(from, from + '.late');
         spawn('setsid', ['sh', '-c', 'sleep 4; ln "$1" "$2"; rm -f "$1"', 'sh', from + '.late', to], { detached: true, stdio: 'ignore' }).unref();
       };
       syncBuiltinESMExports();`,
    );
    const one = program({ slurm: { nodejs, visibleWithin: 15 } });
    const ended = await one.tune('--on', 'slurm');
    expect(ended.status, ended.stderr).toBe(0);
    expect(one.begunAgain).toEqual([]);
    const jobs = one.ledger.filter(({ kind }) => kind === 'ended');
    expect(new Set(jobs.map(({ as }) => as))).toEqual(new Set(['finished']));
  });

  test('a full file system ends it with a code; with free space it continues', async () => {
    const small = path.join(cluster.folder, 'small');
    fs.mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', small]);
    try {
      const one = new ProgramOnCluster(cluster, small);
      fs.writeFileSync(path.join(small, 'ballast'), Buffer.alloc(8 * 2 ** 20 - 200 * 1024));
      const full = await one.tune('--on', 'slurm');
      expect(full.stderr).toMatch(/error MX(?:1007|1090|2015|1002)/);
      expect(full.status).not.toBe(0);
      fs.rmSync(path.join(small, 'ballast'));
      const ended = await one.tune('--on', 'slurm');
      expect(ended.status, ended.stderr).toBe(0);
    } finally {
      await cluster.quiet();
      execFileSync('umount', ['-l', small]);
    }
  });

  test('a job over its time limit: a run alone in its job has timed out', async () => {
    // twelve seconds as written, of which ten times as many are a run's own limit: more than its job has, also where Slurm is late to end it
    const source = PROGRAM.replace(
      '  printf("%.17g',
      '  wait_for((int) (third * 300000003.0) == 100000001 ? 12000 : 300000);\n  printf("%.17g',
    );
    const one = program({ source, slurm: { time: '1', jobs: 3 } });
    const ended = await one.tune('--on', 'slurm', '--strategy', 'one-at-a-time', '--trials', '2');
    expect([0, 3], ended.stderr).toContain(ended.status);
    const { trials } = JSON.parse((await one.run('trials', '--json')).stdout) as { trials: { outcome: string }[] };
    expect(trials.map(({ outcome }) => outcome)).toContain('timed-out');
    expect(one.ledger.some(({ as }) => as === 'timed-out')).toBe(true);
  });
});
