/** Opens a study of a program: plans it, and creates or continues its journal. */
import path from 'node:path';
import type { BaselineRecord, IdealRecord, ProfileRecord, StudyStarted } from '../journal/records.js';
import { openStudyJournal } from '../journal/study-journal.js';
import type { Bench } from '../workbench/bench.js';
import type { OpenedProgram } from '../workbench/open-program.js';
import type { StudyEvent, StudyPlan } from './plan.js';
import { checkProfileSuffices } from './planning/modelled-gpu.js';
import { planStudy, type StudyRequest } from './planning/plan-study.js';
import { describeForJournal } from './planning/program-record.js';
import { studyStarted } from './planning/study-started.js';
import { TuningSpace } from './search-space.js';
import { Study } from './study.js';

export interface StudyPlace {
  /** Contains the journal. */
  readonly folder: string;
  /** Starts over: discards an existing journal in the folder. */
  readonly isFresh?: boolean;
  /** Records of another study of the same program and inputs, from this machine and this session. */
  readonly known?: readonly (BaselineRecord | ProfileRecord | IdealRecord)[];
}

export interface OpenStudyRequest extends StudyRequest, Partial<StudyPlace> {
  /** Called for each event. */
  readonly report?: (event: StudyEvent) => void;
}

/** Opens a study in a folder, by default `.mantissa/<program>`. An existing study with the same settings continues. */
export async function openStudy(program: OpenedProgram, request: OpenStudyRequest = {}): Promise<Study> {
  const { project, workbench } = program;
  const folder = path.resolve(request.folder ?? studyFolder(project.name));
  const isFresh = request.isFresh ?? false;
  const planned = await planStudy(workbench, request, isFresh ? null : folder);
  const { space } = new TuningSpace(workbench, planned.plan.formats, planned.plan.scope);
  const formats = space.dimensions.flatMap((one) => one.formats);
  checkProfileSuffices(planned.gpu, program.program, formats);
  const started = await studyStarted(program, planned, ['node', ...process.argv.slice(1)]);
  return beginStudy(workbench, planned.plan, started, { folder, isFresh }, program.openMs, request.report);
}

export function studyFolder(program: string): string {
  return path.join('.mantissa', program);
}

/** `readMs`: how long reading the program took, for the report. */
export function beginStudy(
  bench: Bench,
  plan: StudyPlan,
  started: StudyStarted,
  { folder, isFresh = false, known = [] }: StudyPlace,
  readMs: number,
  report: (event: StudyEvent) => void = () => undefined,
): Study {
  const journal = openStudyJournal(folder, started, isFresh, (text) => report({ kind: 'note', text }));
  try {
    if (!journal.state.program) {
      journal.append(describeForJournal(bench, plan.scope, readMs));
      for (const record of known) journal.append(record);
    }
    const clocks = (plan.clockGroups ?? []).filter((id) => !journal.state.influence.has(id));
    if (clocks.length > 0)
      journal.append({ kind: 'influence', groups: clocks.map((id) => ({ id, seen: false, reason: 'clock' })) });
    return new Study(bench, plan, journal, report);
  } catch (error) {
    journal.close();
    throw error;
  }
}
