/** The journal of a study that begins or goes on, and of one that is only looked at. */
import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { JOURNAL_FILE, Journal, readJournal } from './journal.js';
import type { StudyStarted } from './records.js';
import { StudyState } from './replay.js';

/** A study that was begun, replayed from its journal. */
export interface RecordedStudy {
  readonly folder: string;
  readonly started: StudyStarted;
  readonly state: StudyState;
}

/** What may differ when a study goes on: when, where and by whom, not what it is about. Of an engine its name is compared. */
const SURROUNDINGS: readonly (keyof StudyStarted)[] = ['command', 'environment', 'engineCapabilities'];

/** Where what was recorded is a digest. */
const CHANGED: Partial<Record<keyof StudyStarted, string>> = {
  sources: 'the sources have changed since',
  gpuProfile: 'the device profile has changed since',
  otherBuilds:
    'the other builds that are to stay right have changed since ("variants" in mantissa.json, or what they read)',
};

/** The study's journal, new or resumed; one about another program, goal or source is refused. */
export function openStudyJournal(folder: string, header: StudyStarted, isFresh: boolean): Journal {
  const journal = Journal.open(folder, { isFresh });
  const { started } = journal.state;
  if (!started) {
    journal.append(header);
    return journal;
  }
  const differs = (Object.keys(header) as (keyof StudyStarted)[]).find(
    (key) =>
      !SURROUNDINGS.includes(key) &&
      started[key] !== undefined && // an older journal does not say
      JSON.stringify(header[key]) !== JSON.stringify(started[key]),
  );
  if (differs === undefined) {
    journal.append({ kind: 'study-resumed', command: header.command, environment: header.environment });
    return journal;
  }
  journal.close();
  const was = JSON.stringify(started[differs]);
  throw new MantissaError('MX2017', {
    text: CHANGED[differs] ?? `its ${differs} differs: it was ${was.slice(0, 200)}`,
    place: { file: folder },
  });
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
  if (!fs.existsSync(file))
    throw new MantissaError(
      'MX2001',
      { text: 'there is no journal', place: { file } },
      { remedy: 'run mantissa tune first, or name the study with --study' },
    );
  const { records, times } = readJournal(file);
  const state = new StudyState(records, times);
  const { started } = state;
  if (records.length === 0) throw new MantissaError('MX2046', { text: 'its journal is empty', place: { file } });
  if (!started) throw new MantissaError('MX1008', { text: 'its beginning is missing', place: { file } });
  return { folder, started, state };
}
