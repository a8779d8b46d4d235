/** Why a group has the format it has in the recommended configuration, in one sentence; the evidence is the trials that changed it. */
import type { JudgedTrial } from '../journal/replay.js';
import type { ReportGroup } from './document.js';
import { plural } from './figures.js';
import type { GroupEvidence, Witness } from './group-evidence.js';

export function whyOf(
  group: GroupEvidence,
  best: JudgedTrial | null,
  errorText: (error: number | null) => string,
): Pick<ReportGroup, 'status' | 'why'> {
  if (best && group.isLowered) {
    const others = Object.keys(best.formats).length - 1;
    const company =
      others === 0 ? '' : `, together with ${others === 1 ? 'one other group' : `${others} other groups`}`;
    const why = `lowered to ${group.format} in trial ${best.number}${company}: ${errorText(best.error)}, within the goal`;
    return { status: 'lowered', why: [why, ...group.outOfRange].join('; ') };
  }
  return {
    status: 'kept',
    why: `kept in ${group.declared ?? 'its format'}: ${[...group.outOfRange, reasonToKeep(group, best, errorText)].join('; ')}`,
  };
}

function reasonToKeep(
  { cannot, alone, beside, within, beyond }: GroupEvidence,
  best: JudgedTrial | null,
  errorText: (error: number | null) => string,
): string {
  const found = ({ error, outcome }: Witness) => (error === null ? outcome : `${errorText(error)}, ${outcome}`);
  if (cannot !== null) return `it cannot be written narrower: ${cannot}`;
  const refusedAlone = alone.every(({ accepted }) => !accepted) ? alone[0] : undefined;
  if (refusedAlone)
    return `lowered alone to ${refusedAlone.format} (trial ${refusedAlone.number}) it is ${found(refusedAlone)}`;
  const added = best ? beside[0] : undefined;
  if (added && !added.accepted)
    return `lowered besides what trial ${best!.number} lowers (trial ${added.number}) it is ${found(added)}`;
  if (added) return `lowering it too (trial ${added.number}) holds the goal but is no faster`;
  if (within.length > 0)
    return `${within.length === 1 ? 'one trial that lowers it holds' : `${within.length} trials that lower it hold`} the goal, but ${best ? `trial ${best.number} is faster` : 'none is recommended'}`;
  if (beyond.length > 0) return `${plural(beyond.length, 'trial')} that lowered it missed the goal`;
  return 'no trial changed it';
}
