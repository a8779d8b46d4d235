import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { openProject } from '../../frontend/project/open-project.js';
import type { StudyStarted } from '../../journal/records.js';
import type { StudyState } from '../../journal/replay.js';
import { knownState } from '../../journal/study-journal.js';
import { adviceFor } from '../../report/advice.js';
import { energyText } from '../../report/energy-text.js';
import { walkedPlan } from '../../report/plan-iterations.js';
import { keptAsItIs } from '../../study/judging/gain.js';
import { describePlace, outputPlace } from '../../study/judging/program-output.js';
import { isMovable, requireMovable } from '../../study/movable-inputs.js';
import { requireNarrowerFormats } from '../../study/narrower-formats.js';
import { beginStudy, studyFolder } from '../../study/open-study.js';
import { Interrupted, type NeighbourhoodPlan, type StudyPlan, type StudyResult } from '../../study/plan.js';
import { chooseStrategy } from '../../study/planning/choose-strategy.js';
import { checkProfileSuffices, chooseModelledGpu } from '../../study/planning/modelled-gpu.js';
import { planStudy } from '../../study/planning/plan-study.js';
import { studyStarted } from '../../study/planning/study-started.js';
import { TuningSpace } from '../../study/search-space.js';
import { recordedRanges } from '../../study/seen-ranges.js';
import { unofferedFormats } from '../../study/unoffered-formats.js';
import { Deadline, TimeUp } from '../../support/deadline.js';
import { shellWord } from '../../support/shell-word.js';
import type { OpenedProgram } from '../../workbench/open-program.js';
import { withProgram } from '../bench-options.js';
import { clusterRequest } from '../cluster-request.js';
import { commandLine } from '../command-line.js';
import type { TuneOptions } from '../commands/tune.js';
import { goalOf } from '../goal-options.js';
import { interruption } from '../interruption.js';
import {
  assignment,
  memoryLimit,
  milliseconds,
  offeredFormats,
  spreadFrom,
  timeoutMilliseconds,
  wholeNumber,
} from '../option-values.js';
import { askedPlan, iterationsAbreast } from '../plan-options.js';
import { projectRequest } from '../source-options.js';
import { adviceText, sourceWarningText } from '../text/advice-text.js';
import { nothingFound, timeWasUp } from '../text/nothing-found.js';
import { planText } from '../text/plan-answer.js';
import { bestText, type Loudness, Progress, standardError } from '../text/progress.js';
import { studyHeader } from '../text/study-header.js';
import { answer, conversationPaint, conversationWidth, terminalPaint, terminalWidth } from '../text/terminal.js';
import { timeText } from '../text/time-text.js';
import { renderDocument, renderLine, renderSpace, renderSummary } from '../text/tune-answer.js';
import { tabulate } from './tables.js';

interface Conducted {
  readonly result: StudyResult;
  readonly state: StudyState;
  readonly started: StudyStarted;
}

