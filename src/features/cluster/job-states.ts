/** Slurm's job states, reduced to the distinctions that matter here. */

/** End of a job with missing results. */
export type JobEnd =
  | 'completed'
  | 'failed'
  | 'timed-out'
  | 'out-of-memory'
  | 'preempted'
  | 'node-failed'
  | 'cancelled'
  /** Unknown to both the queue and the accounting. */
  | 'vanished';

export type JobState =
  | { readonly kind: 'pending'; readonly isRequeued: boolean }
  | { readonly kind: 'running' }
  | { readonly kind: 'ended'; readonly as: JobEnd }
  /** A state unknown to this version: the job is followed until its state changes. */
  | { readonly kind: 'unknown'; readonly word: string };

const ENDS: Readonly<Record<string, JobEnd>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  SPECIAL_EXIT: 'failed',
  LAUNCH_FAILED: 'node-failed',
  RECONFIG_FAIL: 'node-failed',
  BOOT_FAIL: 'node-failed',
  NODE_FAIL: 'node-failed',
  TIMEOUT: 'timed-out',
  DEADLINE: 'timed-out',
  OUT_OF_MEMORY: 'out-of-memory',
  PREEMPTED: 'preempted',
  CANCELLED: 'cancelled',
  REVOKED: 'cancelled',
};
const PENDING = new Set(['PENDING', 'CONFIGURING', 'POWER_UP_NODE', 'RESV_DEL_HOLD']);
const REQUEUED = new Set(['REQUEUED', 'REQUEUE_FED', 'REQUEUE_HOLD']);
const RUNNING = new Set([
  'RUNNING',
  'COMPLETING',
  'RESIZING',
  'SIGNALING',
  'STAGE_OUT',
  'STOPPED',
  'SUSPENDED',
  'UPDATE_DB',
]);

/** Whether a failed job was never started by its node. */
const NEVER_STARTED = /Launch|NodeDown|NodeFail|BootFail|Prolog/i;

/**
 * The state from one answer with flags: older versions give one word, later ones a list. A job that is still being cleaned up has not ended:
 * its node is not free, and it may be queued again.
 */
export function jobState(words: readonly string[], { restarts = 0, reason = '' } = {}): JobState {
  const plain = words.map((word) => /^[A-Z_]+/.exec(word.toUpperCase())?.[0] ?? word);
  if (plain.some((word) => REQUEUED.has(word))) return { kind: 'pending', isRequeued: true };
  if (plain.some((word) => PENDING.has(word))) return { kind: 'pending', isRequeued: restarts > 0 };
  if (plain.some((word) => RUNNING.has(word))) return { kind: 'running' };
  const end = plain.map((word) => ENDS[word]).find((one) => one !== undefined);
  if (end === undefined) return { kind: 'unknown', word: words.join(' ') };
  return { kind: 'ended', as: end === 'failed' && NEVER_STARTED.test(reason) ? 'node-failed' : end };
}
