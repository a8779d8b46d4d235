import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import {
  countStates,
  isUnderWay,
  type JobList,
  jobTimeMs,
  type ListedJob,
  listJobs,
} from '../../features/cluster/job-list.js';
import { SharedFolder } from '../../features/cluster/shared-folder.js';
import { SlurmQueue } from '../../features/cluster/slurm-client.js';
import { durationText } from '../../support/duration-text.js';
import type { JobsOptions } from '../commands/jobs.js';
import { studyFolderOf } from '../named-study.js';
import { answer, say } from '../text/terminal.js';

/** Largest number of ended jobs in the table; the latest are shown. */
const SHOWN_ENDED = 20;

/** `mantissa jobs`: lists the cluster jobs of a study. */
export async function jobs(study: string | undefined, options: JobsOptions): Promise<void> {
  const named = studyFolderOf(study ?? options.study);
  const folder = new SharedFolder(path.join(named, 'cluster'));
  if (!fs.existsSync(folder.ledger))
    throw new MantissaError(
      'MX2001',
      { text: 'this study has submitted no jobs', place: { file: folder.ledger } },
      { remedy: 'name a study of mantissa tune --on slurm with --study' },
    );
  const list = await listJobs(folder, (wanted) => new SlurmQueue().look(wanted));
  if (options.json) return answer(`${JSON.stringify({ schemaVersion: 1, ...list }, null, 2)}\n`);
  answer(table(list));
  if (list.silence !== null) say(`Slurm does not answer: ${list.silence}\n`);
}

function table({ jobs: all, work }: JobList): string {
  const live = all.filter(isUnderWay);
  const ended = all.filter((one) => !isUnderWay(one));
  const rows = [...ended.slice(-SHOWN_ENDED), ...live].map((one) => [
    one.job ?? '?',
    one.kind,
    one.state,
    one.node ?? '',
    `${one.finished} of ${one.pieces}`,
    durationOf(one),
    one.reason ?? '',
  ]);
  const head = ['job', 'kind', 'state', 'node', 'results', 'time', ''];
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd();
  const hidden = ended.length - SHOWN_ENDED;
  const more = hidden > 0 ? [`${hidden} earlier jobs not shown; --json lists all`] : [];
  const spent = work
    ? [
        `${durationText(work.totalMs)} of job time in ${durationText(work.spanMs)}: ${parallelism(work)} jobs in parallel on average`,
      ]
    : [];
  return `${[line(head), ...rows.map(line), ...more, summary(all), ...spent].join('\n')}\n`;
}

function parallelism({ totalMs, spanMs }: NonNullable<JobList['work']>): string {
  return (totalMs / Math.max(1, spanMs)).toFixed(2);
}

function durationOf(job: ListedJob): string {
  const ms = jobTimeMs(job);
  return ms === null ? '' : durationText(ms);
}

/** `2 queued, 3 running, 14 done, 1 preempted`. */
function summary(all: readonly ListedJob[]): string {
  return (
    countStates(all)
      .map(([state, number]) => `${number} ${state}`)
      .join(', ') || 'no jobs'
  );
}
