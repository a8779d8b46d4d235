/** Builds the report document from the replayed journal of a study. */
import { capabilitiesOf } from '../journal/engine-capabilities.js';
import { recommendedPatch } from '../journal/recommended-patch.js';
import type { Goal, StudyStarted } from '../journal/records.js';
import { OUTCOMES } from '../journal/records.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import type { StudySurroundings } from '../journal/study-surroundings.js';
import { rankedSpeedup } from '../journal/trial-record.js';
import { anyError, type Metric, metrics, moreIsBetter } from '../numerics/metrics.js';
import { errorText, goalText } from '../study/judging/judge-output.js';
import { hasSpeedup } from '../study/timing/gain.js';
import { describeFormats } from '../study/trials/constraints.js';
import { shellWord } from '../support/shell-word.js';
import type { RepeatCommand } from './actions.js';
import { describeIdeal, describeKernels, describeSets, describeVerifications } from './analyses.js';
import { findDimensions } from './dimensions.js';
import type { ReportDocument, StudyCondition } from './document.js';
import { distributeErrors, markHeadlines } from './error-distribution.js';
import { asFigure, figureOrNull } from './figures.js';
import { formatLetters } from './formats.js';
import { explainTrial } from './group-evidence.js';
import { describePhases } from './phases-part.js';
import { planResults } from './plan-iterations.js';
import { describeBlockErrors } from './shadow-errors.js';
import { sideBySide } from './side-by-side.js';
import { describeSource } from './source.js';
import { timeSpent } from './time-spent.js';
import { describeTrials, elapsedTimes, paretoLine, progressOf, sensitivityOf } from './trials.js';
import { judge, noticesOf } from './verdict.js';
import { whyOf } from './why.js';

export function buildReport(
  state: StudyState,
  started: StudyStarted,
  around: StudySurroundings,
  repeat: RepeatCommand,
): ReportDocument {
  const { goal, inputs } = started;
  const judged = state.trials();
  const condition = conditionOf(state, around.isRunning);
  const best = recommendedOf(state, judged, condition);
  const dimensions = findDimensions(state.program, judged);
  const formats = formatLetters([
    ...started.formats,
    ...judged.flatMap((trial) => Object.values(trial.formats)),
    ...(state.program?.sites.map(({ format }) => format) ?? []),
  ]);
  const formatOf = (letter: string) => formats.find((one) => one.letter === letter)?.format ?? letter;
  const trials = describeTrials(judged, dimensions, elapsedTimes(state.entries));
  const sensitivity = sensitivityOf(trials, formatOf, goal.metric);
  const time = timeSpent(state.entries);
  const words = (error: number | null) => (error === null ? 'unknown error' : errorText(goal.metric, error));
  const reasons = explainTrial(state, best ?? { formats: {} });
  const why = (sites: readonly string[]) => {
    const reason = reasons.find(({ id }) => sites.includes(id));
    return reason ? whyOf(reason, best, words) : { status: 'kept' as const, why: 'not changed in any trial' };
  };
  const changed = new Set(around.changedFiles);
  const source = state.program && describeSource(state.program, dimensions, [...state.profiles.values()], changed, why);
  const tunable = source?.groups.filter(({ status }) => status === 'lowered' || status === 'kept') ?? [];
  const sitesOf = (groups: typeof tunable) => groups.reduce((sum, { sites }) => sum + sites.length, 0);
  const context = {
    state,
    started,
    condition,
    best,
    trials: judged,
    totalMs: time.totalMs,
    around,
    repeat,
    lowered: source && { sites: sitesOf(tunable.filter(({ status }) => status === 'lowered')), of: sitesOf(tunable) },
  };
  return {
    schemaVersion: 1,
    program: started.program,
    study: around.study,
    state: condition,
    notices: noticesOf(context),
    verdict: judge(context),
    goal: {
      ...goal,
      text: goalText(goal),
      isBounded: goal.bound !== anyError(goal.metric),
      ...describeMetric(goal.metric),
    },
    baselines: baselinesOf(state, inputs),
    inputs,
    engine: started.engine,
    engineTiming: capabilitiesOf(started).timing,
    strategy: started.strategy,
    seed: started.seed,
    dimensions,
    formats,
    trials,
    best: best?.number ?? null,
    pareto: paretoLine(trials, goal.metric),
    front: state.front ?? [],
    ideal: describeIdeal(state),
    progress: progressOf(trials),
    sensitivity,
    outcomes: OUTCOMES.flatMap((outcome) => {
      const count = judged.filter((trial) => trial.outcome === outcome).length;
      return count > 0 ? [{ outcome, count }] : [];
    }),
    source,
    ...partsOfTrials(state, started, judged, best),
    phases: describePhases(state, goal.metric),
    plan: planResults(state),
    sets: describeSets(state, source),
    kernels: describeKernels(state),
    blockErrors: describeBlockErrors(state),
    verifications: describeVerifications(state),
    time,
    constraints: state.constraints.map(({ trial, formats: together, reason }) => ({
      trial,
      text: `${describeFormats(together)} cannot be written together: ${reason}`,
    })),
    environment: environmentOf(state, started),
    reproduce: {
      folder: started.opened.workingFolder,
      command: started.command.map(shellWord).join(' '),
      inputs: started.opened.inputs,
    },
  };
}

