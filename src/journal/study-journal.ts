/** The journal of a study that begins or goes on, and of one that is only looked at. */
import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { JOURNAL_FILE, Journal, readJournal } from './journal.js';
import type { StudyStarted } from './records.js';
import { StudyState } from './replay.js';
import { differenceText, differingKey } from './study-differences.js';

/** A study that was begun, replayed from its journal. */
export interface RecordedStudy {
  readonly folder: string;
  readonly started: StudyStarted;
  readonly state: StudyState;
}

/**
 * The study's journal, new or resumed. One about another program, goal or source is refused, unless it holds no trial: that is begun anew. One
 * whose patch is in the sources is set aside as an earlier round, and the next begins.
 */
export function openStudyJournal(
  folder: string,
  header: StudyStarted,
  isFresh: boolean,
  say: (text: string) => void = () => undefined,
): Journal {
  const journal = Journal.open(folder, { isFresh });
  const { started, applied } = journal.state;
  if (!started) {
    journal.append(header);
    return journal;
  }
  const differs = differingKey(started, header);
  if (differs === null) {
    journal.append({ kind: 'study-resumed', command: header.command, environment: header.environment });
    return journal;
  }
  const tried = journal.state.trials().length;
  journal.close();
  if (tried === 0) {
    say(`the study in ${folder} has no trial, and was about something else: it is begun anew`);
    return openStudyJournal(folder, header, true);
  }
  if (applied && applied.sources === header.sources) {
    const before = setAside(folder);
    say(`trial ${applied.trial} is in the sources: this is the next round, and what led to it is in ${before}`);
    return openStudyJournal(folder, header, false);
  }
  throw new MantissaError('MX2017', { text: differenceText(differs, started, header), place: { file: folder } });
}

/** Moves the journal into a folder of its own, below the one it was in. */
function setAside(folder: string): string {
  let round = 1;
  while (fs.existsSync(path.join(folder, `round-${round}`))) round++;
  const before = path.join(folder, `round-${round}`);
  fs.mkdirSync(before);
  fs.renameSync(path.join(folder, JOURNAL_FILE), path.join(before, JOURNAL_FILE));
  return before;
}

/** What is known of a study that may have been begun in a folder. */
export function knownState(folder: string): StudyState | null {
  const file = path.join(folder, JOURNAL_FILE);
  if (!fs.existsSync(file)) return null;
  const { records, times } = readJournal(file);
  return new StudyState(records, times);
}

/** The study in a folder, replayed; the process that works on it, if there is one, is not disturbed. */
export function readStudy(folder: string): RecordedStudy {
  const file = path.join(folder, JOURNAL_FILE);
  if (!fs.existsSync(file)) throw new MantissaError('MX2096', { text: 'there is no journal', place: { file } });
  const { records, times } = readJournal(file);
  const state = new StudyState(records, times);
  const { started } = state;
  if (records.length === 0) throw new MantissaError('MX2046', { text: 'its journal is empty', place: { file } });
  if (!started) throw new MantissaError('MX1008', { text: 'its beginning is missing', place: { file } });
  return { folder, started, state };
}