/** `mantissa tune`: searches for the fastest configuration that meets the goal; running it again resumes. */
export async function tune(inputs: string[], options: TuneOptions, given: readonly string[] | null): Promise<void> {
  const begun = performance.now();
  const deadline = new Deadline(
    options.time === undefined ? Number.POSITIVE_INFINITY : milliseconds('--time', options.time),
  );
  const project = openProject(projectRequest(inputs, options));
  const settings = project.settings;
  const output = outputPlace(settings?.output);
  checkTableOptions(options);
  // the tables have their own goals: so many digits each
  const { against } = options;
  const wanted = options.table ? { digits: '3', metric: 'digits' as const, ...(against && { against }) } : options;
  const walk = askedPlan(options, settings, describePlace(output));
  const goal = walk?.goal ?? goalOf(wanted, settings?.goal, describePlace(output));
  const { strategy, set } = walk
    ? { strategy: 'plan', set: { ...walk.set, ...setOf(options) } }
    : askedStrategy(options);
  chooseStrategy(strategy, set); // a wrong one is refused before anything is read
  const formats = walk?.formats ?? offeredFormats(options.formats)(settings?.formats);
  const seed = wholeNumber('--seed', options.seed, 0);
  const budget = { maxTrials: wholeNumber('--trials', options.trials), deadline };
  const jobs = options.jobs === undefined ? {} : { jobs: wholeNumber('--jobs', options.jobs) };
  const timeoutMs = timeoutMilliseconds(options.timeout);
  const maxMemoryBytes = memoryLimit(options.memory)(settings?.memory);
  const nearby = neighbourhoodOf(options);
  const folder = path.resolve(options.study ?? studyFolder(project.name));
  const gpu = await chooseModelledGpu(options.gpu, options.fresh ? null : folder);

  const progress = new Progress(loudnessOf(options), standardError(), !options.json);
  progress.phase(`reading ${project.name}`);
  const work = async (program: OpenedProgram): Promise<void> => {
    const bench = program.workbench;
    if (options.tuneBlocks && !options.dryRun) requireKernelTimes(bench);
    const energy = energyOf(options);
    if (energy && !options.dryRun) requireCounter(bench, options);
    const planned = await planStudy(
      bench,
      {
        ...{ goal, formats, strategy, seed, gpu, ...budget, ...jobs, inputs: options.input },
        options: { ...(walk && { abreast: String(iterationsAbreast(walk, bench.capabilities)) }), ...set },
        ...(given && { arguments: given }),
        // the reference of a plan is a run with everything wide
        ...((options.scope || walk) && { scope: options.scope ?? settings?.scope ?? 'all' }),
        ...((options.timing || walk) && { timing: options.timing ?? 'every' }),
        ...(options.lowerUnseen !== undefined && { lowersUnseen: options.lowerUnseen }),
        front: options.front === true,
        ...(options.accumulators && { triesSums: true }),
        ...(options.tuneBlocks && { tunesBlocks: true }),
        ...(options.vectorize && { vectorizes: true }),
        sanitizes: options.sanitize,
        ...(energy && { energy }),
        ...(nearby && { nearby }),
        limits: { timeoutMs, maxMemoryBytes },
        signal: interruption(),
      },
      folder,
    );
    if (nearby) requireMovable(bench, planned.plan.inputs, planned.plan.limits.argumentsFrom ?? []);
    const spentMs = performance.now() - begun;
    const plan: StudyPlan = { ...planned.plan, spentMs, ...(walk && { recommends: walk.recommends }) };
    const ranges = options.fresh ? null : recordedRanges(knownState(folder), bench.program);
    const tuning = new TuningSpace(bench, formats, plan.scope, ranges);
    const { space, size } = tuning;
    if (options.dryRun) {
      progress.end();
      const unoffered = unofferedFormats(bench.program, tuning.rangedGroups, formats);
      return answer(renderSpace(space.dimensions, ranges, unoffered, formats, options.json === true));
    }
    const changesFormatsOnly = !options.accumulators && !options.tuneBlocks && !options.vectorize;
    // a study that is there says what it is about, and what is in its sources already
    const begins = options.fresh === true || knownState(folder) === null;
    if (begins && (plan.strategy.dimensions ?? 'groups') === 'groups' && changesFormatsOnly)
      requireNarrowerFormats(bench.program, tuning.rangedGroups, formats);
    const maxTrials =
      plan.strategy.dimensions === 'sets' || plan.strategy.dimensions === 'plan'
        ? budget.maxTrials
        : Math.min(budget.maxTrials, size);
    progress.plans({ deadline, metric: goal.metric, groups: space.dimensions.length, maxTrials });
    checkProfileSuffices(
      gpu,
      bench.program,
      space.dimensions.flatMap((one) => one.formats),
    );
    const conduct = async (one: StudyPlan, where: string): Promise<Conducted> => {
      const started = await studyStarted(program, { ...planned, plan: one }, commandLine());
      const about = { bench, plan: one, header: started, dimensions: space.dimensions, folder: where, maxTrials };
      const place = { folder: where, isFresh: options.fresh === true };
      const study = beginStudy(bench, one, started, place, performance.now() - begun, progress.report);
      progress.say(studyHeader(about, conversationPaint()));
      try {
        const result = await study.run().finally(() => progress.end());
        return { result, state: study.state, started };
      } catch (error) {
        const { recommended } = study.state;
        if (!(error instanceof Interrupted) || recommended === null) throw error;
        const speed = bestText(recommended);
        const apply = `mantissa apply ${recommended.number} -o ${shellWord(path.relative(process.cwd(), where))}`;
        throw new Interrupted(error.trials, `${apply} prints its patch; ${error.whatNow}`, speed);
      } finally {
        study.close();
      }
    };
    if (options.table) return answer(await tabulate(plan, folder, conduct, options.json === true));
    const { result, state, started } = await conduct(plan, folder);
    const durationMs = performance.now() - begun;
    const groups = space.dimensions.length;
    const offersChoices = walk?.recommends === false;
    const verifies = isMovable(bench, plan.inputs, plan.limits.argumentsFrom ?? []);
    const shown = { result, state, started, folder, groups, durationMs, offersChoices, verifies };
    const times = options.verbose ? timeText(state.entries) : null;
    if (times !== null) progress.say(times);
    const advice = adviceFor(state);
    const news = advice.filter(({ code }) => code !== 'out-of-range'); // that was said before the first trial
    if (news.length > 0) progress.say(`\n${adviceText(news, conversationPaint(), conversationWidth())}`);
    const ofSource = sourceWarningText(state, conversationPaint(), conversationWidth());
    if (ofSource !== '') progress.say(`${news.length > 0 ? '' : '\n'}${ofSource}`);
    const walked = walkedPlan(state);
    if (options.json) answer(renderDocument(shown, advice, walked));
    else if (options.quiet) answer(renderLine(shown));
    else {
      const summary = renderSummary(shown, terminalPaint(), terminalWidth());
      answer(walked ? `${planText(walked, goal, terminalPaint())}\n${summary}` : summary);
    }
    if (offersChoices) return;
    if (!result.best && energy === 'objective' && state.energies.size > 0) throw savesNothing(state);
    if (!result.best && !keptAsItIs(result.trials, goal, state.unseen))
      throw nothingFound(result, goal, deadline, state.unseen);
  };
  try {
    const on = options.on && !options.dryRun ? clusterRequest(folder, options) : undefined;
    const callsApart = walk !== null && !options.callsTogether && set.by !== 'variables';
    await withProgram(inputs, { ...options, callsApart }, work, deadline, options.dryRun !== true, progress, on);
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
    throw timeWasUp(deadline.limitMs, [`it was reading ${project.name}`]);
  } finally {
    progress.end();
  }
}

