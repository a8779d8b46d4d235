/** Working time between the records of a study, without idle time between sessions and the time of other commands. */
import type { JournalEntry } from '../journal/replay.js';

export interface WorkedEntry {
  readonly record: JournalEntry['record'];
  readonly at: number;
  /** Working time since the previous record. */
  readonly workedMs: number;
  /** Kind of the previous record. */
  readonly after: string | null;
}

export function workedEntries(entries: readonly JournalEntry[]): WorkedEntry[] {
  let last: { readonly at: number; readonly kind: string } | null = null;
  let isAtWork = true;
  return entries.flatMap(({ record, at }) => {
    if (at === null) return [];
    const { kind } = record;
    const isBeginning = beginsSession(kind);
    if (isBeginning) isAtWork = true;
    if (kind === 'verification') isAtWork = false; // `mantissa verify` appends its results long after the study
    const workedMs: number = last === null || isBeginning || !isAtWork ? 0 : Math.max(0, at - last.at);
    const entry = { record, at, workedMs, after: last?.kind ?? null };
    last = { at, kind };
    if (kind === 'study-ended') isAtWork = false;
    return [entry];
  });
}

function beginsSession(kind: string): boolean {
  return kind === 'study-started' || kind === 'study-resumed';
}

/** The entries of the last session, and those of all earlier ones. */
export function sessionsOf(entries: readonly JournalEntry[]): { earlier: JournalEntry[]; last: JournalEntry[] } {
  const begun = Math.max(
    0,
    entries.findLastIndex(({ record }) => beginsSession(record.kind)),
  );
  return { earlier: entries.slice(0, begun), last: entries.slice(begun) };
}
