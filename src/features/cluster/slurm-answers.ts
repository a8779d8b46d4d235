/** Parses answers of squeue and sacct. Slurm 22 writes plain values where later versions write objects and lists. */
import { jobState } from './job-states.js';
import type { Sighting } from './slurm.js';

type Json = Readonly<Record<string, unknown>>;

/** Throws if the text is not a JSON answer. */
export function readQueue(text: string): Sighting[] {
  return jobsIn(text).flatMap((job) => {
    const jobId = numberOf(job.array_job_id) || numberOf(job.job_id);
    const reason = reasonOf(job.state_reason);
    const state = jobState(wordsOf(job.job_state), {
      restarts: numberOf(job.restart_cnt) ?? 0,
      ...(reason && { reason }),
    });
    const seen = {
      jobId: jobId ?? 0,
      ownId: numberOf(job.job_id),
      name: String(job.name ?? ''),
      state,
      node: firstNode(job.nodes),
      startedAtMs: state.kind === 'pending' ? null : instant(job.start_time),
      endedAtMs: state.kind === 'ended' ? instant(job.end_time) : null,
      reason,
    };
    return indicesOf(numberOf(job.array_task_id), job.array_task_string).map((index) => ({ ...seen, index }));
  });
}

export function readAccounting(text: string): Sighting[] {
  return jobsIn(text).flatMap((job) => {
    const array = recordOf(job.array);
    const state = recordOf(job.state);
    const time = recordOf(job.time);
    const jobId = numberOf(array.job_id) || numberOf(job.job_id);
    const reason = reasonOf(state.reason);
    const found = jobState(wordsOf(state.current), { ...(reason && { reason }) });
    const seen = {
      jobId: jobId ?? 0,
      ownId: numberOf(job.job_id),
      name: String(job.name ?? ''),
      state: found,
      node: firstNode(job.nodes),
      startedAtMs: instant(time.start),
      endedAtMs: found.kind === 'ended' ? instant(time.end) : null,
      reason,
    };
    return indicesOf(numberOf(array.task_id), array.task).map((index) => ({ ...seen, index }));
  });
}

/** Columns of `squeue --noheader --array --format`, for sites whose squeue has no JSON output; the last may be missing. */
export const QUEUE_COLUMNS = '%F|%K|%j|%T|%N|%S|%e|%r|%A';

export function readQueueLines(text: string): Sighting[] {
  return text
    .split('\n')
    .map((line) => line.trim().split('|'))
    .filter((columns) => columns.length >= QUEUE_COLUMNS.split('|').length - 1)
    .flatMap(([id, indices, name, word, node, start, end, reason, own]) => {
      const state = jobState([word!], { reason: reason! });
      const seen = {
        jobId: Number(id),
        ownId: /^\d+$/.test(own ?? '') ? Number(own) : null,
        name: name!,
        state,
        node: firstNode(node),
        startedAtMs: state.kind === 'pending' ? null : instantOf(start!),
        endedAtMs: state.kind === 'ended' ? instantOf(end!) : null,
        reason: reasonOf(reason),
      };
      return indicesOf(/^\d+$/.test(indices!) ? Number(indices) : null, indices).map((index) => ({ ...seen, index }));
    });
}

function jobsIn(text: string): Json[] {
  const { jobs } = JSON.parse(text) as { jobs?: unknown };
  if (!Array.isArray(jobs)) throw new SyntaxError('an answer without jobs');
  return jobs as Json[];
}

/** A number, or `{set, infinite, number}`; null without one. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const { set, number } = recordOf(value);
  return set === false || typeof number !== 'number' ? null : number;
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : String(value ?? '').split(/[\s,]+/);
}

function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Seconds since 1970; 0 means unknown. */
function instant(value: unknown): number | null {
  const seconds = numberOf(value);
  return seconds ? seconds * 1000 : null;
}

function instantOf(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** The node of a job; Mantissa's jobs have only one. */
function firstNode(value: unknown): string | null {
  const text = typeof value === 'string' ? value : String(recordOf(value).list ?? '');
  return text === '' || text === 'None assigned' || text === '(null)' ? null : text;
}

function reasonOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value : '';
  return text === '' || text === 'None' ? null : text;
}

/** Waiting elements are one entry: `3-7,9%2`, with or without brackets. A job outside an array is element 0 of itself. */
function indicesOf(index: number | null, waiting: unknown): number[] {
  if (index !== null) return [index];
  const text = typeof waiting === 'string' ? waiting.replace(/[[\]]|%\d+$/g, '') : '';
  const listed = text.split(',').flatMap((part) => {
    const [, from, to, step] = /^(\d+)(?:-(\d+)(?::(\d+))?)?$/.exec(part.trim()) ?? [];
    if (from === undefined) return [];
    const by = Number(step ?? 1);
    return Array.from(
      { length: Math.floor((Number(to ?? from) - Number(from)) / by) + 1 },
      (_, at) => Number(from) + at * by,
    );
  });
  return listed.length > 0 ? listed : [0];
}
