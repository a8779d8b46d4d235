/** The public library: exactly the names that docs/library.md documents. */
import { registerFeatures } from './features/register.js';

export type { Groups } from './analysis/groups.js';
export type { Scope } from './analysis/scope.js';
export { MantissaError } from './diagnostics/mantissa-error.js';
export type { EngineName, RunOutcome } from './execution/engine.js';
export { describeProgram, type InspectionDocument } from './inspection/document.js';
export { gatherFacts } from './inspection/facts.js';
export type { Goal, JournalRecord, TrialRecord } from './journal/records.js';
export type { JudgedTrial, StudyState } from './journal/replay.js';
export { type RecordedStudy, readStudy } from './journal/study-journal.js';
export type { Format } from './numerics/format.js';
export type { Program } from './program/program.js';
export type { ReportDocument } from './report/document.js';
export { reportOf } from './report-of-study.js';
export { checkStrategy, type Finding } from './search/conformance.js';
export { strategies } from './search/strategies.js';
export { defineStrategy, type Outcome, type Point, type SearchSpace, type Strategy } from './search/strategy.js';
export type { Configuration } from './space/resolve.js';
export { type OpenStudyRequest, openStudy } from './study/open-study.js';
export { Interrupted, Study, type StudyEvent, type StudyResult } from './study/study.js';
export type { ExternalOutcome } from './study/trials/external-outcome.js';
export type { Proposal } from './study/trials/trial-judgement.js';
export { type OpenedProgram, type OpenOptions, openProgram } from './workbench/open-program.js';
export { type RunLimits, runLimits } from './workbench/run-limits.js';
export { Workbench } from './workbench/workbench.js';

registerFeatures();
