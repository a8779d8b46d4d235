/**
 * What is learnt when everything that passed is refuted by its built program or a held-out input: how much further off a trial was
 * there than where it was judged, and so how far off it may be here. The search then goes on with that.
 */
import type { Goal } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import { moreIsBetter } from '../../numerics/metrics.js';

/** Never less than this much stricter, or the search would creep. */
const LEAST_STEP = 0.9;
/** Where a build failed, or printed what cannot be compared, nobody knows how far off it was. */
const ANY_ERROR = Number.POSITIVE_INFINITY;

/** A limit for the errors of trials, in the goal's own metric, that no refuted trial meets; null where nothing was refuted. */
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
