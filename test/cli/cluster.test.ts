import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { bin, mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { PRETEND, pretendSlurm } from '../support/pretend-slurm.js';

const native = engines.native({ cache: cacheFolder() });
const hasCompiler = (await native.available()).ok;
await native.close();
if (!hasCompiler) console.warn('SKIPPED: no study on a cluster is tested: neither g++ nor clang++ is here');

const SOURCE = `#include <stdio.h>
int main(void) {
  double third = 1.0 / 3.0, total = 0.0;
  for (int i = 1; i <= 300; i++) total = total + third / i;
  printf("%.17g\\nspeed %d\\n", total, (int) (third * 300000003.0) == 100000001 ? 2 : 4);
  return 0;
}
`;

const project = (more: object = {}) =>
  JSON.stringify({
    ...{ name: 'sum', sources: ['sum.c'], output: { stdout: true, lines: '^[-0-9]' } },
    figureOfMerit: { pattern: '^speed (\\d+)', better: 'higher' },
    goal: { metric: 'max-relative', maxError: 3e-8 },
    ...more,
  });

describe('mantissa tune --on slurm', () => {
  it.skipIf(!hasCompiler)('runs as jobs, which it lists, and has nothing left to do', async () => {
    using scratch = new Scratch({ 'sum.c': SOURCE, 'mantissa.json': project() });
    const env = pretendSlurm(scratch);
    const tune = (...args: string[]) =>
      mantissa(['tune', '--engine', 'native', '--no-sanitize', ...args], { cwd: scratch.folder, env, alone: true });
    const there = await tune('--on', 'slurm');
    expect(there.exitCode, there.stderr).toBe(0);
    expect(there.stderr).toContain('at most 4 runs in parallel as Slurm jobs'); // two for each of the nodes that are up
    const listed = await mantissa(['jobs', '--json'], { cwd: scratch.folder, env, alone: true });
    const { jobs, silence } = JSON.parse(listed.stdout) as {
      jobs: { state: string; kind: string; node: string }[];
      silence: null;
    };
    expect(silence).toBeNull();
    expect(new Set(jobs.map(({ state }) => state))).toEqual(new Set(['done']));
    expect(new Set(jobs.map(({ kind }) => kind))).toEqual(new Set(['probe', 'build', 'accuracy', 'timed']));
    expect(jobs.every(({ node }) => /^n\d$/.test(node))).toBe(true);
    const table = await mantissa(['jobs'], { cwd: scratch.folder, env, alone: true });
    expect(table.stdout).toMatch(
      new RegExp(
        `^job +kind +state +node +results +time\\n[^]*\\n${jobs.length} done\\n.* of job time in .* jobs in parallel on average\\n?$`,
      ),
    );
    const submitted = fs.readdirSync(scratch.path('state/jobs')).length;
    const again = await tune('--on', 'slurm');
    expect(again.exitCode, again.stderr).toBe(0);
    expect(fs.readdirSync(scratch.path('state/jobs')).length).toBe(submitted);
  });

  it('reports a missing Slurm', async () => {
    using scratch = new Scratch({ 'sum.c': SOURCE, 'mantissa.json': project() });
    const env = { PATH: scratch.path('bin') };
    const ended = await mantissa(['tune', '--on', 'slurm'], { cwd: scratch.folder, env, alone: true });
    expectDiagnostic(ended.stderr, 'MX2090', { names: ['sbatch', 'squeue', 'scancel', 'PATH'] });
    expect(ended.exitCode).toBe(2);
  });

  it('names the command that failed if a site refuses the job', async () => {
    using scratch = new Scratch({ 'sum.c': SOURCE, 'mantissa.json': project({ slurm: { account: 'nobody' } }) });
    const words = 'Batch job submission failed: Invalid account or account/partition combination specified';
    const env = pretendSlurm(scratch, {
      ...PRETEND,
      sbatch: `console.error('sbatch: error: ${words}'); process.exit(1);`,
    });
    const ended = await mantissa(['tune', '--on', 'slurm', '--engine', 'native'], {
      cwd: scratch.folder,
      env,
      alone: true,
    });
    expectDiagnostic(ended.stderr, 'MX2091', { names: [words.split(': ').at(-1)!, /sbatch .*--account=nobody/] });
    expect(ended.exitCode).toBe(2);
  });

  it('refuses what does not run on nodes, and a study that another login works on', async () => {
    using scratch = new Scratch({
      'sum.c': SOURCE,
      'mantissa.json': project(),
      '.mantissa/other/lock': '4711 login2\n',
    });
    const env = pretendSlurm(scratch);
    const tune = (...args: string[]) =>
      mantissa(['tune', '--on', 'slurm', ...args], { cwd: scratch.folder, env, alone: true });
    expectDiagnostic((await tune('--engine', 'wasm')).stderr, 'MX2094', { names: ['wasm'] });
    expectDiagnostic((await tune('--engine', 'native', '--tune-blocks')).stderr, 'MX2094', {
      names: ['--tune-blocks'],
    });
    expectDiagnostic((await tune('--study', '.mantissa/other')).stderr, 'MX2095', { names: ['4711', 'login2'] });
    expect(fs.readdirSync(scratch.path('state/jobs'))).toEqual([]);
  });

  it('lists nothing for a study without jobs', async () => {
    using scratch = new Scratch({ '.mantissa/sum/journal.jsonl': '' });
    const ended = await mantissa(['jobs'], { cwd: scratch.folder });
    expectDiagnostic(ended.stderr, 'MX2001', { names: ['.mantissa/sum'], remedy: ['--on slurm'] });
    expect(ended.exitCode).toBe(2);
  });
});

const hasScript = spawnSync('script', ['--version']).status === 0;
if (!hasScript)
  console.warn('SKIPPED: no script(1) to make a terminal: what Ctrl-C asks about jobs is not tested here');

describe.skipIf(!hasScript)('Ctrl-C on a terminal, while jobs wait', () => {
  /** Jobs that nobody begins: what is answered decides what becomes of them. */
  async function interrupted(answer: string) {
    using scratch = new Scratch({ 'sum.c': SOURCE, 'mantissa.json': project() });
    const env = pretendSlurm(scratch, {
      ...PRETEND,
      sbatch: `fs.writeFileSync(jobs + '/1', JSON.stringify({ name: /--job-name=(\\S+)/.exec(given)[1], elements: 1 })); console.log(1);`,
    });
    const command = `'${process.execPath}' '${bin}' tune --engine native --on slurm`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: scratch.folder,
      env: { ...process.env, ...env },
    });
    let shown = '';
    const ended = new Promise<number | null>((resolve) => terminal.once('close', resolve));
    const until = (isSo: () => boolean) =>
      new Promise<void>((resolve, reject) => {
        const look = setInterval(() => {
          if (isSo()) resolve();
          else if (terminal.exitCode !== null) reject(new Error(`it ended: ${shown}`));
          else return;
          clearInterval(look);
        }, 50);
      });
    terminal.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
    });
    const ledger = scratch.path('.mantissa/sum/cluster/ledger.jsonl');
    await until(() => fs.existsSync(ledger) && fs.readFileSync(ledger, 'utf8').includes('"submitted"'));
    terminal.stdin.write('\u0003');
    await until(() => shown.includes('[Y/n] '));
    terminal.stdin.write(answer);
    const exitCode = await ended;
    const cancelled = scratch.path('state/cancelled');
    return {
      ...{ shown, exitCode },
      cancelled: fs.existsSync(cancelled) ? fs.readFileSync(cancelled, 'utf8') : '',
      ledger: fs.readFileSync(ledger, 'utf8'),
    };
  }

  it.each([
    ['n', 'n\r', '--quiet 1_0\n'],
    ['y', 'y\r', ''],
    ['Enter', '\r', ''],
    ['Ctrl-C again', '\u0003', ''],
    ['Ctrl-D', '\u0004', ''],
  ])('it asks whether they should go on; %s is heeded', async (_, answer, taken) => {
    const { shown, exitCode, cancelled, ledger } = await interrupted(answer);
    expect(shown).toContain('1 job queued or running: keep them for when the study resumes? [Y/n] ');
    expect(exitCode).toBe(130);
    expect(cancelled).toBe(taken);
    expect(ledger.includes('"withdrawn"')).toBe(taken !== '');
  });
});
