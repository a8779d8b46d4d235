/**
 * The results of a tuning plan: error and time of every iteration, and the plateaus of the error. Along a plateau the time falls and the
 * accuracy stays, so its last iteration is the best choice (Gu's dissertation, sections 3.5 and 4.4).
 */
import { capabilitiesOf } from '../journal/engine-capabilities.js';
import type { PlanRecord } from '../journal/plan-record.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import { type Metric, metrics, moreIsBetter, worseOf } from '../numerics/metrics.js';
import { quantile } from '../numerics/quantile.js';
import type { Figure } from './document.js';
import { asFigure } from './figures.js';

export interface PlanIteration {
  readonly iteration: number;
  readonly trial: number;
  readonly error: Figure | null;
  readonly seconds: number | null;
  /** Origin of the time: measured, or modelled (then only the speedup is known); null if unknown. */
  readonly timing: 'measured' | 'modelled' | null;
  /** Time of the original program ÷ time of this iteration. */
  readonly speedup: number | null;
  /** Number of its plateau, from 1; null outside plateaus. */
  readonly plateau: number | null;
  /** Whether it is the last iteration of its plateau, which is offered as a choice. */
  readonly isChoice: boolean;
  /** Reason for a missing error. */
  readonly evidence: string | null;
}

/** A reference line of the figure: the original program, or everything in one format of the plan. */
export interface PlanLine {
  readonly name: string;
  readonly error: Figure | null;
  readonly seconds: number | null;
}

export interface PlanResults {
  readonly by: PlanRecord['by'];
  readonly formats: readonly string[];
  readonly sizesFrom: PlanRecord['sizesFrom'];
  readonly plan: PlanRecord['iterations'];
  readonly kept: PlanRecord['kept'];
  readonly copies: NonNullable<PlanRecord['copies']>;
  readonly together: NonNullable<PlanRecord['together']>;
  readonly iterations: readonly PlanIteration[];
  readonly lines: readonly PlanLine[];
  readonly validation: PlanValidation | null;
}

export interface PlanValidation {
  /** Number of random configurations with a known error and a measured or modelled time. */
  readonly count: number;
  /** Number of them for which no iteration is as accurate and as fast. */
  readonly better: number;
  readonly points: readonly { readonly trial: number; readonly error: number; readonly time: number }[];
}

/** Null for a study without a plan. */
export function planResults(state: StudyState): PlanResults | null {
  const { plan, started } = state;
  if (!plan || !started) return null;
  const trials = state.trials();
  const baseline = baselineLine(state, trials);
  const found = trials
    .flatMap((trial) => (trial.iteration === undefined ? [] : [{ iteration: trial.iteration, trial }]))
    .sort((a, b) => a.iteration - b.iteration)
    .filter(({ iteration }, at, all) => at === 0 || all[at - 1]!.iteration !== iteration)
    .map(({ iteration, trial }) => ({ iteration, trial, ...measured(state, trials, trial, baseline) }));
  const isCount = moreIsBetter(started.goal.metric);
  const plateaus = findPlateaus(
    found.map(({ error }) => error),
    isCount,
  );
  const iterations = found.map(({ iteration, trial, error, ...timed }, at) => ({
    iteration,
    trial: trial.number,
    error: error === null ? null : asFigure(error),
    ...timed,
    plateau: plateaus[at]!,
    isChoice: plateaus[at] !== null && plateaus[at + 1] !== plateaus[at],
    evidence: error === null ? trial.evidence : null,
  }));
  return {
    by: plan.by,
    formats: plan.formats,
    sizesFrom: plan.sizesFrom,
    plan: plan.iterations,
    kept: plan.kept,
    copies: plan.copies ?? [],
    together: plan.together ?? [],
    iterations,
    lines: [baseline, ...uniformLines(plan, iterations)],
    validation: validate(state, trials, baseline),
  };
}

/** The reason that a plan offers no plateau: too few iterations, or errors that all differ. */
export function noPlateauText(iterations: readonly PlanIteration[]): string {
  const known = iterations.filter(({ error }) => error !== null).length;
  return known < 2
    ? `no plateau: the error of ${known} ${known === 1 ? 'iteration' : 'iterations'} is known, and a plateau needs two`
    : `no plateau: the error of each of the ${known} iterations differs from the one before by more than a factor of ${PLATEAU}`;
}

/** Number of iterations with a known error, not counting the first, which has everything in the format that the plan starts from. */
export function knownIterations({ iterations }: Pick<PlanResults, 'iterations'>): number {
  return iterations.filter(({ iteration, error }) => iteration > 0 && error !== null).length;
}

function median(values: readonly number[]): number | null {
  return values.length === 0
    ? null
    : quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      );
}

function baselineLine(state: StudyState, trials: readonly JudgedTrial[]): PlanLine {
  const timed = trials.flatMap(({ measurement }) => measurement?.samples ?? []);
  const samples = timed.filter(({ program }) => program === 'baseline').map(({ ms }) => ms);
  const records = [...state.baselines.values()];
  const { inputs = [] } = state.started ?? {};
  const tuned = records.filter(({ input }) => !inputs.find(({ name }) => name === input)?.heldOut);
  const runs = tuned.reduce((sum, { durationsMs }) => sum + (median(durationsMs) ?? 0), 0);
  const errors = tuned.flatMap(({ error }) => (error === null ? [] : [error]));
  const isTimed = state.started !== null && capabilitiesOf(state.started).timing !== 'modelled';
  const isAgainstItself = state.started?.goal.against === 'baseline';
  const metric = state.started?.goal.metric ?? 'max-relative';
  return {
    name: 'original',
    error: asFigureOrNull(errors.length === 0 && isAgainstItself ? sameAs(metric) : worstOf(metric, errors)),
    // with modelled times, run times are those of the emulator
    seconds: isTimed ? (median(samples) ?? runs) / 1000 || null : null,
  };
}

