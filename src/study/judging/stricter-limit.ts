/**
 * A stricter limit for the search when every trial within tolerance was refuted by its built program or a held-out input. It is the ratio of
 * the error there to the error where the trial was judged.
 */
import type { Goal } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import { moreIsBetter } from '../../numerics/metrics.js';

/** Largest ratio of two limits, so that the search makes progress. */
const LEAST_STEP = 0.9;
/** Error of a build that failed, or whose output cannot be compared. */
const ANY_ERROR = Number.POSITIVE_INFINITY;

/** A limit in the goal's metric that no refuted trial meets; null if none was refuted. */
export function stricterLimit(
  { metric, bound }: Goal,
  refuted: readonly { readonly judged: number; readonly trial: JudgedTrial }[],
): number | null {
  if (refuted.length === 0) return null;
  if (moreIsBetter(metric)) return Math.max(...refuted.map(({ judged }) => judged)) + 1;
  return Math.min(
    ...refuted.map(({ judged, trial }) => {
      const found = trial.confirmation?.error ?? ANY_ERROR;
      return judged * Math.min(LEAST_STEP, bound / found);
    }),
  );
}
