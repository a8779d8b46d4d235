import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { openProject } from '../../frontend/project/open-project.js';
import type { ProjectFile } from '../../frontend/project/project-file-schema.js';
import { count } from '../../inspection/table.js';
import type { Goal } from '../../journal/records.js';
import { moreIsBetter } from '../../numerics/metrics.js';
import { beginStudy, studyFolder } from '../../study/open-study.js';
import type { StudyPlan } from '../../study/plan.js';
import { checkProfileSuffices, chooseModelledGpu } from '../../study/planning/modelled-gpu.js';
import { planStudy } from '../../study/planning/plan-study.js';
import { studyStarted } from '../../study/planning/study-started.js';
import { TuningSpace } from '../../study/search-space.js';
import { visibleText } from '../../support/visible-text.js';
import { withProgram } from '../bench-options.js';
import { commandLine } from '../command-line.js';
import type { SampleOptions } from '../commands/sample.js';
import type { GoalOptions } from '../commands/tune.js';
import { commandOf, metricOf } from '../goal-options.js';
import { interruption } from '../interruption.js';
import { memoryLimit, offeredFormats, timeoutMilliseconds, wholeNumber } from '../option-values.js';
import { projectRequest } from '../source-options.js';
import { sampleDocument, sampleSummary } from '../text/sample-answer.js';
import { answer, terminalPaint, terminalWidth } from '../text/terminal.js';

/**
 * `mantissa sample`: tries random configurations and suggests the quartiles of their errors as goals (AMPT-GA paper, section 5.2). It is a
 * study whose goal accepts everything, so it resumes like any study.
 */
export async function sample(inputs: string[], options: SampleOptions, given: readonly string[] | null): Promise<void> {
  const project = openProject(projectRequest(inputs, options));
  const { settings } = project;
  const goal = anyError(options, settings?.goal);
  const formats = offeredFormats(options.formats);
  const seed = wholeNumber('--seed', options.seed, 0);
  const maxTrials = wholeNumber('--trials', options.trials);
  const jobs = options.jobs === undefined ? {} : { jobs: wholeNumber('--jobs', options.jobs) };
  const timeoutMs = timeoutMilliseconds(options.timeout);
  const maxMemoryBytes = memoryLimit(options.memory)(settings?.memory);
  const folder = path.resolve(options.study ?? path.join(studyFolder(project.name), 'sample'));
  const gpu = await chooseModelledGpu(options.gpu, options.fresh ? null : folder);
  await withProgram(inputs, options, async (program) => {
    const bench = program.workbench;
    const planned = await planStudy(
      bench,
      {
        ...{ goal, strategy: 'random', seed, gpu, maxTrials, ...jobs, inputs: options.input },
        ...(formats && { formats }),
        ...(given && { arguments: given }),
        ...(options.scope && { scope: options.scope }),
        limits: { timeoutMs, maxMemoryBytes },
        signal: interruption(),
      },
      folder,
    );
    // nothing is recommended, so the program's figure of merit is not needed
    const plan: StudyPlan = { ...planned.plan, timing: 'recommended', merit: null, recommends: false };
    const { space, size } = new TuningSpace(bench, plan.formats, plan.scope);
    if (size === 1) throw new MantissaError('MX2042', `${count(space.dimensions.length, 'group')} in scope`);
    checkProfileSuffices(
      gpu,
      bench.program,
      space.dimensions.flatMap((one) => one.formats),
    );
    const header = await studyStarted(program, { ...planned, plan }, commandLine());
    const most = Math.min(maxTrials, size);
    let done = 0;
    const study = beginStudy(bench, plan, header, { folder, isFresh: options.fresh === true }, 0, (event) => {
      if (event.kind === 'preparing') say(event.what);
      if (event.kind === 'note') process.stderr.write(visibleText(`${event.text}\n`));
      if (event.kind === 'trial') say(`${++done} of at most ${most} configurations`);
    });
    try {
      const { trials } = await study.run().finally(() => say(null));
      const sampled = { trials, started: header };
      answer(options.json ? sampleDocument(sampled) : sampleSummary(sampled, terminalPaint(), terminalWidth()));
    } finally {
      study.close();
    }
  });
}

/** A goal that every comparable output meets. */
function anyError(options: GoalOptions, project: ProjectFile['goal']): Goal {
  const metric = metricOf(options, project);
  return {
    metric,
    bound: moreIsBetter(metric) ? Number.MIN_SAFE_INTEGER : Number.MAX_VALUE,
    against: options.against ?? project?.against ?? 'baseline',
    minSpeedup: null,
    command: commandOf(metric, options, project),
  };
}

function say(text: string | null): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(text === null ? '\r\u001b[K' : `\r\u001b[Ksampling: ${text}`);
}
