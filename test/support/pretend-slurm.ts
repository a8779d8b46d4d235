/** Replacements of Slurm's commands: jobs are processes of this machine, each on a node with a name of its own. */
import * as fs from 'node:fs';
import type { Scratch } from './command-line.js';

export const PRETEND: Readonly<Record<string, string>> = {
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
  scancel: `fs.appendFileSync(jobs + '/../cancelled', process.argv.slice(2).join(' ') + '\\n');`,
  sinfo: `console.log('n1|idle\\nn2|idle\\nn2|idle\\nn3|down*');`,
};

export function pretendSlurm(
  scratch: Scratch,
  commands: Readonly<Record<string, string>> = PRETEND,
): Record<string, string> {
  fs.mkdirSync(scratch.path('state/jobs'), { recursive: true });
  for (const [name, body] of Object.entries(commands)) {
    const head = `#!${process.execPath}\nconst fs = require('fs'), child = require('child_process');\nconst jobs = ${JSON.stringify(scratch.path('state/jobs'))}, given = process.argv.join(' ');\n`;
    fs.chmodSync(scratch.write(`bin/${name}`, head + body), 0o755);
  }
  return { PATH: `${scratch.path('bin')}:${process.env.PATH}` };
}
