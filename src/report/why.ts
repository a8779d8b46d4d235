/** The reason for a group's format in the recommended configuration, in one sentence. The evidence is the trials that changed it. */
import type { JudgedTrial } from '../journal/replay.js';
import type { ReportGroup } from './document.js';
import { plural } from './figures.js';
import type { GroupEvidence, Witness } from './group-evidence.js';

export function whyOf(
  group: GroupEvidence,
  best: JudgedTrial | null,
  errorText: (error: number | null) => string,
): Pick<ReportGroup, 'status' | 'why'> {
  if (best && (group.isLowered || group.isWidened)) {
    const others = Object.keys(best.formats).length - 1;
    const company =
      others === 0 ? '' : `, together with ${others === 1 ? 'one other group' : `${others} other groups`}`;
    const why = `${group.isWidened ? 'widened' : 'lowered'} to ${group.format} in trial ${best.number}${company}: ${errorText(best.error)}, which meets the goal`;
    return { status: 'lowered', why: [why, ...group.outOfRange].join('; ') };
  }
  return {
    status: 'kept',
    why: `left in ${group.declared ?? 'its format'}: ${[...group.outOfRange, reasonNotLowered(group, best, errorText)].join('; ')}`,
  };
}

function reasonNotLowered(
  { cannot, hasNoInfluence, alone, beside, within, beyond, fastest, verb }: GroupEvidence,
  best: JudgedTrial | null,
  errorText: (error: number | null) => string,
): string {
  const found = ({ error, outcome }: Witness) => (error === null ? outcome : `${errorText(error)}, ${outcome}`);
  if (cannot !== null) return `it cannot be written in a lower format: ${cannot}`;
  if (hasNoInfluence) return 'it has no influence on the compared output';
  const failedAlone = alone.every(({ accepted }) => !accepted) ? alone[0] : undefined;
  if (failedAlone) return `${verb} alone to ${failedAlone.format} (trial ${failedAlone.number}): ${found(failedAlone)}`;
  const added = best ? beside[0] : undefined;
  if (added && !added.accepted)
    return `${verb} in addition to trial ${best!.number} (trial ${added.number}): ${found(added)}`;
  const [one, many] = verb === 'lowered' ? ['lowers', 'lower'] : ['changes', 'change'];
  if (added)
    return `trial ${added.number}, which is trial ${best!.number} with this group ${verb} too, meets the goal but is no faster than trial ${best!.number}`;
  if (within.length > 0) return `${withinText(within, fastest, one, many)}, but ${notPreferredText(fastest, best)}`;
  if (beyond.length > 0) return `${plural(beyond.length, 'trial')} that ${many} it miss the goal`;
  return 'not changed in any trial';
}

/** `trial 18, the fastest of 3 trials that lower it within the goal` */
function withinText(within: readonly number[], fastest: JudgedTrial | null, one: string, many: string): string {
  if (within.length === 1) return `trial ${within[0]} ${one} it within the goal`;
  if (fastest === null) return `${within.length} trials ${many} it within the goal`;
  return `of ${within.length} trials that ${many} it within the goal, trial ${fastest.number} is the fastest`;
}

/** Why another trial is recommended, or none. */
function notPreferredText(fastest: JudgedTrial | null, best: JudgedTrial | null): string {
  if (best === null) return 'none is recommended';
  if (fastest === null || fastest.speedup === null) return `trial ${best.number} was preferred`;
  const { speedup, speedupKind } = fastest;
  if (speedup < 1) return `was ${speedupKind} at ${speedup.toFixed(2)}×, slower than the original program`;
  if (fastest.confirmation === null && best.confirmation !== null)
    return `it was not built and confirmed, as trial ${best.number} was`;
  if (best.speedup === null || best.speedup <= speedup) return `trial ${best.number} was preferred`;
  return `its speedup is ${speedup.toFixed(2)}× (${speedupKind}), that of trial ${best.number} ${best.speedup.toFixed(2)}× (${best.speedupKind})`;
}
