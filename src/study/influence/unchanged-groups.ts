/** Why groups were left unchanged although another format is possible. */
import type { StudyState } from '../../journal/replay.js';

const REASONS = {
  clock: 'clock values',
  'not-executed': 'not executed on the inputs of the study',
  'no-influence': 'no influence on the compared output',
} as const;

/** For example "main.t0, now(): clock values; main.mean: no influence on the compared output". Empty if there are no such groups. */
export function unchangedText(
  { groupsWithoutInfluence, unchangedBecause }: StudyState,
  maxNames = Number.POSITIVE_INFINITY,
): string {
  const reasons = Object.keys(REASONS) as (keyof typeof REASONS)[];
  return reasons
    .map((reason) => ({
      reason,
      ids: groupsWithoutInfluence.filter((id) => (unchangedBecause.get(id) ?? 'no-influence') === reason),
    }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ reason, ids }) => {
      const rest = ids.length > maxNames ? ` and ${ids.length - maxNames} more` : '';
      return `${ids.slice(0, maxNames).join(', ')}${rest}: ${REASONS[reason]}`;
    })
    .join('; ');
}
