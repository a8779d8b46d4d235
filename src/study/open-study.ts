/** A study of an opened program, ready to be asked: planned, its journal begun or gone on with. */
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
  /** Where its journal is kept. */
  readonly folder: string;
  /** Forgets what the folder holds. */
  readonly isFresh?: boolean;
  /** What another study of the same program and inputs has found out already, on this machine and just now. */
  readonly known?: readonly (BaselineRecord | ProfileRecord | IdealRecord)[];
}

export interface OpenStudyRequest extends StudyRequest, Partial<StudyPlace> {
  /** Is told what happens. */
  readonly report?: (event: StudyEvent) => void;
}

/** A study in a folder, `.mantissa/<program>` where nothing is said; one that is there and about the same goes on. */
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

/** `readMs` is how long it took to read the program, for the report. */
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
