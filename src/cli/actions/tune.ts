import path from 'node:path';
import type { ExecutionCounts } from '../../analysis/performance-model.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { openProject } from '../../frontend/project/open-project.js';
import { count } from '../../inspection/table.js';
import type { StudyStarted } from '../../journal/records.js';
import type { StudyState } from '../../journal/replay.js';
import { recordedState } from '../../journal/study-journal.js';
import type { Program } from '../../program/program.js';
import { digestSources } from '../../program/source-digest.js';
import { adviceFor } from '../../report/advice.js';
import { energyText } from '../../report/energy-text.js';
import { knownIterations, planResults } from '../../report/plan-iterations.js';
import { requireNarrowerFormats } from '../../study/formats/narrower-formats.js';
import { recordedRanges } from '../../study/formats/observed-ranges.js';
import { unofferedFormats } from '../../study/formats/unoffered-formats.js';
import { isPerturbable, requirePerturbable } from '../../study/inputs/perturbable-inputs.js';
import { beginStudy } from '../../study/open-study.js';
import { Interrupted, type StudyPlan, type StudyResult } from '../../study/plan.js';
import { checkProfileSuffices, chooseModelledGpu, type ModelledGpu } from '../../study/planning/modelled-gpu.js';
import { type PlannedStudy, planStudy, type StudyRequest } from '../../study/planning/plan-study.js';
import { studyStarted } from '../../study/planning/study-started.js';
import { planWithoutRun } from '../../study/plans/establish-plan.js';
import { recordedCounts } from '../../study/preparation/recorded-profile.js';
import { TuningSpace } from '../../study/search-space.js';
import { fastestWithoutSpeedup } from '../../study/timing/gain.js';
import { type Deadline, TimeUp } from '../../support/deadline.js';
import { shellWord } from '../../support/shell-word.js';
import type { OpenedProgram } from '../../workbench/open-program.js';
import { withProgram } from '../bench-options.js';
import { clusterRequest } from '../cluster-request.js';
import { commandLine } from '../command-line.js';
import type { TuneOptions } from '../commands/tune.js';
import { interruption } from '../interruption.js';
import { parallelIterations } from '../plan-options.js';
import { projectRequest } from '../source-options.js';
import { adviceText, sourceWarningText } from '../text/advice-text.js';
import { nothingFound, planWithoutChoices, timeWasUp } from '../text/nothing-found.js';
import { planText, renderPlanned } from '../text/plan-answer.js';
import { bestText, type Loudness, Progress, standardError } from '../text/progress.js';
import { renderSpace } from '../text/space-answer.js';
import { studyHeader } from '../text/study-header.js';
import { answer, conversationPaint, conversationWidth, terminalPaint, terminalWidth } from '../text/terminal.js';
import { timeText } from '../text/time-text.js';
import { type Finished, hasPhases, renderLine, renderSummary } from '../text/tune-answer.js';
import { renderDocument } from '../text/tune-document.js';
import { type TuneRequest, tuneRequest, tuningDeadline } from '../tune-request.js';
import { phaseSearch } from '../tuned-phases.js';

/** `mantissa tune`: searches for the fastest configuration that meets the goal; running it again resumes. */
export async function tune(inputs: string[], options: TuneOptions, given: readonly string[] | null): Promise<void> {
  const begun = performance.now();
  const deadline = tuningDeadline(options);
  const project = openProject(projectRequest(inputs, options));
  const request = tuneRequest(options, project);
  const { folder, planRequest, set } = request;
  const gpu = await chooseModelledGpu(options.gpu, options.fresh ? null : folder);
  const progress = new Progress(loudnessOf(options), standardError(), !options.json);
  progress.phase(`reading ${project.name}`);
  const session: Session = { options, request, given, gpu, deadline, progress, begun };
  try {
    const on = options.on && !options.dryRun ? clusterRequest(folder, options) : undefined;
    const callsApart = planRequest !== null && !options.callsTogether && set.by !== 'variables';
    const work = (program: OpenedProgram) => tuneProgram(program, session);
    await withProgram(inputs, { ...options, callsApart }, work, deadline, options.dryRun !== true, progress, on);
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
    throw timeWasUp(deadline.limitMs, [`still reading ${project.name}`]);
  } finally {
    progress.end();
  }
}

/** By default only a search of formats by `auto` on this machine is followed by one for phases. */
function triesPhases({ capabilities }: OpenedProgram['workbench'], { options, request }: Session): boolean {
  if (options.phases !== undefined) return options.phases;
  return request.strategy === 'auto' && !options.front && options.on === undefined && capabilities.timing !== 'either';
}

function loudnessOf({ quiet, verbose }: TuneOptions): Loudness {
  return quiet ? 'quiet' : verbose ? 'verbose' : 'normal';
}

/** One run of the command. */
interface Session {
  readonly options: TuneOptions;
  readonly request: TuneRequest;
  /** The arguments after `--`. */
  readonly given: readonly string[] | null;
  readonly gpu: ModelledGpu;
  readonly deadline: Deadline;
  readonly progress: Progress;
  readonly begun: number;
}

