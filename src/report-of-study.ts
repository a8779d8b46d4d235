import { repeatedCommand } from './cli/repeated-command.js';
import type { RecordedStudy } from './journal/study-journal.js';
import { surroundingsOf } from './journal/study-surroundings.js';
import { buildReport } from './report/build-document.js';
import type { ReportDocument } from './report/document.js';

/** Everything a report shows of a study; what the page, the Markdown and `mantissa report --json` are made from. */
export function reportOf({ folder, started, state }: RecordedStudy): ReportDocument {
  return buildReport(state, started, surroundingsOf(folder, state), repeatedCommand);
}
