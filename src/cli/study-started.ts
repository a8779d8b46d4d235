/** The first record of a study, and what every study is run with. */
import os from 'node:os';
import path from 'node:path';
import type { Scope } from '../analysis/scope.js';
import type { EngineCapabilities } from '../execution/engine.js';
import type { StudyStarted } from '../journal/records.js';
import { digestSources } from '../program/source-digest.js';
import type { StudyPlan } from '../study/plan.js';
import type { Bench } from '../workbench/bench.js';
import { describeEnvironment } from './environment.js';
import type { ModelledGpu } from './modelled-gpu.js';
import type { SourceOptions } from './source-options.js';

const MAX_OUTPUT_BYTES = 2 ** 26;

export function runLimits(timeoutMs: number, maxMemoryBytes: number): StudyPlan['limits'] {
  return { timeoutMs, maxOutputBytes: MAX_OUTPUT_BYTES, maxMemoryBytes };
}

/** How many runs at the same time, where nobody says. */
export function trialJobs({ sharesMachine }: EngineCapabilities): number {
  return sharesMachine ? os.availableParallelism() : 1;
}

/** As the command line named the program: what later commands need to open it again. */
export interface Surroundings {
  readonly bench: Pick<Bench, 'program' | 'project' | 'engineName' | 'capabilities'>;
  readonly inputs: readonly string[];
  readonly options: SourceOptions;
  readonly scope: Scope;
  readonly gpu: Pick<ModelledGpu, 'name' | 'digest'>;
}

export async function studyStarted(
  { bench, inputs, options, scope, gpu }: Surroundings,
  plan: StudyPlan,
): Promise<StudyStarted> {
  return {
    kind: 'study-started',
    schemaVersion: 1,
    program: bench.project.name,
    opened: {
      inputs: inputs.map((file) => path.resolve(file)),
      includeFolders: options.include,
      defines: options.define,
      undefines: options.undefine,
      standard: options.std ?? null,
      ...(options.flag.length > 0 && { flags: options.flag }),
      workingFolder: process.cwd(),
    },
    sources: digestSources(bench.program),
    engine: bench.engineName,
    engineCapabilities: bench.capabilities,
    strategy: plan.strategy.name,
    options: plan.options as Record<string, unknown>,
    seed: plan.seed,
    goal: plan.goal,
    formats: [...plan.formats],
    scope,
    inputs: [...plan.inputs],
    output: plan.output,
    timing: plan.timing,
    merit: plan.merit,
    gpu: gpu.name,
    gpuProfile: gpu.digest,
    command: ['mantissa', ...process.argv.slice(2)],
    environment: await describeEnvironment(),
  };
}
