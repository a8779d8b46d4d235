/**
 * A tuning plan as it was walked: error and time of every iteration, and the plateaus of the error. Along a plateau time falls and accuracy does
 * not, so its last iteration is the one to have (Gu's dissertation, sections 3.5 and 4.4).
 */
import { capabilitiesOf } from '../journal/engine-capabilities.js';
import type { PlanRecord } from '../journal/plan-record.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import { type Metric, metrics, moreIsBetter, worseOf } from '../numerics/metrics.js';
import { quantile } from '../numerics/quantile.js';
import type { Figure } from './document.js';
import { asFigure } from './figures.js';

export interface WalkedIteration {
  readonly iteration: number;
  readonly trial: number;
  readonly error: Figure | null;
  readonly seconds: number | null;
  /** Who says how long it takes: a clock, a model that knows the ratio to the program as written alone, or nobody. */
  readonly timing: 'measured' | 'modelled' | null;
  /** Time of the program as written ÷ its time. */
  readonly speedup: number | null;
  /** Number of the plateau it is on, from 1. */
  readonly plateau: number | null;
  /** Whether it is the last of its plateau: a choice to make. */
  readonly isChoice: boolean;
  /** Why there is no error. */
  readonly evidence: string | null;
}

/** The program as written, and everything in one format of the plan, where that was run. */
export interface PlanLine {
  readonly name: string;
  readonly error: Figure | null;
  readonly seconds: number | null;
}

export interface WalkedPlan {
  readonly by: PlanRecord['by'];
  readonly formats: readonly string[];
  readonly sizesFrom: PlanRecord['sizesFrom'];
  readonly plan: PlanRecord['iterations'];
  readonly kept: PlanRecord['kept'];
  readonly copies: NonNullable<PlanRecord['copies']>;
  readonly together: NonNullable<PlanRecord['together']>;
  readonly iterations: readonly WalkedIteration[];
  readonly lines: readonly PlanLine[];
  readonly validation: PlanValidation | null;
}

export interface PlanValidation {
  /** Random configurations that could be compared and timed or priced. */
  readonly count: number;
  /** Of these, those that no iteration is both as accurate as and as fast as: left below the plan's line. */
  readonly better: number;
  readonly points: readonly { readonly trial: number; readonly error: number; readonly time: number }[];
}

/** Null for a study without a plan. */
export function walkedPlan(state: StudyState): WalkedPlan | null {
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
    name: 'as written',
    error: asFigureOrNull(errors.length === 0 && isAgainstItself ? sameAs(metric) : worstOf(metric, errors)),
    // where times are modelled, those of the runs are an emulator's
    seconds: isTimed ? (median(samples) ?? runs) / 1000 || null : null,
  };
}

/** What two outputs that are the same have. */
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

type Timed = Pick<WalkedIteration, 'seconds' | 'timing' | 'speedup'>;

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

/** A program that was timed for another trial has no samples of its own. */
function samplesOf(state: StudyState, { digest, samples }: NonNullable<JudgedTrial['measurement']>): number[] {
  const own = samples.length > 0 ? samples : (state.measurementOf(digest)?.samples ?? []);
  return own.filter(({ program }) => program === 'variant').map(({ ms }) => ms);
}

/** Errors within this factor of one another are on one plateau: a third of a digit each way. */
const PLATEAU = 2;

/** For each iteration in turn, the number of the plateau it is on: two or more in a row whose errors hardly differ. */
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

/** Everything in one format: where a stage of the plan ends. */
function uniformLines(plan: PlanRecord, iterations: readonly WalkedIteration[]): PlanLine[] {
  return plan.formats.flatMap((format) => {
    const last = plan.iterations.findLast((one) => one.format === format)?.iteration ?? 0;
    const walked = iterations.find(({ iteration }) => iteration === last);
    return walked ? [{ name: `all ${format}`, error: walked.error, seconds: walked.seconds }] : [];
  });
}

/** Whether random configurations lie left below the plan's line: nearer and faster than any iteration is. */
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

/** Times of one program differ by so much from run to run. */
const SAME_TIME = 1.02;
