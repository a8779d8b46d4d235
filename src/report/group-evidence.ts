/** Why a group has the format it has in a trial: the trials that changed it, from the journal alone. */
import type { GroupRange } from '../journal/ranges-record.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import { rangeReasons } from '../study/formats/observed-ranges.js';

export interface GroupEvidence {
  /** As configurations name it. */
  readonly id: string;
  readonly declared: string | null;
  /** In the trial that is explained. */
  readonly format: string | null;
  readonly isLowered: boolean;
  /** Trials that lower this group and nothing else. */
  readonly alone: readonly Witness[];
  /** Trials that differ from the explained one in this group only. */
  readonly beside: readonly Witness[];
  /** Numbers of the trials that lower it, within the goal and not. */
  readonly within: readonly number[];
  readonly beyond: readonly number[];
  /** Why it cannot be written narrower, whatever the others do. */
  readonly cannot: string | null;
  /** What a counted run saw it hold; null where nothing was seen. */
  readonly range: GroupRange['seen'];
  /** Formats it was not tried in for that, or would lose something in, each in words. */
  readonly outOfRange: readonly string[];
}

export type Witness = Pick<JudgedTrial, 'number' | 'outcome' | 'error' | 'accepted'> & {
  /** Null where the group is as declared. */
  readonly format: string | null;
};

export interface FrozenGroup {
  readonly sites: readonly string[];
  readonly reason: string;
}

/** Every group the study could change, in the order of the source. A study that kept no program knows those its trials name. */
export function explainTrial(state: StudyState, trial: Pick<JudgedTrial, 'formats'>): GroupEvidence[] {
  // one with other sums says nothing about formats alone
  const trials = state
    .trials()
    .filter(({ outcome, accumulators, blocks }) => outcome !== 'duplicate' && !accumulators && !blocks);
  const sizes = new Map(trials.map((one) => [one, Object.keys(one.formats).length]));
  const size = Object.keys(trial.formats).length;
  // of thousands of trials few are so near to this one that it pays to compare them format by format
  const near = trials.filter((one) => Math.abs(sizes.get(one)! - size) <= 1);
  return groupIds(state, trials).map(({ id, declared }) => {
    const lowering = trials.filter(({ formats }) => formats[id] !== undefined);
    const witness = (one: JudgedTrial): Witness => ({
      number: one.number,
      outcome: one.outcome,
      error: one.error,
      accepted: one.accepted,
      format: one.formats[id] ?? null,
    });
    const isLowered = trial.formats[id] !== undefined;
    const held = state.ranges?.groups.find((one) => one.id === id);
    const constraint = state.constraints.find(({ formats }) => formats[id] && Object.keys(formats).length === 1);
    return {
      id,
      declared,
      format: trial.formats[id] ?? declared,
      isLowered,
      alone: lowering.filter((one) => sizes.get(one) === 1).map(witness),
      beside: near.filter((one) => differOnlyIn(id, one.formats, trial.formats)).map(witness),
      within: lowering.filter(({ accepted }) => accepted).map(({ number }) => number),
      beyond: lowering.filter(({ accepted }) => !accepted).map(({ number }) => number),
      cannot: constraint?.reason ?? null,
      range: held?.seen ?? null,
      outOfRange: held ? rangeReasons(held) : [],
    };
  });
}

export function frozenGroups({ program }: StudyState): FrozenGroup[] {
  return (program?.groups ?? []).flatMap(({ sites, frozen }) => (frozen === null ? [] : [{ sites, reason: frozen }]));
}

/** How many groups a study could change; null for one that kept no program. */
export function tunableGroups({ program }: StudyState): number | null {
  return program && new Set(program.sites.filter(({ tunable }) => tunable).map(({ group }) => group)).size;
}

function groupIds(
  { program, ranges }: StudyState,
  trials: readonly JudgedTrial[],
): { readonly id: string; readonly declared: string | null }[] {
  const named = new Set(trials.flatMap(({ formats }) => Object.keys(formats)));
  const seen = new Set(ranges?.groups.map(({ id }) => id));
  if (!program) return [...named].map((id) => ({ id, declared: null }));
  return program.groups.flatMap(({ id: group, sites }) => {
    const members = program.sites.filter((site) => site.group === group);
    if (!members.some(({ tunable }) => tunable)) return [];
    // configurations name a group by one of its sites; a group that neither they nor what was seen name goes by its first
    const id = sites.find((site) => named.has(site)) ?? sites.find((site) => seen.has(site)) ?? sites[0]!;
    return [{ id, declared: members[0]?.format ?? null }];
  });
}

function differOnlyIn(id: string, a: JudgedTrial['formats'], b: JudgedTrial['formats']): boolean {
  const others = (formats: JudgedTrial['formats']) => Object.keys(formats).filter((one) => one !== id);
  return a[id] !== b[id] && others(a).length === others(b).length && others(a).every((one) => a[one] === b[one]);
}
