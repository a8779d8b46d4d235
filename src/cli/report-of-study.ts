/** Builds a study's report, and loads the page that shows it. */
import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { StudyState } from '../journal/replay.js';
import { surroundingsOf } from '../journal/study-surroundings.js';
import { buildReport } from '../report/build-document.js';
import type { ReportDocument } from '../report/document.js';
import { packageRoot } from '../support/package-root.js';
import { repeatedCommand } from './repeated-command.js';

/** Null if the journal is still empty. */
export function reportOf(folder: string, state: StudyState): ReportDocument | null {
  return state.started && buildReport(state, state.started, surroundingsOf(folder, state), repeatedCommand);
}

/** The built viewer, with placeholders for the data. */
export function viewerTemplate(): string {
  const file = path.join(packageRoot, 'dist/viewer/report.html');
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new MantissaError('MX1010', `${file} cannot be read`, { cause: error });
  }
}
