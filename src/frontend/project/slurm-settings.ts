import { z } from 'zod';

const text = z.string().min(1);
/** The formats of `sbatch --time`: minutes, minutes:seconds, hours:minutes:seconds, or days-hours and finer. */
const WALL_TIME = /^(?:\d+(?::\d+){0,2}|\d+-\d+(?::\d+){0,2})$/;

/** The resources of a job; the cluster's defaults apply to missing ones. */
const request = {
  partition: text.optional().describe('The value for sbatch --partition.'),
  account: text.optional().describe('The value for sbatch --account.'),
  time: z
    .string()
    .regex(WALL_TIME, 'expected a time such as 30, 01:00:00 or 1-12')
    .optional()
    .describe('The time limit of a job, as for sbatch --time: 30 (minutes), 01:00:00.'),
  gres: text.optional().describe('The value for sbatch --gres, such as gpu:a100:1.'),
  constraint: text.optional().describe('The value for sbatch --constraint, to select nodes of one type.'),
  cpus: z.int().positive().optional().describe('CPU cores of one job (sbatch --cpus-per-task).'),
  lines: z
    .array(z.string().regex(/^--\S/, 'expected an option of sbatch, such as --qos=short'))
    .optional()
    .describe('Further sbatch options, one per item, such as --qos=short.'),
};

export const slurmSettings = z
  .strictObject({
    ...request,
    setup: z.array(text).optional().describe('Shell lines that every job runs first, such as module load gcc/12.'),
    jobs: z
      .int()
      .positive()
      .optional()
      .describe(
        'The maximum number of jobs queued or running at the same time; by default twice the nodes of the partition.',
      ),
    trialsPerJob: z.int().positive().optional().describe('The maximum number of runs in one job; 16 by default.'),
    sideBySide: z
      .int()
      .positive()
      .optional()
      .describe('The number of concurrent runs within one job, except timed runs; 1 by default.'),
    visibleWithin: z
      .int()
      .nonnegative()
      .optional()
      .describe('Seconds until a file written by one node is visible on all others; 30 by default.'),
    staging: z
      .string()
      .regex(/^\//, 'expected an absolute path such as /tmp')
      .optional()
      .describe(
        'A node-local folder such as /tmp, for nodes that cannot access the study folder: files are copied there by sbcast and back by srun. By default the study folder is shared.',
      ),
    nodejs: text.optional().describe('The path of Node.js for jobs; by default the one that runs mantissa tune.'),
    builds: z.strictObject(request).optional().describe('Settings of jobs that build.'),
    timed: z
      .strictObject(request)
      .optional()
      .describe('Settings of timed jobs, each of which has its node exclusively.'),
  })
  .describe('How jobs are submitted with --on slurm.');

export type SlurmSettings = z.output<typeof slurmSettings>;
/** The sbatch options of a job. */
export type JobRequest = Pick<SlurmSettings, keyof typeof request>;

/** The time limit in milliseconds; null if there is none. */
export function wallTimeMs(time: string | undefined): number | null {
  if (time === undefined) return null;
  const [, days, clock] = /^(?:(\d+)-)?(.*)$/.exec(time)!;
  const parts = clock!.split(':').map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = days !== undefined ? parts : parts.length === 3 ? parts : [0, ...parts];
  return (((Number(days ?? 0) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}
