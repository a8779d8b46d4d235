/**
 * The part of the core that the features in src/features may use, besides its toolbox (support, numerics, diagnostics). A feature imports
 * nothing else from outside its own folder; scripts/check-layers.mjs checks this. This file is not part of the public library.
 */
export { branchesAround } from './analysis/accumulators/statement-text.js';
export { type DeviceProfile, deviceProfileSchema, PROFILED_OPERATIONS } from './analysis/devices/device-profile.js';
export { type ExecutionCounts, PerformanceModel } from './analysis/performance-model.js';
export { stateOf } from './analysis/phases/loop-state.js';
export type { PhaseLoop } from './analysis/phases/phase-loops.js';
export { hasKernels } from './analysis/scope.js';
export { type EmbeddedClang, RUNTIME } from './clang/compiler.js';
export { compilerError } from './clang/compiler-messages.js';
export { runtimeFolder } from './clang/resources.js';
export { chooseEngine } from './execution/choose-engine.js';
export { CommandEngine } from './execution/command/command-engine.js';
export { CudaEngine } from './execution/cuda/cuda-engine.js';
export { findGpu } from './execution/cuda/gpu.js';
export { kernelRegisters, registersOf } from './execution/cuda/kernel-registers.js';
export type {
  Artifact,
  Availability,
  BuildOutcome,
  BuildRequest,
  Engine,
  EngineCapabilities,
  EngineInput,
  EngineName,
  InTurnOutcome,
  RunOutcome,
  RunRequest,
} from './execution/engine.js';
export { ALWAYS_THERE, AUTOMATIC, engines } from './execution/engines.js';
export { probeGpuState } from './execution/machine.js';
export type { MemoryInspection, MemoryTool } from './execution/memory-inspection.js';
export { machineMemoryBytes } from './execution/memory-limit.js';
export { type Compiler, findCompiler, runCompiler } from './execution/native/compiler.js';
export { onPath } from './execution/on-path.js';
export { type ProcessResult, run, runContained } from './execution/spawn.js';
export { hasMain } from './frontend/discovery/main-functions.js';
export { definitionIn } from './frontend/lexical/macro-definitions.js';
export { ENGINE_NAMES } from './frontend/project/engine-names.js';
export type { Project, TranslationUnit } from './frontend/project/project.js';
export { type JobRequest, type SlurmSettings, wallTimeMs } from './frontend/project/slurm-settings.js';
export { languageArguments } from './frontend/units/invocation.js';
export type { MeasurementRecord, OutputPlace, SetsRecord, StudyInput } from './journal/records.js';
export type { JudgedTrial, StudyState } from './journal/replay.js';
export { AS_FAST } from './journal/trial-record.js';
export type { Format } from './numerics/format.js';
export { MAX_REGISTERS_PER_THREAD } from './program/gpu-limits.js';
export type { JobsShown } from './report/document.js';
export { gpuText } from './report/gpu-text.js';
export { escapeHtml } from './report/html.js';
export { STYLE } from './report/style.js';
export { deltaDebugging } from './search/delta-debugging.js';
export { type FISET_MODES, fisetOptions, fisets } from './search/fisets.js';
export { NO_FACTS, type Outcome, type Point, type SearchSpace, UNKNOWN_ERROR } from './search/strategy.js';
export { uniformConfiguration } from './space/configuration.js';
export { firstIterations, type PhasedConfiguration, whyNotInOrder } from './space/phases.js';
export { baselineConfiguration, type Configuration, resolve } from './space/resolve.js';
export { establishBaseline, type InputBaseline } from './study/judging/baseline.js';
export type { OutputJudge } from './study/judging/judge-output.js';
export { filesToCollect, outputOfRun } from './study/judging/program-output.js';
export { failureOf } from './study/judging/run-end.js';
export type { StudyPlan } from './study/plan.js';
export { meritKind } from './study/timing/figure-of-merit.js';
export { type Measurement, measure, TimedRunFailed } from './study/timing/measurement.js';
export { sameFormats } from './study/trials/constraints.js';
export type { VectorizedProgram, VectorizingRequest } from './study/vectors/vectorizer.js';
export { reasonOf, required } from './workbench/attempts.js';
export type { ClusterRequest, EngineSetup } from './workbench/cluster.js';
export type { RunLimits } from './workbench/run-limits.js';
export { usesThreads } from './workbench/uses-threads.js';
export type { SplitBench, Workbench } from './workbench/workbench.js';
