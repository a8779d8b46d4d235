/** How a piece of work came to its end. */
import type { JobEnd } from './job-states.js';

export interface UsedUp {
  readonly kind: 'over-time' | 'out-of-memory';
  readonly job: string;
  readonly node: string | null;
}

export type WorkEnd =
  /** Its result is there. */
  | { readonly kind: 'finished' }
  /** It had a job to itself, whose time or memory it used up. */
  | UsedUp
  /** Its jobs came to nothing. */
  | {
      readonly kind: 'given-up';
      readonly as: JobEnd;
      readonly job: string;
      readonly token: string;
      readonly reason: string | null;
    }
  /** Slurm does not take it. */
  | { readonly kind: 'refused'; readonly words: string; readonly command: string }
  | { readonly kind: 'unanswered'; readonly words: string }
  /** What is remembered of it cannot be written. */
  | { readonly kind: 'broken'; readonly error: unknown }
  | { readonly kind: 'closed' };

export function isUsedUp(end: WorkEnd): end is UsedUp {
  return end.kind === 'over-time' || end.kind === 'out-of-memory';
}