function baselinesOf(state: StudyState, inputs: StudyStarted['inputs']): ReportDocument['baselines'] {
  return [...state.baselines.values()].map(({ input, count, noise, error, durationsMs }) => ({
    input,
    isHeldOut: inputs.find(({ name }) => name === input)?.heldOut ?? false,
    count,
    noise: asFigure(noise),
    error: figureOrNull(error),
    durationMs: durationsMs.at(-1) ?? null,
  }));
}

/** Patches and errors of the trials shown in detail, and the times of all trials. */
function partsOfTrials(
  state: StudyState,
  { goal, inputs }: StudyStarted,
  judged: readonly JudgedTrial[],
  best: JudgedTrial | null,
): Pick<ReportDocument, 'patches' | 'errors' | 'timings'> {
  const shown = shownTrials(judged, best);
  const errors = shown.flatMap(({ number, confirmation }) =>
    (confirmation?.outputs ?? []).map((sample) => distributeErrors(number, sample, goal, inputs)),
  );
  return {
    patches: shown.flatMap(({ number }) => {
      const text = recommendedPatch(state, number);
      return text === null ? [] : [{ trial: number, text, files: sideBySide(text) }];
    }),
    errors: markHeadlines(errors, goal),
    timings: judged.flatMap(({ number: trial, measurement }) => {
      if (!measurement || measurement.samples.length === 0) return [];
      const { clock, ratio, low, high, verdict } = measurement;
      const samples = measurement.samples.map(({ program, ms }) => ({ program, ms }));
      return [{ trial, clock, samples, ratio, low, high, verdict }];
    }),
  };
}

/** Start time, compiler flags and machine of the study. */
function environmentOf({ entries }: StudyState, { environment }: StudyStarted): [string, string][] {
  const begun = entries[0]?.at;
  const day: [string, string][] =
    begun == null ? [] : [['begun', `${new Date(begun).toISOString().slice(0, 16).replace('T', ' ')} UTC`]];
  return [...day, ...Object.entries(environment)];
}

/** Number of built trials shown with patch and output values, besides the recommended one; the latest are shown. */
const SHOWN_BUILDS = 8;

function shownTrials(judged: readonly JudgedTrial[], best: JudgedTrial | null): JudgedTrial[] {
  const built = judged.filter(({ confirmation, number }) => confirmation && number !== best?.number);
  return [...(best ? [best] : []), ...built.slice(-SHOWN_BUILDS)];
}

/** Facts about a metric for the page, which knows only its name. */
function describeMetric(name: Metric): Omit<ReportDocument['goal'], keyof Goal | 'text' | 'isBounded'> {
  const metric = metrics[name];
  return {
    isCount: moreIsBetter(name),
    most: metric.better === 'more' ? metric.most : null,
    measure: metric.words.ofOutputs,
    boundsEachValue: metric.over === 'worst value',
  };
}

/** While a study runs, and after it was interrupted, the fastest trial within tolerance stands in until one is confirmed. */
function recommendedOf(
  state: StudyState,
  judged: readonly JudgedTrial[],
  condition: StudyCondition,
): JudgedTrial | null {
  if (state.recommended || condition.kind === 'finished' || condition.kind === 'stopped') return state.recommended;
  return judged
    .filter((trial) => trial.accepted && Object.keys(trial.formats).length > 0 && hasSpeedup(trial) !== false)
    .reduce<JudgedTrial | null>(
      (fastest, trial) => (fastest === null || rankedSpeedup(trial) > rankedSpeedup(fastest) ? trial : fastest),
      null,
    );
}

const ENDINGS = {
  complete: { kind: 'finished', text: 'the search is complete' },
  finished: { kind: 'finished', text: 'the search found nothing more to try' },
  trials: {
    kind: 'stopped',
    text: 'the search stopped at the limit of --trials: run again with a larger limit to continue',
  },
  time: { kind: 'stopped', text: 'the search stopped at the limit of --time: run the same command again to continue' },
  interrupted: { kind: 'interrupted', text: 'the study was interrupted: run the same command again to resume it' },
} as const;

function conditionOf({ ended }: StudyState, isRunning: boolean): StudyCondition {
  if (isRunning) return { kind: 'running', text: 'the study is still running: this report is preliminary' };
  if (ended) return ENDINGS[ended.isComplete ? 'complete' : ended.reason];
  return {
    kind: 'broken-off',
    text: 'the study ended unexpectedly, perhaps killed: run the same command again to resume it',
  };
}
