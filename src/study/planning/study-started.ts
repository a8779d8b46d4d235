/** The first record of a study: the program, the request and the environment. */
import os from 'node:os';
import path from 'node:path';
import type { EngineCapabilities } from '../../execution/engine.js';
import { settleMacros } from '../../frontend/project/macros.js';
import type { OtherBuild } from '../../frontend/project/other-builds.js';
import type { StudyStarted } from '../../journal/records.js';
import { digestSources } from '../../program/source-digest.js';
import type { OpenedProgram } from '../../workbench/open-program.js';
import { describeEnvironment } from './environment.js';
import type { PlannedStudy } from './plan-study.js';

/** Default number of runs at the same time. */
export function trialJobs({ sharesMachine }: EngineCapabilities): number {
  return sharesMachine ? os.availableParallelism() : 1;
}

/** The macros that identify a build, independent of its name. */
function flagsOf({ macros }: OtherBuild): string[] {
  const { defines, undefines } = settleMacros(macros);
  return [...defines.map((text) => `-D${text}`), ...undefines.map((name) => `-U${name}`)].sort();
}

/** `command`: the command line that repeats the study. */
export async function studyStarted(
  { request, project, program, workbench }: Pick<OpenedProgram, 'request' | 'project' | 'program' | 'workbench'>,
  { plan, scope, gpu }: PlannedStudy,
  command: readonly string[],
): Promise<StudyStarted> {
  const { inputs, includeFolders, defines, undefines, standard, flags, workingFolder } = request;
  const { strictBranches, convertCopies, cpuTimes, also } = request;
  return {
    kind: 'study-started',
    schemaVersion: 1,
    program: project.name,
    opened: {
      inputs: inputs.map((file) => path.resolve(workingFolder, file)),
      includeFolders: [...includeFolders],
      defines: [...defines],
      undefines: [...undefines],
      standard: standard ?? null,
      ...(flags && flags.length > 0 && { flags: [...flags] }),
      ...(strictBranches && { strictBranches: true as const }),
      ...(convertCopies && { convertCopies: true as const }),
      ...(cpuTimes && { cpuTimes: true as const }),
      ...(workbench.calls && workbench.calls.copies.length > 0 && { callsApart: true as const }),
      ...(also && also.length > 0 && { also: [...also] }),
      workingFolder,
    },
    sources: digestSources(program),
    otherBuilds: workbench.others
      .map(({ build, syntax }) => ({ macros: flagsOf(build), sources: digestSources(syntax.program) }))
      .sort((a, b) => (a.macros.join() < b.macros.join() ? -1 : 1)),
    engine: workbench.engineName,
    engineCapabilities: workbench.capabilities,
    strategy: plan.strategy.name,
    options: plan.options,
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
    command: [...command],
    environment: await describeEnvironment(project),
  };
}
