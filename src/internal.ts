/**
 * Additional exports for the project's own scripts, benches and experiments, which measure or compare internal parts. This file is not part
 * of the public library (package.json exports index.js only) and may change at any time.
 */

export { applyPatch, parsePatch } from 'diff';
export { parseDeviceProfile } from './analysis/devices/device-profile.js';
export { devices, findDevice, recogniseDevice } from './analysis/devices/devices.js';
export { ErrorModel } from './analysis/error-model.js';
export { deviceWeights } from './analysis/fiset-weights.js';
export { type FisetOptions, findFisets } from './analysis/fisets.js';
export { findGroups } from './analysis/groups.js';
export { PerformanceModel } from './analysis/performance-model.js';
export { sitesInScope } from './analysis/scope.js';
export { EmbeddedClang } from './clang/compiler.js';
export { catalogue } from './diagnostics/catalogue.js';
export { BuildCache } from './execution/build-cache.js';
export { findGpu } from './execution/cuda/gpu.js';
export { engines } from './execution/engines.js';
export { NativeEngine } from './execution/native/native-engine.js';
export { findingsOf } from './features/characterization/findings.js';
export { openProject } from './frontend/project/open-project.js';
export type { Project } from './frontend/project/project.js';
export { projectFileJsonSchema } from './frontend/project/project-file-schema.js';
export * from './index.js';
export { capabilitiesOf } from './journal/engine-capabilities.js';
export { JOURNAL_FILE, Journal, journalLine } from './journal/journal.js';
export { median } from './numerics/bootstrap.js';
export { compareValues, findOffence } from './numerics/error-metrics.js';
export { percentOfIdeal } from './numerics/percent-of-ideal.js';
export { quantile } from './numerics/quantile.js';
export { rankCorrelation } from './numerics/rank-correlation.js';
export { mathFunctions } from './program/library/library.js';
export { reachedFrom } from './program/reached-functions.js';
export { studiesFigure } from './report/studies-figure.js';
export {
  admits,
  configurationOf,
  randomConfiguration,
  uniformConfiguration,
  widestConfiguration,
} from './space/configuration.js';
export { realiseSet } from './space/realise-set.js';
export { baselineConfiguration, resolve } from './space/resolve.js';
export { establishBaseline } from './study/judging/baseline.js';
export { OutputJudge } from './study/judging/judge-output.js';
export { numbersIn } from './study/judging/output-numbers.js';
export { outputPlace, readOutput } from './study/judging/program-output.js';
export type { StudyPlan } from './study/plan.js';
export { TuningSpace } from './study/search-space.js';
export { measure } from './study/timing/measurement.js';
export { TrialRunner } from './study/trials/trial-runner.js';
export { cacheFolder } from './support/cache-folder.js';
export { NO_DEADLINE } from './support/deadline.js';
export { seededRandom } from './support/random.js';
export { measuredTimes } from './workbench/kernel-times.js';
