/** What the scheduler asks of Slurm, whoever answers: the commands of a site, or a simulated cluster. */
import type { JobState } from './job-states.js';
import type { JobKind } from './task.js';

/** One element of a job array, as Slurm last saw it. */
export interface Sighting {
  readonly jobId: number;
  readonly index: number;
  /** What steps of it are told, which no array shares; null where several wait as one, or nobody says. */
  readonly ownId: number | null;
  readonly name: string;
  readonly state: JobState;
  readonly node: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** Slurm's own words: why it waits, or why it ended. */
  readonly reason: string | null;
}

/** An array of jobs, each with a pack of work. */
export interface Submission {
  readonly token: string;
  readonly kind: JobKind;
  readonly packs: readonly (readonly string[])[];
}

export type SubmitAnswer =
  | { readonly kind: 'submitted'; readonly jobId: number }
  /** It takes no more for now: a limit of jobs. */
  | { readonly kind: 'full'; readonly words: string }
  /** Nobody answered, or not in time: whether the job was taken is not known. `isFull`: what was said is that there is no room. */
  | { readonly kind: 'unanswered'; readonly words: string; readonly isFull?: boolean }
  /** It will never take this. */
  | { readonly kind: 'refused'; readonly words: string; readonly command: string };

export type LookAnswer =
  | { readonly kind: 'seen'; readonly jobs: readonly Sighting[] }
  | { readonly kind: 'unanswered'; readonly words: string };

export interface Wanted {
  readonly token: string;
  /** Null where the answer to its submission was lost: it is found by its name. */
  readonly jobId: number | null;
}

export interface Slurm {
  submit(submission: Submission): Promise<SubmitAnswer>;
  look(wanted: readonly Wanted[]): Promise<LookAnswer>;
  /** Whole arrays, or elements of them. */
  cancel(jobs: readonly { readonly jobId: number; readonly index?: number }[]): Promise<void>;
}

const NAME = 'mantissa-';

export function jobName(token: string): string {
  return NAME + token;
}

/** Null of what is none of ours. */
export function tokenOf(name: string): string | null {
  return name.startsWith(NAME) ? name.slice(NAME.length) : null;
}