function energyOf({ energy, objective }: TuneOptions): 'beside' | 'objective' | null {
  return objective === 'energy' ? 'objective' : energy ? 'beside' : null;
}

/** Only a GPU at hand counts what it uses; a node of a cluster is not asked. */
function requireCounter(
  { capabilities, engineName }: OpenedProgram['workbench'],
  { objective, on }: TuneOptions,
): void {
  if (capabilities.timing === 'gpu' && !on) return;
  const option = objective === 'energy' ? '--objective energy' : '--energy';
  throw new MantissaError('MX2084', `${option} with ${on ? 'the nodes of a cluster' : `the ${engineName} engine`}`);
}

function savesNothing({ energies }: StudyState): MantissaError {
  const best = [...energies.values()].toSorted((a, b) => b.ratio - a.ratio)[0]!;
  return new MantissaError('MX3005', `the best that was counted is trial ${best.trial}: ${energyText(best)}`);
}

function neighbourhoodOf(options: TuneOptions): NeighbourhoodPlan | null {
  if (!options.verify) return null;
  return { samples: wholeNumber('--verify-samples', options.verifySamples), spread: spreadFrom(options.variance) };
}

/** Only a GPU can say which blocks are faster; whether a project's own build is timed there, its first run tells the study. */
function requireKernelTimes({ capabilities, engineName }: OpenedProgram['workbench']): void {
  const { timing, timesKernels } = capabilities;
  if (timing === 'either' || (timing === 'gpu' && timesKernels)) return;
  throw new MantissaError('MX2056', `--tune-blocks with the ${engineName} engine`);
}

/** Tables have strategies, modes and goals of their own. */
function checkTableOptions({ table, strategy, set, maxError, digits, minSpeedup, front }: TuneOptions): void {
  if (!table) return;
  if (front)
    throw new MantissaError('MX2004', '--table has three goals of its own, and no trade-off', {
      remedy: 'leave --front out',
    });
  if (strategy !== undefined && !/^(?:fisets|delta-debugging)$/.test(strategy))
    throw new MantissaError('MX2004', `--table compares fisets with delta debugging, not ${strategy}`);
  if ([maxError, digits, minSpeedup].some((one) => one !== undefined))
    throw new MantissaError('MX2004', '--table has goals of its own: 3, 6 and 9 digits', {
      remedy: 'leave --max-error, --digits and --min-speedup out',
    });
  if (set.some((one) => /^\s*mode\s*=/.test(one)))
    throw new MantissaError('MX2004', '--table plays every mode', { remedy: 'leave --set mode out' });
}

function askedStrategy({ table, strategy, set }: TuneOptions): { strategy: string; set: Record<string, string> } {
  return {
    strategy: table ? 'fisets' : (strategy ?? 'auto'),
    set: setOf({ set }),
  };
}

function setOf({ set }: Pick<TuneOptions, 'set'>): Record<string, string> {
  return Object.fromEntries(set.map((one) => assignment(one)));
}

function loudnessOf({ quiet, verbose }: TuneOptions): Loudness {
  return quiet ? 'quiet' : verbose ? 'verbose' : 'normal';
}