interface Conducted {
  readonly result: StudyResult;
  readonly state: StudyState;
  readonly started: StudyStarted;
}

async function tuneProgram(program: OpenedProgram, session: Session): Promise<void> {
  const { options, request, gpu, progress, deadline, begun } = session;
  const { goal, folder, planRequest, nearby } = request;
  const bench = program.workbench;
  if (!options.dryRun) requireCounters(bench, session);
  const planned = await planStudy(bench, studyRequest(bench, session), folder);
  if (nearby) requirePerturbable(bench, planned.plan.inputs, planned.plan.limits.argumentsFrom ?? []);
  const spentMs = performance.now() - begun;
  const plan: StudyPlan = {
    ...planned.plan,
    ...(triesPhases(bench, session) && {
      phaseSearch: phaseSearch(program, planned.plan, options.phases === true),
    }),
    ...{ spentMs, ...(planRequest && { recommends: planRequest.recommends }) },
  };
  const ranges = options.fresh ? null : recordedRanges(recordedState(folder), bench.program);
  const { formats } = plan;
  const tuning = new TuningSpace(bench, formats, plan.scope, ranges);
  if (options.dryRun && plan.strategy.dimensions === 'plan') {
    const made = await planWithoutRun(
      bench,
      { ranges, counts: options.fresh ? null : earlierCounts(bench.program, folder) },
      plan,
      plan.strategy.planWanted(plan.options),
    );
    progress.end();
    return answer(renderPlanned(made, terminalPaint(), terminalWidth(), options.json === true));
  }
  if (options.dryRun) {
    progress.end();
    const unoffered = unofferedFormats(bench.program, tuning.rangedGroups, formats);
    return answer(renderSpace(tuning.space.dimensions, ranges, unoffered, formats, options.json === true));
  }
  requireChoices(bench, tuning, plan, session);
  const maxTrials = mostTrials(plan, tuning, request);
  progress.plans({ deadline, metric: goal.metric, groups: tuning.space.dimensions.length, maxTrials });
  checkProfileSuffices(
    gpu,
    bench.program,
    tuning.space.dimensions.flatMap((one) => one.formats),
  );
  const conduct = (one: StudyPlan, where: string) =>
    conductStudy(program, { ...planned, plan: one }, { tuning, maxTrials, folder: where }, session);
  if (options.table) {
    const { tabulate } = await import('./tables.js');
    return answer(await tabulate(plan, folder, conduct, options.json === true));
  }
  conclude(
    {
      ...(await conduct(plan, folder)),
      ...{ folder, groups: tuning.space.dimensions.length, offersChoices: planRequest?.recommends === false },
      ...{ durationMs: performance.now() - begun, leftMs: deadline.leftMs },
      verifies: isPerturbable(bench, plan.inputs, plan.limits.argumentsFrom ?? []),
    },
    session,
  );
}

/** Operation counts of an earlier study of the same sources in this folder. */
function earlierCounts(program: Program, folder: string): ExecutionCounts | null {
  const state = recordedState(folder);
  return state?.started?.sources === digestSources(program) ? recordedCounts(state, program) : null;
}

function studyRequest(
  { project, capabilities }: OpenedProgram['workbench'],
  { options, request, given, gpu, deadline }: Session,
): StudyRequest {
  const { goal, formats, strategy, set, planRequest, seed, jobs, maxTrials, nearby, energy, limits } = request;
  return {
    ...{ goal, strategy, seed, gpu, maxTrials, deadline, limits, inputs: options.input },
    ...(formats && { formats }),
    options: { ...(planRequest && { abreast: String(parallelIterations(planRequest, capabilities)) }), ...set },
    ...(jobs !== null && { jobs }),
    ...(given && { arguments: given }),
    // a plan is compared with a run in which everything has the highest precision
    ...((options.scope || planRequest) && { scope: options.scope ?? project.settings?.scope ?? 'all' }),
    ...((options.timing || planRequest) && { timing: options.timing ?? 'every' }),
    ...(options.lowerUnseen !== undefined && { lowersUnseen: options.lowerUnseen }),
    front: options.front === true,
    ...(options.accumulators && { triesSums: true }),
    ...(options.tuneBlocks && { tunesBlocks: true }),
    ...(options.vectorize && { vectorizes: true }),
    sanitizes: options.sanitize,
    ...(energy && { energy }),
    ...(nearby && { nearby }),
    signal: interruption(),
  };
}

/** Throws if a new study has no lower format to try. An existing study is checked when it is opened. */
function requireChoices(
  bench: OpenedProgram['workbench'],
  { rangedGroups }: TuningSpace,
  { strategy, formats }: StudyPlan,
  { options, request }: Session,
): void {
  if (options.accumulators || options.tuneBlocks || options.vectorize) return;
  const begins = options.fresh === true || recordedState(request.folder) === null;
  if (begins && (strategy.dimensions ?? 'groups') === 'groups')
    requireNarrowerFormats(bench.program, rangedGroups, formats);
}

