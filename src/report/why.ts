/** Why a group has the format it has in the recommended configuration, from the trials that bear on it. */
import type { Dimension, ReportGroup, ReportTrial, Sensitivity } from './document.js';
import { AS_DECLARED } from './formats.js';

interface Evidence {
  readonly trials: readonly ReportTrial[];
  readonly best: ReportTrial | null;
  readonly dimensions: readonly Dimension[];
  readonly sensitivity: readonly Sensitivity[];
  readonly constraints: readonly { readonly trial: number; readonly ids: readonly string[]; readonly reason: string }[];
  errorText(error: ReportTrial['error']): string;
  formatOf(letter: string): string;
}

export function explainGroup(dimension: number, evidence: Evidence): Pick<ReportGroup, 'status' | 'why'> {
  const { best, dimensions, formatOf, errorText } = evidence;
  const { id, declared } = dimensions[dimension]!;
  const cell = best?.cells[dimension] ?? AS_DECLARED;
  if (best && cell !== AS_DECLARED) {
    const others = [...best.cells].filter((one) => one !== AS_DECLARED).length - 1;
    const company =
      others === 0 ? '' : others === 1 ? ', together with one other group' : `, together with ${others} other groups`;
    return {
      status: 'lowered',
      why: `lowered to ${formatOf(cell)} in trial ${best.number}${company}: ${errorText(best.error)}, within the goal`,
    };
  }
  const wide = declared ?? 'its format';
  const because = (text: string): Pick<ReportGroup, 'status' | 'why'> => ({
    status: 'kept',
    why: `kept in ${wide}: ${text}`,
  });
  const constraint = evidence.constraints.find(({ ids }) => ids.length === 1 && ids[0] === id);
  if (constraint) return because(`it cannot be written narrower (trial ${constraint.trial}): ${constraint.reason}`);
  const alone = evidence.sensitivity.filter((one) => one.dimension === dimension);
  const refused = alone.find(({ accepted }) => !accepted);
  if (refused && alone.every(({ accepted }) => !accepted)) {
    const found = refused.error === null ? refused.outcome : `${errorText(refused.error)}, ${refused.outcome}`;
    return because(`lowered alone to ${refused.format} (trial ${refused.trial}) it is ${found}`);
  }
  const added = best && addedTo(best, dimension, evidence);
  if (added && !added.accepted) {
    const found = added.error === null ? added.outcome : `${errorText(added.error)}, ${added.outcome}`;
    return because(`lowered besides what trial ${best.number} lowers (trial ${added.number}) it is ${found}`);
  }
  if (added) return because(`lowering it too (trial ${added.number}) holds the goal but is no faster`);
  const changing = evidence.trials.filter(({ cells }) => cells[dimension] !== AS_DECLARED);
  if (changing.length === 0) return because('no trial changed it');
  const accepted = changing.filter((trial) => trial.accepted);
  if (accepted.length === 0)
    return because(
      `${changing.length === 1 ? 'the one trial that lowers it is' : `none of the ${changing.length} trials that lower it is`}${changing.length === 1 ? ' not' : ''} within the goal`,
    );
  return because(
    `${accepted.length === 1 ? 'one trial that lowers it holds' : `${accepted.length} trials that lower it hold`} the goal, but ${best ? `trial ${best.number} is faster` : 'none is recommended'}`,
  );
}

/** The trial that differs from the recommended one in nothing but this group. */
function addedTo(best: ReportTrial, dimension: number, { trials }: Evidence): ReportTrial | null {
  const isSame = (cells: string) =>
    cells[dimension] !== AS_DECLARED && [...cells].every((cell, at) => at === dimension || cell === best.cells[at]);
  return trials.find(({ cells, outcome }) => outcome !== 'duplicate' && isSame(cells)) ?? null;
}
