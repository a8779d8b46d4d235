/** Lists the jobs of a study from the ledger, their results and Slurm. */

import { ActivePacks, jobOf, keyOf } from './active-packs.js';
import type { JobEnd } from './job-states.js';
import { type LedgerEntry, readLedger } from './ledger.js';
import type { SharedFolder } from './shared-folder.js';
import type { LookAnswer, Sighting, Wanted } from './slurm.js';
import type { JobKind, TaskResult } from './task.js';

export interface ListedJob {
  /** Slurm's job id; null if the answer to its submission was lost. */
  readonly job: string | null;
  readonly kind: JobKind;
  /** `unknown`: Slurm gave no state. `done`: all its tasks have results. */
  readonly state: 'queued' | 'running' | 'unknown' | 'done' | 'withdrawn' | JobEnd;
  readonly node: string | null;
  /** Number of its tasks, and of those with results. */
  readonly pieces: number;
  readonly finished: number;
  readonly submittedAtMs: number;
  /** Duration of its finished tasks; null without any. */
  readonly workMs: number | null;
  /** Time since its observed start; null if it is not running. */
  readonly runningMs: number | null;
  /** Slurm's reason for its waiting or end. */
  readonly reason: string | null;
}

export interface JobList {
  readonly jobs: readonly ListedJob[];
  /** Total duration of all tasks, and the time since the first submission; null without finished tasks. */
  readonly work: { readonly totalMs: number; readonly spanMs: number } | null;
  /** Slurm's error message if it did not answer about active jobs; otherwise null. */
  readonly silence: string | null;
}

/** Whether a job may still be queued or running. */
export function isUnderWay({ state }: Pick<ListedJob, 'state'>): boolean {
  return state === 'queued' || state === 'running' || state === 'unknown';
}

/** Run time of an active job, or the duration of an ended job's tasks. */
export function jobTimeMs({ workMs, runningMs }: ListedJob): number | null {
  return runningMs ?? workMs;
}

/** Number of jobs by state, in the order of first occurrence. */
export function countStates(jobs: readonly ListedJob[]): [state: ListedJob['state'], number: number][] {
  const numbers = new Map<ListedJob['state'], number>();
  for (const { state } of jobs) numbers.set(state, (numbers.get(state) ?? 0) + 1);
  return [...numbers];
}

export async function listJobs(
  folder: SharedFolder,
  look: (wanted: readonly Wanted[]) => Promise<LookAnswer>,
  nowMs = Date.now(),
): Promise<JobList> {
  const entries = readLedger(folder.ledger);
  const packs = [...new ActivePacks(entries)];
  const underWay = new Set(packs.map(keyOf));
  const wanted = new Map(packs.map(({ token, jobId }) => [token, { token, jobId }]));
  const answer: LookAnswer = wanted.size > 0 ? await look([...wanted.values()]) : { kind: 'seen', jobs: [] };
  const sightings = answer.kind === 'seen' ? answer.jobs : [];
  const ids = new Map(entries.flatMap((one) => (one.kind === 'submitted' ? [[one.token, one.jobId] as const] : [])));
  const ended = new Map(entries.flatMap((one) => (one.kind === 'ended' ? [[keyOf(one), one] as const] : [])));
  const refused = new Set(entries.flatMap((one) => (one.kind === 'not-submitted' ? [one.token] : [])));
  const jobs = entries.flatMap((entry) => {
    if (entry.kind !== 'submitting' || refused.has(entry.token)) return [];
    const { token, job: kind, atMs: submittedAtMs } = entry;
    const jobId = ids.get(token) ?? sightings.find(({ name }) => name.endsWith(token))?.jobId ?? null;
    return entry.packs.map((pack, index): ListedJob => {
      const seen = sightings.find((one) => one.jobId === jobId && one.index === index) ?? null;
      const end = ended.get(keyOf({ token, index }));
      const job = jobId === null ? null : jobOf({ jobId, index });
      const results = pack.flatMap((id) => folder.readResult(id) ?? []).filter((one) => one.job === job);
      return {
        ...{ job, kind, submittedAtMs, pieces: pack.length, finished: results.length },
        state: end && !underWay.has(keyOf(end)) ? (end.as === 'finished' ? 'done' : end.as) : stateOf(seen),
        node: results[0]?.node ?? seen?.node ?? end?.node ?? null,
        workMs: results.length > 0 ? workMs(results) : null,
        runningMs:
          seen?.state.kind === 'running' && seen.startedAtMs !== null ? Math.max(0, nowMs - seen.startedAtMs) : null,
        reason: seen?.reason ?? null,
      };
    });
  });
  return { jobs, work: workOf(jobs, folder, entries), silence: answer.kind === 'unanswered' ? answer.words : null };
}

function workOf(
  jobs: readonly ListedJob[],
  folder: SharedFolder,
  entries: readonly LedgerEntry[],
): { totalMs: number; spanMs: number } | null {
  const ids = new Set(entries.flatMap((one) => (one.kind === 'submitting' ? one.packs.flat() : [])));
  const results = [...ids].flatMap((id) => folder.readResult(id) ?? []);
  if (results.length === 0) return null;
  const first = Math.min(...jobs.map(({ submittedAtMs }) => submittedAtMs));
  const last = Math.max(...results.map(({ startedAtMs, durationMs }) => startedAtMs + durationMs));
  return { totalMs: results.reduce((sum, { durationMs }) => sum + durationMs, 0), spanMs: last - first };
}

function stateOf(seen: Sighting | null): ListedJob['state'] {
  switch (seen?.state.kind) {
    case 'pending':
      return 'queued';
    case 'running':
      return 'running';
    case 'ended':
      return seen.state.as;
    default:
      return 'unknown';
  }
}

/** Time from the start of its first task to the end of its last. */
function workMs(results: readonly TaskResult[]): number {
  const from = Math.min(...results.map(({ startedAtMs }) => startedAtMs));
  return Math.max(...results.map(({ startedAtMs, durationMs }) => startedAtMs + durationMs)) - from;
}
