import { hasKernels, sitesInScope, usualScope } from '../../analysis/scope.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { isAvailable } from '../../execution/choose-engine.js';
import type { EngineName } from '../../execution/engine.js';
import { AUTOMATIC } from '../../execution/engines.js';
import { studyPhases } from '../../features/phases/phase-study.js';
import { type Format, isSummed } from '../../numerics/format.js';
import { moreIsBetter } from '../../numerics/metrics.js';
import { parseFormat } from '../../space/configuration.js';
import { parsePhases, writePhases } from '../../space/phases.js';
import { ErrorCommand } from '../../study/judging/error-command.js';
import { OutputJudge } from '../../study/judging/judge-output.js';
import { describePlace, outputPlace } from '../../study/judging/program-output.js';
import { defaultFormats } from '../../study/planning/default-formats.js';
import { chooseModelledGpu } from '../../study/planning/modelled-gpu.js';
import { argumentFolders, studyInputs } from '../../study/planning/study-inputs.js';
import { writeWhole } from '../../support/write-whole.js';
import { runLimits } from '../../workbench/run-limits.js';
import type { Workbench } from '../../workbench/workbench.js';
import { withWorkbench } from '../bench-options.js';
import { commandLine } from '../command-line.js';
import type { PhasesOptions } from '../commands/phases.js';
import { engineOfPhases } from '../engine-of-phases.js';
import { goalOf } from '../goal-options.js';
import { readNamedFile } from '../named-file.js';
import { memoryLimit, timeoutMilliseconds } from '../option-values.js';
import { phasesPatch } from '../phases-patch.js';
import { type PhasesAnswer, phasesDocument, phasesText } from '../text/phases-answer.js';
import { Progress } from '../text/progress.js';
import { answer, terminalPaint, terminalWidth } from '../text/terminal.js';

/** `mantissa phases`: searches for the iteration at which a program must change to higher precision. */
export async function phases(inputs: string[], options: PhasesOptions, given: readonly string[] | null): Promise<void> {
  const timeoutMs = timeoutMilliseconds(options.timeout);
  const memory = memoryLimit(options.memory);
  const progress = new Progress(options.json ? 'quiet' : 'normal');
  progress.step('reading the program');
  const work = async (bench: Workbench, timing: Workbench | null): Promise<void> => {
    const { program, groups, project } = bench;
    const { settings } = project;
    const gpu = await chooseModelledGpu(options.gpu, null);
    const place = outputPlace(settings?.output);
    const goal = goalOf(options, settings?.goal, describePlace(place));
    if (moreIsBetter(goal.metric))
      throw new MantissaError('MX2004', `the metric ${goal.metric} counts digits; phases need an error bound`, {
        remedy: 'choose a metric of errors with --metric, and its bound with --max-error',
      });
    const runs = studyInputs(settings, bench.engineName, options.input, given);
    const argumentsFrom = argumentFolders(project.root, given !== null);
    const scope = sitesInScope(program, groups, options.scope ?? settings?.scope ?? usualScope(program));
    const low = options.low === undefined ? defaultLow(bench, scope, gpu.profile) : parseFormat(options.low);
    const { configuration: file } = options;
    const found = await studyPhases({
      ...{ bench, timing, place, scope, low, device: gpu.profile },
      judge: new OutputJudge(goal, goal.command && new ErrorCommand(goal.command, project.root)),
      timed: timing ? studyInputs(settings, timing.engineName, options.input, given).filter((one) => one.timed) : [],
      inputs: runs.toSorted((a, b) => Number(a.heldOut) - Number(b.heldOut)),
      limits: runLimits({ timeoutMs, maxMemoryBytes: memory(settings?.memory), argumentsFrom }),
      given: file === undefined ? null : parsePhases(readNamedFile(file, 'MX2001'), file, program, groups),
      mustCall: false,
      onStep: (what) => progress.step(what),
    });
    progress.end();
    if (options.output !== undefined && found.phases)
      writeTo('--output', options.output, writePhases(found.phases, program));
    if (options.patch !== undefined && found.patch?.kind === 'patch')
      writeTo('--patch', options.patch, Buffer.from(phasesPatch(bench, found.patch.files), 'latin1'));
    const answered: PhasesAnswer = {
      ...{ program, name: project.name, engine: bench.engineName, gpu: gpu.name, goal, low, found },
      ...{ input: runs.find(({ heldOut }) => !heldOut)!.name, typed: commandLine() },
      written: found.phases ? (options.output ?? null) : null,
      patchFile: options.patch ?? null,
    };
    answer(
      options.json
        ? `${JSON.stringify(phasesDocument(answered), null, 2)}\n`
        : phasesText(answered, terminalPaint(), terminalWidth()),
    );
  };
  const [emulating, timing] = await enginesOf(options.engine);
  const onEngine = (engine: EngineName, then: (bench: Workbench) => Promise<void>) =>
    withWorkbench(inputs, { ...options, engine }, then, progress);
  await onEngine(emulating, async (bench) => {
    // a kernel that runs on a CPU says nothing about its time on a GPU
    if (!hasKernels(bench.program)) return work(bench, bench.capabilities.timing === 'modelled' ? null : bench);
    if (timing === null) return work(bench, null);
    return onEngine(timing, (timed) => work(bench, timed));
  }).finally(() => progress.end());
}

/** The first lower format that phases can have: formats of several words, the default on GPUs with slow fp64, cannot be emulated in phases. */
function defaultLow(...program: Parameters<typeof defaultFormats>): Format {
  return defaultFormats(...program)
    .slice(1)
    .find((format) => !isSummed(format))!;
}

/** The engine of the emulated runs, and the one that times kernels, if there is a GPU. */
async function enginesOf(asked: PhasesOptions['engine']): Promise<[emulating: EngineName, timing: EngineName | null]> {
  const [gpu] = AUTOMATIC.cuda;
  if (asked !== 'auto' && asked !== gpu) return [asked, null];
  return [await engineOfPhases(), asked === gpu || (await isAvailable(gpu!)) ? gpu! : null];
}

function writeTo(option: string, file: string, contents: string | Buffer): void {
  try {
    writeWhole(file, contents);
  } catch (error) {
    throw new MantissaError('MX1007', error instanceof Error ? error.message : String(error), {
      remedy: `name another file with ${option}`,
      cause: error,
    });
  }
}
