/** Evidence for the format of each group in a trial: the trials that changed the group, from the journal alone. */
import type { GroupRange } from '../journal/ranges-record.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import { rankedSpeedup } from '../journal/trial-record.js';
import { rangeReasons } from '../study/formats/observed-ranges.js';
import { raises } from './changed-formats.js';

export interface GroupEvidence {
  /** The name in configurations. */
  readonly id: string;
  readonly declared: string | null;
  /** Format in the explained trial. */
  readonly format: string | null;
  readonly isLowered: boolean;
  /** Whether the explained trial gives it more precision than it has in the source. */
  readonly isWidened: boolean;
  /** The word for the changes of all trials: "changed" if one of them raises the precision. */
  readonly verb: 'lowered' | 'changed';
  /** Trials that change this group and nothing else. */
  readonly alone: readonly Witness[];
  /** Trials that differ from the explained one in this group only. */
  readonly beside: readonly Witness[];
  /** Numbers of the trials that change it: those that meet the goal (`within`) and those that miss it (`beyond`). */
  readonly within: readonly number[];
  readonly beyond: readonly number[];
  /** The fastest trial that changes it and meets the goal; null if there is no such trial, or no speedup is known. */
  readonly fastest: JudgedTrial | null;
  /** Reason that no lower format can be written, whatever the other groups have. */
  readonly cannot: string | null;
  /** Whether the compared output was found not to depend on it. */
  readonly hasNoInfluence: boolean;
  /** Value range recorded by a profiling run; null if nothing was recorded. */
  readonly range: GroupRange['seen'];
  /** Reasons for formats that were not tried, or would lose values, because of the range. */
  readonly outOfRange: readonly string[];
}

export type Witness = Pick<JudgedTrial, 'number' | 'outcome' | 'error' | 'accepted'> & {
  /** Null if the group has its declared format. */
  readonly format: string | null;
};

export interface FrozenGroup {
  readonly sites: readonly string[];
  readonly reason: string;
}

/** Evidence for every tunable group in source order; if the journal lacks the program, for the groups named by trials. */
export function explainTrial(state: StudyState, trial: Pick<JudgedTrial, 'formats'>): GroupEvidence[] {
  // trials with other summations or thread blocks do not show the effect of formats alone
  const trials = state
    .trials()
    .filter(({ outcome, accumulators, blocks }) => outcome !== 'duplicate' && !accumulators && !blocks);
  const sizes = new Map(trials.map((one) => [one, Object.keys(one.formats).length]));
  const size = Object.keys(trial.formats).length;
  // comparing thousands of trials format by format is slow, so only those with a similar number of changes are compared
  const near = trials.filter((one) => Math.abs(sizes.get(one)! - size) <= 1);
  return groupIds(state, trials).map(({ id, declared }) => {
    const changing = trials.filter(({ formats }) => formats[id] !== undefined);
    const witness = (one: JudgedTrial): Witness => ({
      number: one.number,
      outcome: one.outcome,
      error: one.error,
      accepted: one.accepted,
      format: one.formats[id] ?? null,
    });
    const format = trial.formats[id] ?? declared;
    const isWidened = format !== null && raises(declared, format);
    const recorded = state.ranges?.groups.find((one) => one.id === id);
    const constraint = state.constraints.find(({ formats }) => formats[id] && Object.keys(formats).length === 1);
    return {
      id,
      declared,
      format,
      isLowered: trial.formats[id] !== undefined && !isWidened,
      isWidened,
      verb: changing.some(({ formats }) => raises(declared, formats[id]!)) ? 'changed' : 'lowered',
      alone: changing.filter((one) => sizes.get(one) === 1).map(witness),
      beside: near.filter((one) => differOnlyIn(id, one.formats, trial.formats)).map(witness),
      within: changing.filter(({ accepted }) => accepted).map(({ number }) => number),
      beyond: changing.filter(({ accepted }) => !accepted).map(({ number }) => number),
      fastest: fastestOf(changing),
      cannot: constraint?.reason ?? null,
      hasNoInfluence: state.groupsWithoutInfluence.includes(id),
      range: recorded?.seen ?? null,
      outOfRange: recorded ? rangeReasons(recorded) : [],
    };
  });
}

function fastestOf(trials: readonly JudgedTrial[]): JudgedTrial | null {
  const fit = trials.filter(({ accepted, speedup }) => accepted && speedup !== null);
  return fit.toSorted((a, b) => rankedSpeedup(b) - rankedSpeedup(a))[0] ?? null;
}

export function frozenGroups({ program }: StudyState): FrozenGroup[] {
  return (program?.groups ?? []).flatMap(({ sites, frozen }) => (frozen === null ? [] : [{ sites, reason: frozen }]));
}

/** Number of tunable groups; null if the journal lacks the program. */
export function tunableGroups({ program }: StudyState): number | null {
  return program && new Set(program.sites.filter(({ tunable }) => tunable).map(({ group }) => group)).size;
}

function groupIds(
  { program, ranges }: StudyState,
  trials: readonly JudgedTrial[],
): { readonly id: string; readonly declared: string | null }[] {
  const named = new Set(trials.flatMap(({ formats }) => Object.keys(formats)));
  const ranged = new Set(ranges?.groups.map(({ id }) => id));
  if (!program) return [...named].map((id) => ({ id, declared: null }));
  return program.groups.flatMap(({ id: group, sites }) => {
    const members = program.sites.filter((site) => site.group === group);
    if (!members.some(({ tunable }) => tunable)) return [];
    // configurations and range records name a group by one of its sites; other groups are named by their first site
    const id = sites.find((site) => named.has(site)) ?? sites.find((site) => ranged.has(site)) ?? sites[0]!;
    return [{ id, declared: members[0]?.format ?? null }];
  });
}

function differOnlyIn(id: string, a: JudgedTrial['formats'], b: JudgedTrial['formats']): boolean {
  const others = (formats: JudgedTrial['formats']) => Object.keys(formats).filter((one) => one !== id);
  return a[id] !== b[id] && others(a).length === others(b).length && others(a).every((one) => a[one] === b[one]);
}
