/** Time of a study by phase. Each journal record ends a piece of work, and its kind gives the phase. */
import type { JournalEntry } from '../journal/replay.js';
import type { PhaseTime } from './document.js';
import { sessionsOf, workedEntries } from './work-done.js';

type Phase = PhaseTime['phase'];

const ORDER: readonly Phase[] = ['reading', 'baseline', 'preparing', 'trials', 'confirming', 'timing'];

export function timeSpent(entries: readonly JournalEntry[]): { phases: PhaseTime[]; totalMs: number | null } {
  const spent = new Map<Phase, number>();
  const add = (phase: Phase, ms: number) => spent.set(phase, (spent.get(phase) ?? 0) + Math.max(0, ms));
  for (const { record } of entries) if (record.kind === 'program') add('reading', record.durationMs);
  const worked = workedEntries(entries);
  for (const { record, workedMs, after } of worked) {
    if (record.kind === 'trial') {
      // the time between the last record and the start of a trial prepared the trial
      const waited = after === 'trial' ? 0 : Math.max(0, workedMs - record.durationMs);
      if (waited > 0) add('preparing', waited);
      add('trials', workedMs - waited);
    } else {
      const phase = workedMs > 0 ? phaseOf(record.kind) : null;
      if (phase) add(phase, workedMs);
    }
  }
  const phases = ORDER.flatMap((phase) => (spent.has(phase) ? [{ phase, ms: spent.get(phase)! }] : []));
  return { phases, totalMs: worked.length === 0 ? null : phases.reduce((sum, { ms }) => sum + ms, 0) };
}

function phaseOf(kind: string): Phase | null {
  switch (kind) {
    case 'baseline':
      return 'baseline';
    case 'profile':
    case 'sets':
    case 'ideal':
      return 'preparing';
    case 'constraint':
    case 'probe':
      return 'trials';
    case 'program':
      return null; // its own duration counts
    case 'measurement':
    case 'input-speed':
    case 'occupancy':
    case 'best-so-far':
      return 'timing';
    default:
      return 'confirming';
  }
}

/** Time from the start of a session to the end of its first trial; null without a trial or without recorded times. */
export function untilFirstTrialMs(session: readonly JournalEntry[]): number | null {
  const readMs = session.flatMap(({ record }) => (record.kind === 'program' ? [record.durationMs] : []))[0] ?? 0;
  const started = session[0]?.at ?? null;
  const answered = session.find(({ record }) => record.kind === 'trial')?.at ?? null;
  return started === null || answered === null ? null : readMs + answered - started;
}

/** Working time of the whole study and of its last session; `lastMs` if the journal has no times. */
export function workTimes(entries: readonly JournalEntry[], lastMs: number): { workMs: number; sessionMs: number } {
  const total = (some: readonly JournalEntry[]) => timeSpent(some).totalMs ?? lastMs;
  return { workMs: total(entries), sessionMs: total(sessionsOf(entries).last) };
}
