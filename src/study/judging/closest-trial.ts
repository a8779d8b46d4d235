/** The trial with the smallest error, for studies in which no trial meets the goal. */
import type { Goal } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import { asError } from '../../numerics/metrics.js';
import { errorText } from './judge-output.js';

interface Missed {
  readonly number: number;
  readonly error: number;
}

export function closestTrial(trials: readonly JudgedTrial[], { metric }: Pick<Goal, 'metric'>): Missed | null {
  const distance = ({ error }: Missed) => asError(metric, error);
  return trials
    .flatMap(({ number, outcome, error }) =>
      outcome === 'inaccurate' && error !== null && Number.isFinite(error) ? [{ number, error }] : [],
    )
    .reduce<Missed | null>(
      (closest, trial) => (closest === null || distance(trial) < distance(closest) ? trial : closest),
      null,
    );
}

/** For example "trial 3 came closest, with 8 digits"; if no trial has an error, the evidence against one of them. */
export function closestText(trials: readonly JudgedTrial[], goal: Pick<Goal, 'metric'>): string {
  const closest = closestTrial(trials, goal);
  if (closest) return `trial ${closest.number} came closest, with ${errorText(goal.metric, closest.error)}`;
  const wrong = trials.find(({ outcome }) => outcome === 'inaccurate');
  return wrong ? `trial ${wrong.number} on ${wrong.evidence}` : '';
}
