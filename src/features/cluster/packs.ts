/** How work is packed into jobs, and what becomes of work that its job did not bring to its end. */
import type { JobEnd } from './job-states.js';
import type { JobKind } from './task.js';

export interface PackLimits {
  /** The most of one job. */
  readonly most: number;
  /** At the same time within one job. */
  readonly sideBySide: number;
  /** How long a job may take, and a piece of work has taken of late; null where nobody knows. */
  readonly jobMs: number | null;
  readonly pieceMs: number | null;
}

/** Elements of one array: few enough that squeue lists all that wait, however they are scattered. */
export const MOST_ELEMENTS = 20;
/** Work is handed out in parts of what is left, so that the last jobs are short and end at about the same time. */
const ROUNDS_AHEAD = 2;
/** Of the time a job has, what its work may be expected to take: some of it takes longer. */
const FILLED = 0.5;

/** How many pieces of work a job is given, of so many that wait for so many places. */
export function packSize(waiting: number, places: number, { most, sideBySide, jobMs, pieceMs }: PackLimits): number {
  const fair = Math.ceil(waiting / (ROUNDS_AHEAD * Math.max(1, places)));
  const abreast = Math.min(sideBySide, Math.ceil(waiting / Math.max(1, places)));
  const fitting = jobMs && pieceMs ? Math.floor((FILLED * jobMs * sideBySide) / pieceMs) : most;
  return Math.max(1, Math.min(Math.max(fair, abreast), most, fitting));
}

/** Times of late, by which the next are judged. */
const REMEMBERED = 50;

/** How long pieces of work of a kind take. */
export class PieceTimes {
  private readonly tookMs = new Map<JobKind, number[]>();

  constructor(
    private readonly settings: Pick<PackLimits, 'most' | 'sideBySide'> & {
      readonly jobMs: Readonly<Record<JobKind, number | null>>;
    },
  ) {}

  /** A job of so many took so long. */
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

/** Timed runs are alone on their node, and a build uses all of its job. */
export function packsOneOnly(kind: JobKind): boolean {
  return kind === 'timed' || kind === 'probe';
}

/** How often work was begun anew, by what ended its job before. */
export type Attempts = Partial<Record<JobEnd, number>>;

export type Next =
  /** It goes into another job. */
  | { readonly kind: 'again'; readonly isAlone: boolean }
  /** What ended it is its own doing. */
  | { readonly kind: 'over-time' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'given-up' };

/** So often the cluster may be at fault before nobody believes that it is by chance. */
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

/** A job that fails before its work begins was set up wrongly: the next will be too. */
const NEVER_BEGUN = 1;

/**
 * What becomes of work without a result when its job has ended, and what it wrote must have become visible. Of several in a job those
 * that were begun may be at fault: each of them then has a job of its own.
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
