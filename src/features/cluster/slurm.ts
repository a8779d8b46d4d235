/** The scheduler's interface to Slurm, implemented by the commands of a site and by a simulation. */
import type { JobState } from './job-states.js';
import type { JobKind } from './task.js';

/** One element of a job array in Slurm's latest answer. */
export interface Sighting {
  readonly jobId: number;
  readonly index: number;
  /** The element's own job id, for job steps; null if several elements wait as one entry, or if unknown. */
  readonly ownId: number | null;
  readonly name: string;
  readonly state: JobState;
  readonly node: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** Slurm's reason for its waiting or end. */
  readonly reason: string | null;
}

/** An array of jobs, each with several tasks. */
export interface Submission {
  readonly token: string;
  readonly kind: JobKind;
  readonly packs: readonly (readonly string[])[];
}

export type SubmitAnswer =
  | { readonly kind: 'submitted'; readonly jobId: number }
  /** The queue accepts no more jobs for now. */
  | { readonly kind: 'full'; readonly words: string }
  /** No answer in time, so acceptance is unknown. `isFull`: the message says that the queue is full. */
  | { readonly kind: 'unanswered'; readonly words: string; readonly isFull?: boolean }
  /** Permanently rejected. */
  | { readonly kind: 'refused'; readonly words: string; readonly command: string };

export type LookAnswer =
  | { readonly kind: 'seen'; readonly jobs: readonly Sighting[] }
  | { readonly kind: 'unanswered'; readonly words: string };

export interface Wanted {
  readonly token: string;
  /** Null if the answer to its submission was lost; the job is then found by its name. */
  readonly jobId: number | null;
}

export interface Slurm {
  submit(submission: Submission): Promise<SubmitAnswer>;
  look(wanted: readonly Wanted[]): Promise<LookAnswer>;
  /** Whole arrays, or single elements. */
  cancel(jobs: readonly { readonly jobId: number; readonly index?: number }[]): Promise<void>;
}

const NAME = 'mantissa-';

export function jobName(token: string): string {
  return NAME + token;
}

/** Null for jobs that are not Mantissa's. */
export function tokenOf(name: string): string | null {
  return name.startsWith(NAME) ? name.slice(NAME.length) : null;
}
