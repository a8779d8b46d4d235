/** Whether a trial is faster than the original program, given the noise of its measurement or the precision of the model. */
import type { Goal } from '../../journal/records.js';
import type { JudgedTrial, StudyState } from '../../journal/replay.js';
import { rankedSpeedup } from '../../journal/trial-record.js';
import { asError } from '../../numerics/metrics.js';
import { speedVerdictOf } from '../../numerics/speed-verdict.js';
import { errorText } from '../judging/judge-output.js';

/**
 * Smallest modelled speedup that counts as one.
 * Chosen: a smaller one prints as 1.00×; nothing else was tried.
 */
const MIN_MODELLED_SPEEDUP = 1.005;
/**
 * Smallest additional speedup for which a looser bound is listed.
 * Chosen: a smaller one would be within the noise of times; nothing else was tried.
 */
const MIN_RATIO_OF_BOUNDS = 1.02;
/**
 * Largest number of looser bounds that are listed.
 * Chosen: they fit on one line of the answer; nothing else was tried.
 */
const MAX_LOOSER_BOUNDS = 3;

/** Whether a trial is faster; null if it was neither timed nor modelled, or the verdict is unclear. */
export function hasSpeedup({ measurement, speedup }: Pick<JudgedTrial, 'measurement' | 'speedup'>): boolean | null {
  if (measurement) {
    const verdict = speedVerdictOf(measurement);
    return verdict === 'unclear' ? null : verdict === 'faster';
  }
  return speedup === null ? null : speedup >= MIN_MODELLED_SPEEDUP;
}

/** The fastest trial within the goal with a known speed, if none is faster than the original program; null otherwise. */
export function fastestWithoutSpeedup(
  trials: readonly JudgedTrial[],
  { minSpeedup }: Pick<Goal, 'minSpeedup'>,
  /** Groups without influence on the output: trials that lower them are never recommended. */
  withoutInfluence: readonly string[] = [],
): JudgedTrial | null {
  if (minSpeedup !== null) return null; // missing the required speedup is reported as an error instead
  const within = trials.filter(
    ({ outcome, accepted, formats }) =>
      outcome === 'accurate' &&
      accepted &&
      Object.keys(formats).length > 0 &&
      !withoutInfluence.some((id) => id in formats),
  );
  // measured times take precedence over the model
  const timed = within.filter(({ measurement }) => measurement !== null);
  const known = timed.length > 0 ? timed : within.filter(({ speedup }) => speedup !== null);
  if (known.some(hasSpeedup)) return null;
  return known.toSorted((a, b) => rankedSpeedup(b) - rankedSpeedup(a))[0] ?? null;
}

/** For example "no trial within the goal is faster". Without a model only the timed trials are known. */
export function noSpeedupText(
  fastest: JudgedTrial,
  { state, among = 'within the goal' }: { readonly state: StudyState; readonly among?: string },
): string {
  return isUnmodelled(fastest, state) && !state.ended?.isComplete
    ? `no timed trial ${among} is faster than the original program`
    : `no trial ${among} is faster than the original program`;
}

/** Whether the model has no prediction for a trial. */
export function isUnmodelled({ number }: Pick<JudgedTrial, 'number'>, state: StudyState): boolean {
  return (state.trialRecord(number)?.speedup ?? null) === null;
}

export interface LooserBound {
  readonly trial: number;
  readonly error: number;
  /** Modelled. */
  readonly speedup: number;
}

/** Looser bounds that would allow faster trials, from the trials that missed the goal: each is faster than the one before. */
export function looserBounds(state: StudyState, goal: Pick<Goal, 'metric'>, than: JudgedTrial | null): LooserBound[] {
  const modelled = (number: number) => state.trialRecord(number)?.speedup ?? null;
  let fastest = Math.max(MIN_MODELLED_SPEEDUP, (than && modelled(than.number)) ?? 1);
  const bounds: LooserBound[] = [];
  const missed = state
    .trials()
    .flatMap(({ number, outcome, error }) => {
      const speedup = modelled(number);
      const isKnown = outcome === 'inaccurate' && error !== null && Number.isFinite(error) && speedup !== null;
      return isKnown ? [{ trial: number, error, speedup }] : [];
    })
    .sort((a, b) => asError(goal.metric, a.error) - asError(goal.metric, b.error));
  for (const one of missed) {
    if (one.speedup < fastest * MIN_RATIO_OF_BOUNDS) continue;
    fastest = one.speedup;
    // of two bounds with the same text only the faster is listed
    if (bounds.length > 0 && errorText(goal.metric, bounds.at(-1)!.error) === errorText(goal.metric, one.error))
      bounds.pop();
    bounds.push(one);
  }
  // always include the loosest bound
  return bounds.length <= MAX_LOOSER_BOUNDS ? bounds : [...bounds.slice(0, MAX_LOOSER_BOUNDS - 1), bounds.at(-1)!];
}
