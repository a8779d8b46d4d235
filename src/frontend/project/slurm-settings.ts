import { z } from 'zod';

const text = z.string().min(1);
/** As `sbatch --time` takes it: minutes, minutes:seconds, hours:minutes:seconds, or days-hours and more. */
const WALL_TIME = /^(?:\d+(?::\d+){0,2}|\d+-\d+(?::\d+){0,2})$/;

/** What a site asks of a job; what is not said is left to the site. */
const request = {
  partition: text.optional().describe('As sbatch --partition takes it.'),
  account: text.optional().describe('As sbatch --account takes it.'),
  time: z
    .string()
    .regex(WALL_TIME, 'expected a time such as 30, 01:00:00 or 1-12')
    .optional()
    .describe('The most one job may take, as sbatch --time takes it: 30 (minutes), 01:00:00.'),
  gres: text.optional().describe('As sbatch --gres takes it, such as gpu:a100:1.'),
  constraint: text.optional().describe('As sbatch --constraint takes it: nodes of one kind.'),
  cpus: z.int().positive().optional().describe('Processors of one job (sbatch --cpus-per-task).'),
  lines: z
    .array(z.string().regex(/^--\S/, 'expected an option of sbatch, such as --qos=short'))
    .optional()
    .describe('Further options of sbatch, one each, such as --qos=short.'),
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
        'The most jobs queued or running at the same time; twice the nodes of the partition where nothing is said.',
      ),
    trialsPerJob: z
      .int()
      .positive()
      .optional()
      .describe('The most runs that are packed into one job; 16 where nothing is said.'),
    sideBySide: z
      .int()
      .positive()
      .optional()
      .describe('Runs at the same time within one job, timed ones apart; 1 where nothing is said.'),
    visibleWithin: z
      .int()
      .nonnegative()
      .optional()
      .describe('Seconds after which every node sees what another has written; 30 where nothing is said.'),
    staging: z
      .string()
      .regex(/^\//, 'expected a whole path such as /tmp')
      .optional()
      .describe(
        'A folder of the nodes’ own, such as /tmp, for where they do not see the study: files go there by sbcast and come back by srun. Where nothing is said they share it.',
      ),
    nodejs: text.optional().describe('Node.js as jobs find it; the one mantissa tune runs with where nothing is said.'),
    builds: z.strictObject(request).optional().describe('What differs for jobs that build.'),
    timed: z.strictObject(request).optional().describe('What differs for jobs that are timed, each alone on its node.'),
  })
  .describe('How jobs are submitted with --on slurm.');

export type SlurmSettings = z.output<typeof slurmSettings>;
/** What `sbatch` is told besides what to run. */
export type JobRequest = Pick<SlurmSettings, keyof typeof request>;

/** Null where nothing is said. */
export function wallTimeMs(time: string | undefined): number | null {
  if (time === undefined) return null;
  const [, days, clock] = /^(?:(\d+)-)?(.*)$/.exec(time)!;
  const parts = clock!.split(':').map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = days !== undefined ? parts : parts.length === 3 ? parts : [0, ...parts];
  return (((Number(days ?? 0) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}
