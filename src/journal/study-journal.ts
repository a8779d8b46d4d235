/** Opens the journal of a new or resumed study, and reads that of an existing one. */
import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { JOURNAL_FILE, Journal, readJournal } from './journal.js';
import type { StudyStarted } from './records.js';
import { StudyState } from './replay.js';
import { differenceText, differingKey } from './study-differences.js';

/** An existing study, replayed from its journal. */
export interface RecordedStudy {
  readonly folder: string;
  readonly started: StudyStarted;
  readonly state: StudyState;
}

/**
 * Creates or resumes a study's journal. A journal with other settings is refused, unless it has no trials: then it starts over. If the study's
 * patch is in the sources, its journal is archived as an earlier round, and the next round begins.
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
    say(`the study in ${folder} is empty and was created with other settings: starting over`);
    return openStudyJournal(folder, header, true);
  }
  if (applied && applied.sources === header.sources) {
    const before = archiveRound(folder);
    say(
      `the sources contain the patch of trial ${applied.trial}: starting the next round; the earlier one is in ${before}`,
    );
    return openStudyJournal(folder, header, false);
  }
  throw new MantissaError('MX2017', { text: differenceText(differs, started, header), place: { file: folder } });
}

/** Moves the journal into a subfolder, and returns its path. */
function archiveRound(folder: string): string {
  let round = 1;
  while (fs.existsSync(path.join(folder, `round-${round}`))) round++;
  const before = path.join(folder, `round-${round}`);
  fs.mkdirSync(before);
  fs.renameSync(path.join(folder, JOURNAL_FILE), path.join(before, JOURNAL_FILE));
  return before;
}

/** The state of the study in a folder; null if there is none. */
export function recordedState(folder: string): StudyState | null {
  const file = path.join(folder, JOURNAL_FILE);
  if (!fs.existsSync(file)) return null;
  const { records, times } = readJournal(file);
  return new StudyState(records, times);
}

/** Reads the study in a folder without locking it, so that a running process is not disturbed. */
export function readStudy(folder: string): RecordedStudy {
  const file = path.join(folder, JOURNAL_FILE);
  if (!fs.existsSync(file)) throw new MantissaError('MX2096', { text: 'there is no journal', place: { file } });
  const { records, times } = readJournal(file);
  const state = new StudyState(records, times);
  const { started } = state;
  if (records.length === 0) throw new MantissaError('MX2046', { text: 'its journal is empty', place: { file } });
  if (!started) throw new MantissaError('MX1008', { text: 'its first record is missing', place: { file } });
  return { folder, started, state };
}
