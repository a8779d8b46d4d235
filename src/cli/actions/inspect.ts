import { DEFAULT_DEVICE, findDevice } from '../../analysis/devices/devices.js';
import { findBlockSizes } from '../../analysis/launches/find-block-sizes.js';
import type { ExecutionCounts } from '../../analysis/performance-model.js';
import { EmbeddedClang } from '../../clang/compiler.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { openProject } from '../../frontend/project/open-project.js';
import type { ReadingTimes } from '../../frontend/read-program.js';
import { describeProgram } from '../../inspection/document.js';
import { gatherFacts } from '../../inspection/facts.js';
import { renderSource } from '../../inspection/source-listing.js';
import { renderTable } from '../../inspection/table.js';
import { readStudy } from '../../journal/study-journal.js';
import type { Program } from '../../program/program.js';
import { digestSources } from '../../program/source-digest.js';
import { verify } from '../../program/verify.js';
import { parseFormat } from '../../space/configuration.js';
import { chooseStrategy } from '../../study/planning/choose-strategy.js';
import { recordedCounts } from '../../study/preparation/recorded-profile.js';
import { setsOfSource, targetFormats } from '../../study/sets/operation-sets.js';
import { cacheFolder } from '../../support/cache-folder.js';
import { readBuilds } from '../../workbench/read-builds.js';
import type { Workbench } from '../../workbench/workbench.js';
import { readingStep, withWorkbench } from '../bench-options.js';
import type { InspectOptions } from '../commands/inspect.js';
import { assignment } from '../option-values.js';
import { projectRequest } from '../source-options.js';
import { Progress } from '../text/progress.js';
import { setsDocument, setsText } from '../text/sets-answer.js';
import { answer, answerWrapped, terminalPaint, terminalWidth } from '../text/terminal.js';

/** `mantissa inspect`: reads the program and shows its tunable parts. */
export async function inspect(inputs: string[], options: InspectOptions): Promise<void> {
  if (options.sets) return inspectSets(inputs, options);
  const stray = options.set.length > 0 ? '--set' : options.to === undefined ? null : '--to';
  if (stray) throw new MantissaError('MX2004', `${stray} works only with --sets`);
  const project = openProject(projectRequest(inputs, options));
  const started = performance.now();
  const clang = new EmbeddedClang(cacheFolder(), 2);
  const times: ReadingTimes = { parseMs: 0, modelMs: 0, astBytes: 0 };
  const progress = new Progress(options.json ? 'quiet' : 'normal');
  const { syntax } = await readBuilds(clang, project, times, readingStep(progress)).finally(() => progress.end());
  const { program } = syntax;
  const analysed = performance.now();
  const faults = verify(program);
  if (faults.length > 0)
    throw new MantissaError(
      'MX1006',
      faults.slice(0, 5).map((text) => ({ text })),
    );
  const counts = options.study === undefined ? null : countsOf(options.study, program);
  const facts = gatherFacts(program, options.scope ?? project.settings?.scope ?? null, counts);
  const document = describeProgram(program, facts, findBlockSizes(syntax, new Set(project.settings?.freeBlocks)));
  const analysisMs = performance.now() - analysed;
  await clang.close();
  if (options.json) answer(`${JSON.stringify(document, null, 2)}\n`);
  else if (options.source) answer(renderSource(program, document, terminalPaint()));
  else answerWrapped(renderTable(document, terminalPaint(), terminalWidth(), options.verbose === true));
  if (options.times) {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const figures = {
      totalMs: Math.round(performance.now() - started),
      compilerMs: Math.round(times.parseMs),
      modelMs: Math.round(times.modelMs + analysisMs),
      astBytes: times.astBytes,
      peakMemoryMb: Math.round(maxRSS / 1024),
      processorS: (userCPUTime + systemCPUTime) / 1e6,
    };
    process.stderr.write(`${JSON.stringify(figures)}\n`);
  }
}

/** `inspect --sets`: the sets that `tune --strategy fisets` starts from, before kernels are excluded and sets combined. */
async function inspectSets(inputs: string[], options: InspectOptions): Promise<void> {
  const { strategy, options: parsed } = chooseStrategy('fisets', {
    math: 'on', // as in the strategy's default mode
    ...Object.fromEntries(options.set.map((one) => assignment(one))),
  });
  if (strategy.dimensions !== 'sets') throw new MantissaError('MX1006', 'fisets is a strategy over sets');
  const wanted = strategy.setsWanted(parsed);
  const progress = new Progress(options.json ? 'quiet' : 'normal');
  const work = async (bench: Workbench): Promise<void> => {
    const target = targetFormats(bench, [parseFormat(options.to ?? 'fp32')]);
    const functions = await setsOfSource(bench, target, wanted, findDevice(DEFAULT_DEVICE));
    progress.end();
    const found = { program: bench.program, ...target, functions };
    answer(
      options.json
        ? `${JSON.stringify(setsDocument(found), null, 2)}\n`
        : setsText(found, terminalPaint(), terminalWidth(), options.verbose === true),
    );
  };
  await withWorkbench(inputs, { ...options, engine: 'auto' }, work, progress).finally(() => progress.end());
}

/** The operation counts of a study of the same sources. */
function countsOf(folder: string, program: Program): ExecutionCounts {
  const { started, state } = readStudy(folder);
  if (digestSources(program) !== started.sources)
    throw new MantissaError('MX2022', `the files have changed since the study in ${folder} was made`, {
      remedy: 'tune again, or remove --study',
    });
  const counts = recordedCounts(state, program);
  if (!counts)
    throw new MantissaError('MX2046', `the study in ${folder} has no operation counts yet`, {
      remedy: 'run mantissa tune until its first trial, or remove --study',
    });
  return counts;
}
