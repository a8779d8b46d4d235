/** Packs tasks into jobs, and decides about tasks whose job ended without their result. */
import type { JobEnd } from './job-states.js';
import type { JobKind } from './task.js';

export interface PackLimits {
  /** Largest number of tasks per job. */
  readonly most: number;
  /** Tasks run in parallel within one job. */
  readonly sideBySide: number;
  /** Time limit of a job, and recent duration of a task; null if unknown. */
  readonly jobMs: number | null;
  readonly pieceMs: number | null;
}

/** Largest number of elements per array, so that squeue lists all waiting ones however they are scattered. */
export const MOST_ELEMENTS = 20;
/** Jobs get a fraction of the remaining tasks, so that the last jobs are short and end together. */
const ROUNDS_AHEAD = 2;
/** Share of a job's time limit that its expected work may fill, because some tasks take longer. */
const FILLED = 0.5;

/** Number of tasks for a job, given the waiting tasks and free places. */
export function packSize(waiting: number, places: number, { most, sideBySide, jobMs, pieceMs }: PackLimits): number {
  const fair = Math.ceil(waiting / (ROUNDS_AHEAD * Math.max(1, places)));
  const abreast = Math.min(sideBySide, Math.ceil(waiting / Math.max(1, places)));
  const fitting = jobMs && pieceMs ? Math.floor((FILLED * jobMs * sideBySide) / pieceMs) : most;
  return Math.max(1, Math.min(Math.max(fair, abreast), most, fitting));
}

/** Number of recent durations used for estimates. */
const REMEMBERED = 50;

/** Estimates the duration of tasks of a kind. */
export class PieceTimes {
  private readonly tookMs = new Map<JobKind, number[]>();

  constructor(
    private readonly settings: Pick<PackLimits, 'most' | 'sideBySide'> & {
      readonly jobMs: Readonly<Record<JobKind, number | null>>;
    },
  ) {}

  /** Records the duration of a job with this many tasks. */
  note(kind: JobKind, durationMs: number, pieces: number): void {
    const times = this.tookMs.get(kind) ?? [];
    times.push((durationMs / pieces) * this.settings.sideBySide);
    this.tookMs.set(kind, times.slice(-REMEMBERED));
  }

  limitsOf(kind: JobKind): PackLimits {
    const { most, sideBySide, jobMs } = this.settings;
    const times = (this.tookMs.get(kind) ?? []).toSorted((a, b) => a - b);
    return { most, sideBySide, jobMs: jobMs[kind], pieceMs: times.at(Math.floor(0.9 * times.length)) ?? null };
  }
}

/** Whether a kind of task runs alone: timed runs have their node to themselves, and a build uses its whole job. */
export function packsOneOnly(kind: JobKind): boolean {
  return kind === 'timed' || kind === 'probe';
}

/** Number of restarts of a task, by the end of its job. */
export type Attempts = Partial<Record<JobEnd, number>>;

export type Next =
  /** Retried in another job. */
  | { readonly kind: 'again'; readonly isAlone: boolean }
  /** The task itself caused the end. */
  | { readonly kind: 'over-time' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'given-up' };

/** Restarts because of cluster failures before the task is given up. */
const PATIENCE: Readonly<Record<JobEnd, number>> = {
  completed: 3,
  failed: 4,
  'timed-out': 2,
  'out-of-memory': 1,
  preempted: 20,
  'node-failed': 10,
  cancelled: 1,
  vanished: 3,
};

/** Restarts after a failure before the first task, which indicates wrong settings. */
const NEVER_BEGUN = 1;

/**
 * Decides about a task without a result after the end of its job, when its files must be visible. Of several tasks in a job, the started
 * ones may be the cause, so each of them gets its own job.
 */
export function afterEnd(
  as: JobEnd,
  {
    isAlone,
    hasBegun,
    attempts,
  }: { readonly isAlone: boolean; readonly hasBegun: boolean; readonly attempts: Attempts },
): Next {
  if (!isAlone && (as === 'failed' || as === 'timed-out' || as === 'out-of-memory'))
    return { kind: 'again', isAlone: hasBegun };
  if (as === 'timed-out' && hasBegun) return { kind: 'over-time' };
  if (as === 'out-of-memory' && hasBegun) return { kind: 'out-of-memory' };
  const patience = as === 'failed' && !hasBegun ? NEVER_BEGUN : PATIENCE[as];
  return (attempts[as] ?? 0) < patience ? { kind: 'again', isAlone } : { kind: 'given-up' };
}
