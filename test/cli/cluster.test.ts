import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { mantissa, Scratch } from '../support/command-line.js';

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

/** Commands that answer as Slurm's do: jobs are processes of this machine, each on a node of its own name. */
const PRETEND: Readonly<Record<string, string>> = {
  sbatch: `
    const array = /--array=0-(\\d+)/.exec(given)[1], name = /--job-name=(\\S+)/.exec(given)[1];
    const jobId = fs.readdirSync(jobs).length + 1;
    fs.writeFileSync(jobs + '/' + jobId, JSON.stringify({ name, elements: Number(array) + 1 }));
    for (let index = 0; index <= array; index++)
      child.spawn('sh', ['-c', 'bash "$1" > /dev/null 2>&1; touch "$2"', 'sh', process.argv.at(-1), jobs + '/../ended-' + jobId + '_' + index], {
        detached: true, stdio: 'ignore',
        env: { ...process.env, SLURM_ARRAY_JOB_ID: String(jobId), SLURM_ARRAY_TASK_ID: String(index), SLURMD_NODENAME: 'n' + (index + 1) },
      }).unref();
    console.log(jobId);`,
  squeue: `
    const listed = fs.readdirSync(jobs).flatMap((id) => {
      const { name, elements } = JSON.parse(fs.readFileSync(jobs + '/' + id, 'utf8'));
      return Array.from({ length: elements }, (_, index) => ({
        job_id: Number(id), array_job_id: Number(id), array_task_id: index, name, nodes: 'n' + (index + 1), restart_cnt: 0,
        job_state: fs.existsSync(jobs + '/../ended-' + id + '_' + index) ? 'COMPLETED' : 'RUNNING', start_time: 1, end_time: 2, state_reason: 'None',
      }));
    });
    console.log(JSON.stringify({ jobs: listed }));`,
  scancel: '',
  sinfo: `console.log('n1|idle\\nn2|idle\\nn2|idle\\nn3|down*');`,
};

function pretendSlurm(scratch: Scratch, commands: Readonly<Record<string, string>> = PRETEND): Record<string, string> {
  fs.mkdirSync(scratch.path('state/jobs'), { recursive: true });
  for (const [name, body] of Object.entries(commands)) {
    const head = `#!${process.execPath}\nconst fs = require('fs'), child = require('child_process');\nconst jobs = ${JSON.stringify(scratch.path('state/jobs'))}, given = process.argv.join(' ');\n`;
    fs.chmodSync(scratch.write(`bin/${name}`, head + body), 0o755);
  }
  return { PATH: `${scratch.path('bin')}:${process.env.PATH}` };
}

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
    expect(there.stderr).toContain('at most 4 runs at the same time as jobs of Slurm'); // two for each of the nodes that are up
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
        `^job +kind +state +node +results +time\\n[^]*\\n${jobs.length} done\\nwork of .* within .* at the same time\\n?$`,
      ),
    );
    const submitted = fs.readdirSync(scratch.path('state/jobs')).length;
    const again = await tune('--on', 'slurm');
    expect(again.exitCode, again.stderr).toBe(0);
    expect(fs.readdirSync(scratch.path('state/jobs')).length).toBe(submitted);
  });

  it('says that there is no Slurm', async () => {
    using scratch = new Scratch({ 'sum.c': SOURCE, 'mantissa.json': project() });
    const env = { PATH: scratch.path('bin') };
    const ended = await mantissa(['tune', '--on', 'slurm'], { cwd: scratch.folder, env, alone: true });
    expect(ended.stderr).toMatch(
      /MX2090.*sbatch and squeue and scancel cannot be found on PATH=.*remedy: .*login node/s,
    );
    expect(ended.exitCode).toBe(2);
  });

  it('says which command failed where a site does not take the job', async () => {
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
    expect(ended.stderr).toMatch(
      /MX2091.*Invalid account or account\/partition combination specified: sbatch .*--account=nobody.*remedy: .*"slurm" in mantissa\.json/s,
    );
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
    expect((await tune('--engine', 'wasm')).stderr).toMatch(/MX2094.*wasm/s);
    expect((await tune('--engine', 'native', '--tune-blocks')).stderr).toMatch(/MX2094.*--tune-blocks/s);
    expect((await tune('--study', '.mantissa/other')).stderr).toMatch(/MX2095.*process 4711 on login2/s);
    expect(fs.readdirSync(scratch.path('state/jobs'))).toEqual([]);
  });

  it('has nothing to list of a study without jobs', async () => {
    using scratch = new Scratch({ '.mantissa/sum/journal.jsonl': '' });
    const ended = await mantissa(['jobs'], { cwd: scratch.folder });
    expect(ended.stderr).toMatch(/MX2001.*submitted no jobs/s);
    expect(ended.exitCode).toBe(2);
  });
});
