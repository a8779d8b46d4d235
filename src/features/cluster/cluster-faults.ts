/** Errors that stop a study on a cluster, with the failed command and the remedy. */
import * as fs from 'node:fs';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { outputFile } from './job-script.js';
import type { SharedFolder } from './shared-folder.js';
import type { Done } from './task.js';
import type { UsedUp, WorkEnd } from './work-end.js';

/** Largest tolerated clock difference; beyond it make and other tools that compare file times fail. */
const MOST_CLOCK_DIFFERENCE_MS = 5000;
const SHOWN_CHARACTERS = 2000;
/** Slurm's commands are installed but not configured. */
const NOT_CONFIGURED = /establish a configuration source|fetch config|slurm\.conf.*No such file/;

/** Slurm reports a job as not launched if its output folder is missing on the node. */
const COULD_NOT_OPEN = /Launch/i;

type Fault = Exclude<WorkEnd, { kind: 'finished' } | UsedUp>;
type GivenUp = Extract<Fault, { kind: 'given-up' }>;

export function clusterFault(fault: Fault, folder: SharedFolder): MantissaError {
  switch (fault.kind) {
    case 'refused':
      if (NOT_CONFIGURED.test(fault.words)) return new MantissaError('MX2090', `${fault.words}: ${fault.command}`);
      return new MantissaError('MX2091', `${fault.words}: ${fault.command}`);
    case 'unanswered':
      return new MantissaError('MX1091', fault.words);
    case 'broken':
      return unwritable(fault.error, folder);
    case 'closed':
      return new MantissaError('MX1090', 'the study released its jobs');
    case 'given-up':
      return withoutResult(fault, folder);
  }
}

/** An error of writing to the shared folder, such as a full disk. */
export function unwritable(error: unknown, { path }: SharedFolder): MantissaError {
  if (error instanceof MantissaError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new MantissaError('MX1007', { text, place: { file: path } }, { cause: error });
}

/** A job without visible output: its node does not share the folder. */
function withoutResult({ as, job, token, reason }: GivenUp, folder: SharedFolder): MantissaError {
  const file = outputFile(folder, token, Number(job.split('_')[1] ?? 0));
  const said = textOf(file);
  const ended = `job ${job} ended as ${as}${reason ? ` (${reason})` : ''} without a result`;
  const isOfFolder = as === 'failed' || as === 'completed' || COULD_NOT_OPEN.test(reason ?? '');
  if (said === null && isOfFolder)
    return new MantissaError('MX2092', { text: `${ended}, and its output file is missing`, place: { file } });
  const printed = said?.trim() ? `, and printed:\n${said.trim().slice(-SHOWN_CHARACTERS)}` : '';
  return new MantissaError('MX1090', { text: `${ended}${printed}`, place: { file } });
}

function textOf(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

export function checkClock({ node, clockAheadMs }: Done, ownAheadMs: number): void {
  const differenceMs = clockAheadMs - ownAheadMs;
  if (Math.abs(differenceMs) <= MOST_CLOCK_DIFFERENCE_MS) return;
  const seconds = Math.abs(differenceMs / 1000).toFixed(1);
  throw new MantissaError(
    'MX2093',
    `the clock of node ${node} is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} this one`,
  );
}
