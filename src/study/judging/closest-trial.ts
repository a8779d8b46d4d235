/** Where nothing meets a goal: the trial that misses it by least. */
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

/** "trial 3 came closest, with 8 digits"; where no error could be told, what was wrong with one of them. */
export function closestText(trials: readonly JudgedTrial[], goal: Pick<Goal, 'metric'>): string {
  const closest = closestTrial(trials, goal);
  if (closest) return `trial ${closest.number} came closest, with ${errorText(goal.metric, closest.error)}`;
  const wrong = trials.find(({ outcome }) => outcome === 'inaccurate');
  return wrong ? `trial ${wrong.number} on ${wrong.evidence}` : '';
}
