/** The end of a task. */
import type { JobEnd } from './job-states.js';

export interface UsedUp {
  readonly kind: 'over-time' | 'out-of-memory';
  readonly job: string;
  readonly node: string | null;
}

export type WorkEnd =
  /** It has a result. */
  | { readonly kind: 'finished' }
  /** It had its own job and used up its time or memory. */
  | UsedUp
  /** All its jobs failed. */
  | {
      readonly kind: 'given-up';
      readonly as: JobEnd;
      readonly job: string;
      readonly token: string;
      readonly reason: string | null;
    }
  /** Slurm rejects its jobs. */
  | { readonly kind: 'refused'; readonly words: string; readonly command: string }
  | { readonly kind: 'unanswered'; readonly words: string }
  /** Its state cannot be written to disk. */
  | { readonly kind: 'broken'; readonly error: unknown }
  | { readonly kind: 'closed' };

export function isUsedUp(end: WorkEnd): end is UsedUp {
  return end.kind === 'over-time' || end.kind === 'out-of-memory';
}
