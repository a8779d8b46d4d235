import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { count } from '../inspection/table.js';
import { checkNotHeld } from '../journal/study-lock.js';
import type { ClusterRequest } from '../workbench/cluster.js';
import { interruption } from './interruption.js';

interface Asked {
  fresh?: boolean;
  tuneBlocks?: boolean;
}

/** The cluster request of `tune --on slurm`. Files shared with the jobs are in the study's folder. */
export function clusterRequest(study: string, { fresh, tuneBlocks }: Asked): ClusterRequest {
  if (tuneBlocks)
    throw new MantissaError('MX2094', '--tune-blocks compares times of many runs, which must come from one machine', {
      remedy: 'tune blocks with --engine cuda on one node, within salloc or srun, and leave --on out',
    });
  checkNotHeld(study);
  return { folder: path.join(study, 'cluster'), isFresh: fresh === true, keepsJobs, signal: interruption() };
}

/** Whether active jobs go on after this process. Only after Ctrl-C may they be useful, so the user decides then. */
async function keepsJobs(active: number): Promise<boolean> {
  if (!interruption().aborted) return false;
  if (!process.stdin.isTTY || !process.stderr.isTTY) return true;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const jobs = count(active, 'job');
    // a second Ctrl-C or a closed terminal keeps the jobs
    const unanswered = new Promise<string>((resolve) => {
      asking.once('SIGINT', () => resolve(''));
      asking.once('close', () => resolve(''));
    });
    const question = asking.question(`${jobs} queued or running: keep them for when the study resumes? [Y/n] `);
    return !/^\s*n/i.test(await Promise.race([question, unanswered]));
  } finally {
    asking.close();
  }
}
