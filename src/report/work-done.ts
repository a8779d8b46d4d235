/** Work between the records of a study. While it lay still between two sessions, and while others asked about it, there was none. */
import type { JournalEntry } from '../journal/replay.js';

export interface WorkedEntry {
  readonly record: JournalEntry['record'];
  readonly at: number;
  /** Since the record before it. */
  readonly workedMs: number;
  /** The kind of that record. */
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
    if (kind === 'verification') isAtWork = false; // `mantissa verify` writes down what it found long after the study
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

/** The entries of the sessions before the last, and those of the last. */
export function sessionsOf(entries: readonly JournalEntry[]): { earlier: JournalEntry[]; last: JournalEntry[] } {
  const begun = Math.max(
    0,
    entries.findLastIndex(({ record }) => beginsSession(record.kind)),
  );
  return { earlier: entries.slice(0, begun), last: entries.slice(begun) };
}
