/** Whether a patch is worth having: what a trial buys, against the noise of whoever says so. */
import type { Goal } from '../../journal/records.js';
import type { JudgedTrial, StudyState } from '../../journal/replay.js';
import { rankedSpeedup } from '../../journal/trial-record.js';
import { asError } from '../../numerics/metrics.js';
import { speedVerdictOf } from '../../numerics/speed-verdict.js';
import { errorText } from '../judging/judge-output.js';

/**
 * A modelled speedup below this is none.
 * Chosen: what is less prints as 1.00×; nothing else was tried.
 */
const MIN_MODELLED_SPEEDUP = 1.005;
/**
 * Speedup of a looser bound over the one named before it, from which on it is named.
 * Chosen: less would be within what times vary by; nothing else was tried.
 */
const MIN_RATIO_OF_BOUNDS = 1.02;
/**
 * Looser bounds that are named.
 * Chosen: what fits into one line of the answer; nothing else was tried.
 */
const MAX_LOOSER_BOUNDS = 3;

/** Whether a trial is faster; null where it was neither timed nor modelled, or the times cannot tell. */
export function buysTime({ measurement, speedup }: Pick<JudgedTrial, 'measurement' | 'speedup'>): boolean | null {
  if (measurement) {
    const verdict = speedVerdictOf(measurement);
    return verdict === 'unclear' ? null : verdict === 'faster';
  }
  return speedup === null ? null : speedup >= MIN_MODELLED_SPEEDUP;
}

/** The fastest trial within the goal of which a speed is known, where none buys any time: the program is best kept as it is. */
export function keptAsItIs(
  trials: readonly JudgedTrial[],
  { minSpeedup }: Pick<Goal, 'minSpeedup'>,
  /** Groups without influence on the output: trials that lower them are never recommended, however fast. */
  unseen: readonly string[] = [],
): JudgedTrial | null {
  if (minSpeedup !== null) return null; // so much was asked for, and is said to be missing
  const within = trials.filter(
    ({ outcome, accepted, formats }) =>
      outcome === 'accurate' && accepted && Object.keys(formats).length > 0 && !unseen.some((id) => id in formats),
  );
  // where the fastest by the model were timed, the model has nothing more to say
  const timed = within.filter(({ measurement }) => measurement !== null);
  const known = timed.length > 0 ? timed : within.filter(({ speedup }) => speedup !== null);
  if (known.some(buysTime)) return null;
  return known.toSorted((a, b) => rankedSpeedup(b) - rankedSpeedup(a))[0] ?? null;
}

/** "nothing within the goal buys time", where that is known: of what no model prices, only what was timed is. */
export function nothingBuysTime(
  kept: JudgedTrial,
  { state, among = 'within the goal' }: { readonly state: StudyState; readonly among?: string },
): string {
  return isUnpriced(kept, state) && !state.ended?.isComplete
    ? `nothing ${among} that was timed buys time`
    : `nothing ${among} buys time`;
}

/** Whether nobody could say what a trial takes before it was timed. */
export function isUnpriced({ number }: Pick<JudgedTrial, 'number'>, state: StudyState): boolean {
  return (state.trialRecord(number)?.speedup ?? null) === null;
}

export interface LooserBound {
  readonly trial: number;
  readonly error: number;
  /** By the model. */
  readonly speedup: number;
}

/** The bounds at which the next gains come, by what was run and missed the goal: each faster than all before it. */
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
    // of two that read the same the faster is what there is to say
    if (bounds.length > 0 && errorText(goal.metric, bounds.at(-1)!.error) === errorText(goal.metric, one.error))
      bounds.pop();
    bounds.push(one);
  }
  // the last is what the loosest buys
  return bounds.length <= MAX_LOOSER_BOUNDS ? bounds : [...bounds.slice(0, MAX_LOOSER_BOUNDS - 1), bounds.at(-1)!];
}
