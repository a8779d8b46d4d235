/** The time of each phase of a session, with the labels of the report. */
import type { JournalEntry } from '../../journal/replay.js';
import { timeSpent, untilFirstTrialMs } from '../../report/time-spent.js';
import { sessionsOf } from '../../report/work-done.js';
import { durationText } from '../../support/duration-text.js';

/** `time: reading 1.8 s, baseline 2.4 s, …`; null if no phase was recorded. */
export function timeText(entries: readonly JournalEntry[]): string | null {
  const { last: session } = sessionsOf(entries);
  const { phases } = timeSpent(session);
  if (phases.length === 0) return null;
  const firstMs = untilFirstTrialMs(session);
  const first = firstMs === null ? '' : `; first trial after ${durationText(firstMs)}`;
  return `time: ${phases.map(({ phase, ms }) => `${phase} ${durationText(ms)}`).join(', ')}${first}`;
}
