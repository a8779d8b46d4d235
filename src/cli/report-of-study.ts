/** A study's report, with what its journal cannot know: whether somebody works on it, and whether its files have changed. */
import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { ProgramRecord } from '../journal/program-record.js';
import type { StudyState } from '../journal/replay.js';
import { isHeld } from '../journal/study-lock.js';
import { buildReport } from '../report/build-document.js';
import type { ReportDocument } from '../report/document.js';
import { readRegularFile } from '../support/regular-file.js';

/** Null where the journal holds nothing yet. */
export function reportOf(folder: string, state: StudyState): ReportDocument | null {
  if (!state.started) return null;
  return buildReport(state, state.started, {
    study: path.relative(process.cwd(), path.resolve(folder)) || '.',
    isRunning: isHeld(folder),
    changedFiles: state.program ? changedFiles(state.program) : [],
  });
}

function changedFiles({ root, files }: ProgramRecord): string[] {
  return files.flatMap(({ path: name, text }) => {
    try {
      return readRegularFile(path.resolve(root, name), text.length).toString('latin1') === text ? [] : [name];
    } catch {
      return [name]; // gone, longer, or not ours to read any more
    }
  });
}

/** The built viewer, with places for the data. */
export function viewerTemplate(): string {
  const file = new URL('../viewer/report.html', import.meta.url);
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new MantissaError('MX1010', `${file.pathname} cannot be read`, { cause: error });
  }
}
