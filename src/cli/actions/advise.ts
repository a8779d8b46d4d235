import { sitesInScope, usualScope } from '../../analysis/scope.js';
import type { ProjectFile } from '../../frontend/project/project-file-schema.js';
import type { Goal } from '../../journal/records.js';
import { moreIsBetter } from '../../numerics/metrics.js';
import { filesToCollect, outputPlace } from '../../study/judging/program-output.js';
import { goalOfProject } from '../../study/planning/goal-of-project.js';
import { chooseModelledGpu } from '../../study/planning/modelled-gpu.js';
import { argumentFolders, studyInputs } from '../../study/planning/study-inputs.js';
import { findFastMathEffect, requireFastMath } from '../../study/prospects/fast-math.js';
import { findProspects } from '../../study/prospects/prospects.js';
import { runLimits } from '../../workbench/run-limits.js';
import type { Workbench } from '../../workbench/workbench.js';
import { withWorkbench } from '../bench-options.js';
import { commandLine } from '../command-line.js';
import type { AdviseOptions } from '../commands/advise.js';
import { goalOf } from '../goal-options.js';
import { memoryLimit, timeoutMilliseconds } from '../option-values.js';
import { type AdviseAnswer, adviseDocument, adviseText } from '../text/advise-answer.js';
import { Progress } from '../text/progress.js';
import { answer, terminalPaint, terminalWidth } from '../text/terminal.js';

/** `mantissa advise`: estimates the speedup that tuning can reach, without a search. */
export async function advise(inputs: string[], options: AdviseOptions, given: readonly string[] | null): Promise<void> {
  const timeoutMs = timeoutMilliseconds(options.timeout);
  const memory = memoryLimit(options.memory);
  const progress = new Progress('normal');
  progress.step('reading the program');
  const work = async (bench: Workbench): Promise<void> => {
    const { program, groups, project } = bench;
    const { settings } = project;
    if (options.fastMath) requireFastMath(bench);
    const gpu = await chooseModelledGpu(options.gpu, null);
    const runs = studyInputs(settings, bench.engineName, options.input, given);
    const input = runs.find(({ heldOut }) => !heldOut) ?? runs[0]!;
    const place = outputPlace(settings?.output);
    const argumentsFrom = argumentFolders(project.root, given !== null);
    const base = runLimits({ timeoutMs, maxMemoryBytes: memory(settings?.memory), argumentsFrom });
    const limitsOf = (one: (typeof runs)[number]) => ({
      ...base,
      arguments: one.arguments,
      collect: filesToCollect(place),
    });
    const prospects = await findProspects({
      ...{ bench, place, input: input.name, device: gpu.profile, isElsewhere: gpu.isElsewhere },
      limits: limitsOf(input),
      others: runs.filter((one) => one !== input && (!one.heldOut || one.timed)).map(limitsOf),
      scope: sitesInScope(program, groups, options.scope ?? settings?.scope ?? usualScope(program)),
      goal: toleranceOf(options, settings?.goal),
      onStep: (what) => progress.step(what),
    });
    const fastMath =
      options.fastMath && prospects.output
        ? await findFastMathEffect({
            ...{ bench, place, limits: limitsOf(input), goal: toleranceOf(options, settings?.goal) },
            onStep: (what) => progress.step(what),
          })
        : null;
    progress.end();
    const advised: AdviseAnswer = {
      ...{
        program: project.name,
        engine: bench.engineName,
        input: input.name,
        gpu: gpu.name,
        device: gpu.profile,
        prospects,
        fastMath,
      },
      ...{ typed: commandLine(), tolerance: toleranceOf(options, settings?.goal) },
      counts: options.metric !== undefined && moreIsBetter(options.metric),
      canTimeKernels: bench.capabilities.timesKernels,
    };
    answer(
      options.json
        ? `${JSON.stringify(adviseDocument(advised), null, 2)}\n`
        : adviseText(advised, terminalPaint(), terminalWidth()),
    );
  };
  await withWorkbench(inputs, options, work, progress).finally(() => progress.end());
}

/** The tolerance of the command line, or of the project file; null if neither has one. */
function toleranceOf({ maxError, metric }: AdviseOptions, project: ProjectFile['goal']): Goal | null {
  if (maxError === undefined && (metric === undefined || project === undefined)) return goalOfProject(project);
  return goalOf({ ...(maxError !== undefined && { maxError }), ...(metric && { metric }) }, project, 'the output');
}