/** Limit of the number of trials: strategies over groups have no more trials than combinations. */
function mostTrials({ strategy }: StudyPlan, { size }: TuningSpace, { maxTrials }: TuneRequest): number {
  const isOfGroups = strategy.dimensions !== 'sets' && strategy.dimensions !== 'plan';
  return isOfGroups ? Math.min(maxTrials, size) : maxTrials;
}

/** Runs or resumes one study. */
async function conductStudy(
  program: OpenedProgram,
  planned: PlannedStudy,
  { tuning, ...where }: { tuning: TuningSpace; folder: string; maxTrials: number },
  { options, progress, begun }: Session,
): Promise<Conducted> {
  const { plan } = planned;
  const { folder } = where;
  const bench = program.workbench;
  const started = await studyStarted(program, planned, commandLine());
  const place = { folder, isFresh: options.fresh === true };
  const study = beginStudy(bench, plan, started, place, performance.now() - begun, progress.report);
  const { hasDefaultFormats } = planned;
  const about = { bench, plan, hasDefaultFormats, header: started, dimensions: tuning.space.dimensions, ...where };
  progress.say(studyHeader(about, conversationPaint()));
  try {
    const result = await study.run().finally(() => progress.end());
    return { result, state: study.state, started };
  } catch (error) {
    const { recommended } = study.state;
    if (!(error instanceof Interrupted)) throw error;
    if (recommended === null) {
      const within = study.state.trials().filter(({ accepted }) => accepted).length;
      const none = within === 0 ? null : `${count(within, 'trial')} within tolerance, none shown to be faster yet`;
      throw new Interrupted(error.trials, error.whatNow, none);
    }
    const speed = bestText(recommended);
    const apply = `mantissa apply ${recommended.number} --study ${shellWord(path.relative(process.cwd(), folder))}`;
    throw new Interrupted(error.trials, `${apply} prints its patch; ${error.whatNow}`, speed);
  } finally {
    study.close();
  }
}

/** Prints the answer. Throws if the study ends neither with a recommendation nor with "no speedup found". */
function conclude(finished: Finished, { options, request, progress, deadline }: Session): void {
  const { result, state, offersChoices } = finished;
  const { goal, energy } = request;
  const times = options.verbose ? timeText(state.entries) : null;
  if (times !== null) progress.say(times);
  const advice = adviceFor(state);
  const news = advice.filter(({ code }) => code !== 'out-of-range'); // printed before the first trial already
  if (news.length > 0) progress.say(`\n${adviceText(news, conversationPaint(), conversationWidth())}`);
  const ofSource = sourceWarningText(state, conversationPaint(), conversationWidth());
  if (ofSource !== '') progress.say(`${news.length > 0 ? '' : '\n'}${ofSource}`);
  const results = planResults(state);
  if (options.json) answer(renderDocument(finished, advice, results));
  else if (options.quiet) answer(renderLine(finished));
  else {
    const summary = renderSummary(finished, terminalPaint(), terminalWidth());
    answer(results ? `${planText(results, goal, terminalPaint())}\n${summary}` : summary);
  }
  if (result.best || (offersChoices && results && knownIterations(results) > 0)) return;
  if (offersChoices) throw planWithoutChoices(result, state.plan?.iterations.length ?? 0, deadline);
  if (energy === 'objective' && state.energies.size > 0) throw savesNothing(state);
  if (hasPhases(state)) return;
  if (!fastestWithoutSpeedup(result.trials, goal, state.groupsWithoutInfluence))
    throw nothingFound(result, goal, deadline, state.groupsWithoutInfluence);
}

/** Throws if the engine cannot time kernels or measure energy, as the options require. */
function requireCounters(
  { capabilities, engineName }: OpenedProgram['workbench'],
  { options: { tuneBlocks, objective, on }, request: { energy } }: Session,
): void {
  const { timing, timesKernels } = capabilities;
  // thread blocks are timed on a GPU; whether a project's own build runs there is known only after its first run
  if (tuneBlocks && timing !== 'either' && !(timing === 'gpu' && timesKernels))
    throw new MantissaError('MX2056', `--tune-blocks with the ${engineName} engine`);
  // energy is measured only on a GPU of this machine
  if (energy === null || (timing === 'gpu' && !on)) return;
  const option = objective === 'energy' ? '--objective energy' : '--energy';
  throw new MantissaError('MX2084', `${option} with ${on ? 'the nodes of a cluster' : `the ${engineName} engine`}`);
}

function savesNothing({ energies }: StudyState): MantissaError {
  const best = [...energies.values()].toSorted((a, b) => b.ratio - a.ratio)[0]!;
  return new MantissaError('MX3005', `the best is trial ${best.trial}: ${energyText(best)}`);
}
