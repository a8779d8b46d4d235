/**
 * Checks which groups that a trial lowers affect the compared output, once for each group, and records it in the journal. Groups that the
 * profiling run never executed need no run; the others are checked by perturbed runs (find-influence.ts).
 */
import { findUnexecutedGroups } from '../../analysis/unexecuted-groups.js';
import type { InfluenceRecord, Trial, TrialRecord } from '../../journal/records.js';
import { reportedStep } from '../reported-step.js';
import { groupId, type TuningSpace } from '../search-space.js';
import type { StudyContext } from '../study-context.js';
import { changedFormats } from '../trials/trial-changes.js';
import type { Proposal } from '../trials/trial-judgement.js';
import { findInfluence, influenceFromTrials } from './find-influence.js';

type OutputInfluenceContext = Pick<
  StudyContext,
  'bench' | 'journal' | 'plan' | 'preparation' | 'report' | 'searchedGroups' | 'time'
>;

/**
 * Time limit of the check, as a share of the time spent so far.
 * Chosen: it delays no answer by more than a tenth; a check without a limit took up to a minute (CHANGELOG.md, 0.2.0); no other share was tried.
 */
const TIME_SHARE = 0.1;
/**
 * Smallest time limit of the check.
 * Chosen: a few runs of a short program; nothing else was tried.
 */
const MIN_BUDGET_MS = 2000;

export class OutputInfluence {
  constructor(private readonly context: OutputInfluenceContext) {}

  /** Groups lowered by a trial whose influence is not known yet. */
  uncheckedGroups(trial: Trial): TrialRecord['formats'] {
    const { searchedGroups: groups, journal } = this.context;
    const { influence } = journal.state;
    return groups === null
      ? {}
      : Object.fromEntries(Object.entries(changedFormats(trial)).filter(([id]) => !influence.has(id)));
  }

  async checkGroupsOf(trial: Trial): Promise<void> {
    const { searchedGroups: groups, journal } = this.context;
    const formats = this.uncheckedGroups(trial);
    if (groups === null || Object.keys(formats).length === 0) return;
    const unexecuted = await this.unexecuted();
    const isOneInput = this.context.plan.inputs.length === 1;
    const isKnown = (id: string) => isOneInput && unexecuted.has(id);
    const open = Object.fromEntries(Object.entries(formats).filter(([id]) => !isKnown(id)));
    const found = await this.find(groups, open, unexecuted);
    const answers = Object.keys(formats).map((id): InfluenceRecord['groups'][number] => {
      if (isKnown(id)) return { id, seen: false, reason: 'not-executed' };
      return found.find((one) => one.id === id) ?? { id, seen: true };
    });
    journal.append({ kind: 'influence', groups: answers });
  }

  /** Groups that the profiling run did not execute; empty if there was none. */
  private async unexecuted(): Promise<Set<string>> {
    const { bench, preparation } = this.context;
    const counts = await preparation.profiles.knownCounts();
    if (counts === null) return new Set();
    const { program, groups } = bench;
    const found = findUnexecutedGroups(program, groups, counts);
    return new Set([...found].map((index) => groupId(program, groups.groups[index]!.sites)));
  }

  /** The trial with its groups without influence in their declared formats; null if it lowers none, or may lower them. */
  async withoutUninfluentialGroups(trial: Trial): Promise<Omit<Proposal, 'number' | 'resolution'> | null> {
    const { searchedGroups: groups, journal, plan } = this.context;
    if (groups === null) return null;
    await this.checkGroupsOf(trial);
    const uninfluential = journal.state.groupsWithoutInfluenceIn(changedFormats(trial));
    if (plan.lowersUnseen || uninfluential.length === 0) return null;
    const { formats, accumulators, blocks } = trial;
    const point = groups.space.dimensions.map(({ id, formats: [declared] }) =>
      uninfluential.includes(id) ? declared! : (formats[id] ?? declared!),
    );
    const remaining = Object.entries(accumulators ?? {}).filter(([id]) => !uninfluential.includes(id));
    return {
      ...{ formats: groups.formatsOf(point), sets: null },
      ...(remaining.length > 0 && { accumulators: Object.fromEntries(remaining) }),
      ...(blocks && { blocks }),
    };
  }

  private async find(
    tuning: TuningSpace,
    formats: TrialRecord['formats'],
    unexecuted: ReadonlySet<string>,
  ): ReturnType<typeof findInfluence> {
    const { bench, journal, plan, preparation, report, time } = this.context;
    const known = influenceFromTrials([...journal.state.trials(), ...journal.state.probes.values()], plan.goal);
    const unclear = Object.fromEntries(Object.entries(formats).filter(([id]) => !known.has(id)));
    const { cannotEmulate } = await preparation.runner();
    if (cannotEmulate !== null || Object.keys(unclear).length === 0) return [];
    const baselines = await preparation.baselines.all();
    return reportedStep(report, 'checking which variables affect the output', () =>
      findInfluence(
        {
          ...{ bench, tuning, goal: plan.goal, output: plan.output, jobs: plan.jobs, baselines },
          budgetMs: Math.max(MIN_BUDGET_MS, TIME_SHARE * time.elapsedMs),
          limitsFor: ({ input }) => preparation.inputs.limits(input),
        },
        unclear,
        unexecuted,
      ),
    );
  }
}
