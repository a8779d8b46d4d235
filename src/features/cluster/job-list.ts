/** The jobs of a study, as far as the ledger, what they left and Slurm say. */
import type { JobEnd } from './job-states.js';
import { type LedgerEntry, readLedger } from './ledger.js';
import { jobOf, keyOf, PacksUnderWay } from './packs-under-way.js';
import type { SharedFolder } from './shared-folder.js';
import type { LookAnswer, Sighting, Wanted } from './slurm.js';
import type { JobKind, TaskResult } from './task.js';

export interface ListedJob {
  /** As Slurm names it; null where its answer was lost. */
  readonly job: string | null;
  readonly kind: JobKind;
  /** `unknown`: Slurm has not said. `done`: all its work has results. */
  readonly state: 'queued' | 'running' | 'unknown' | 'done' | 'withdrawn' | JobEnd;
  readonly node: string | null;
  /** Pieces of work it was given, and those of them that it brought results for. */
  readonly pieces: number;
  readonly finished: number;
  readonly submittedAtMs: number;
  /** Of the work it has done; null where it has done none. */
  readonly workMs: number | null;
  /** Since it was seen to start; null of what does not run. */
  readonly runningMs: number | null;
  /** Slurm's own words: why it waits, or why it ended. */
  readonly reason: string | null;
}

export interface JobList {
  readonly jobs: readonly ListedJob[];
  /** What all of them worked, and how long that took from the first submission on; null where none has done anything. */
  readonly work: { readonly totalMs: number; readonly spanMs: number } | null;
  /** Why what is under way is unknown; null where Slurm answered, or nothing is. */
  readonly silence: string | null;
}

/** Not over, as far as anybody knows. */
export function isUnderWay({ state }: Pick<ListedJob, 'state'>): boolean {
  return state === 'queued' || state === 'running' || state === 'unknown';
}

/** How long it has run, or worked where it has ended. */
export function jobTimeMs({ workMs, runningMs }: ListedJob): number | null {
  return runningMs ?? workMs;
}

/** By state, in the order of their first. */
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
  const packs = [...new PacksUnderWay(entries)];
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

/** From the first piece it began to the last it ended. */
function workMs(results: readonly TaskResult[]): number {
  const from = Math.min(...results.map(({ startedAtMs }) => startedAtMs));
  return Math.max(...results.map(({ startedAtMs, durationMs }) => startedAtMs + durationMs)) - from;
}
