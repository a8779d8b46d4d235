/**
 * What the features in src/features use of the core, besides its toolbox (support, numerics, diagnostics). A feature imports nothing else
 * from outside its own folder, and scripts/check-layers.mjs holds it to that. This file is no part of the package's face.
 */
export { type DeviceProfile, deviceProfileSchema, PROFILED_OPERATIONS } from './analysis/devices/device-profile.js';
export { runtimeFolder } from './clang/resources.js';
export { findGpu } from './execution/cuda/gpu.js';
export type { Engine, EngineName } from './execution/engine.js';
export { ALWAYS_THERE, AUTOMATIC, engines } from './execution/engines.js';
export { probeGpuState } from './execution/machine.js';
export { type Compiler, findCompiler, runCompiler } from './execution/native/compiler.js';
export { runContained } from './execution/spawn.js';
export { ENGINE_NAMES } from './frontend/project/engine-names.js';
export type { MeasurementRecord, SetsRecord } from './journal/records.js';
export type { JudgedTrial, StudyState } from './journal/replay.js';
export { AS_FAST } from './journal/trial-record.js';
export { gpuText } from './report/gpu-text.js';
export { escapeHtml } from './report/html.js';
export { STYLE } from './report/style.js';
export { deltaDebugging } from './search/delta-debugging.js';
export { type FISET_MODES, fisetOptions, fisets } from './search/fisets.js';
export { NO_FACTS, type Outcome, type Point, type SearchSpace, UNTOLD_ERROR } from './search/strategy.js';
export type { StudyPlan } from './study/plan.js';
export { meritKind } from './study/timing/figure-of-merit.js';
export { sameFormats } from './study/trials/constraints.js';