/** The metric of two equal outputs. */
function sameAs(metric: Metric): number {
  const entry = metrics[metric];
  return entry.better === 'more' ? entry.most : 0;
}

export function worstOf(metric: Metric, figures: readonly number[]): number | null {
  return figures.length === 0 ? null : figures.reduce((worst, one) => worseOf(metric, worst, one));
}

function asFigureOrNull(figure: number | null): Figure | null {
  return figure === null ? null : asFigure(figure);
}

type Timed = Pick<PlanIteration, 'seconds' | 'timing' | 'speedup'>;

function measured(
  state: StudyState,
  trials: readonly JudgedTrial[],
  trial: JudgedTrial,
  baseline: PlanLine,
): Timed & { readonly error: number | null } {
  const { error } = trial;
  if (Object.keys(trial.formats).length === 0)
    return {
      error,
      seconds: baseline.seconds,
      timing: baseline.seconds === null ? 'modelled' : 'measured',
      speedup: 1,
    };
  const first = trial.outcome === 'duplicate' ? trials.find((one) => sameProgram(one, trial)) : trial;
  const { measurement = null, speedup = null, speedupKind = null } = first ?? {};
  const samples = measurement ? samplesOf(state, measurement) : [];
  const own = median(samples);
  const seconds =
    own !== null ? own / 1000 : measurement && baseline.seconds ? baseline.seconds / measurement.ratio : null;
  return { error, seconds, timing: seconds === null ? speedupKind : 'measured', speedup };
}

function sameProgram(one: JudgedTrial, other: JudgedTrial): boolean {
  return one.resolution === other.resolution && one.outcome !== 'duplicate';
}

/** Time samples of a program. They belong to the first trial with this program; duplicates have none. */
function samplesOf(state: StudyState, { digest, samples }: NonNullable<JudgedTrial['measurement']>): number[] {
  const own = samples.length > 0 ? samples : (state.measurementOf(digest)?.samples ?? []);
  return own.filter(({ program }) => program === 'variant').map(({ ms }) => ms);
}

/** Errors within this factor of one another are on one plateau: a third of a digit each way. */
const PLATEAU = 2;

/** The plateau number of each iteration. A plateau is two or more consecutive iterations with nearly equal errors. */
export function findPlateaus(errors: readonly (number | null)[], isCount = false): (number | null)[] {
  const isLevel = (a: number, b: number): boolean => {
    if (isCount || a === 0 || b === 0) return a === b;
    return Math.max(a, b) / Math.min(a, b) <= PLATEAU;
  };
  const found: (number | null)[] = errors.map(() => null);
  let number = 0;
  for (let at = 0; at < errors.length; ) {
    const level = errors[at]!;
    let end = at + 1;
    while (end < errors.length && level !== null && errors[end] !== null && isLevel(level, errors[end]!)) end++;
    if (end - at > 1) found.fill(++number, at, end);
    at = end;
  }
  return found;
}

/** Lines for everything in one format, which is the end of a stage of the plan. */
function uniformLines(plan: PlanRecord, iterations: readonly PlanIteration[]): PlanLine[] {
  return plan.formats.flatMap((format) => {
    const last = plan.iterations.findLast((one) => one.format === format)?.iteration ?? 0;
    const matching = iterations.find(({ iteration }) => iteration === last);
    return matching ? [{ name: `all ${format}`, error: matching.error, seconds: matching.seconds }] : [];
  });
}

/** Compares the plan with random configurations, if there are any: how many are more accurate and faster than every iteration. */
function validate(state: StudyState, trials: readonly JudgedTrial[], baseline: PlanLine): PlanValidation | null {
  const points = trials.flatMap((trial) => {
    const { error, seconds, speedup } = measured(state, trials, trial, baseline);
    const time = seconds ?? (speedup === null ? null : 1 / speedup);
    return error === null || time === null || !Number.isFinite(error)
      ? []
      : [
          {
            trial: trial.number,
            iteration: trial.iteration ?? null,
            error,
            time,
            isDuplicate: trial.outcome === 'duplicate',
          },
        ];
  });
  const drawn = points.filter(({ iteration, isDuplicate }) => iteration === null && !isDuplicate);
  if (drawn.length === 0) return null;
  const sign = state.started && moreIsBetter(state.started.goal.metric) ? -1 : 1;
  const line = points.filter(({ iteration }) => iteration !== null);
  const isReached = (one: { error: number; time: number }) =>
    line.some((other) => sign * other.error <= sign * one.error && other.time <= one.time * SAME_TIME);
  return {
    count: drawn.length,
    better: drawn.filter((one) => !isReached(one)).length,
    points: drawn.map(({ trial, error, time }) => ({ trial, error, time })),
  };
}

/** Largest ratio of times that counts as equal, given run-to-run noise. */
const SAME_TIME = 1.02;
