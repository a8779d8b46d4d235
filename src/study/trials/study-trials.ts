/** The trials of a study: numbered in the order of their proposals, judged once per program, and recorded. */
import { isDeepStrictEqual } from 'node:util';
import type { TrialRecord } from '../../journal/records.js';
import type { StudyState } from '../../journal/replay.js';
import { duplicateOf, NO_SPEEDUP, rankedSpeedup } from '../../journal/trial-record.js';
import type { Point } from '../../search/strategy.js';
import { isModelled } from '../../workbench/bench.js';
import { digestResolution } from '../search-space.js';
import type { StudyContext } from '../study-context.js';
import { sameFormats } from './constraints.js';
import { isCandidate, mayBeFaster } from './trial-changes.js';
import { type Proposal, recordOf } from './trial-judgement.js';

/** A proposal before it has a number. */
export type Proposed = Omit<Proposal, 'number' | 'resolution'>;

export interface Settling {
  /** Known constraints before the batch of this proposal. */
  readonly constraints?: StudyState['constraints'];
  /** The outcome from the caller. */
  readonly external?: TrialRecord | undefined;
  /** Number of proposals judged at the same time. */
  readonly sideBySide?: number;
  isGivenUp?(): boolean;
}

export class StudyTrials {
  /** By resolution, with their first judgement: a trial that was refuted later is still accepted here. */
  readonly judged = new Map<string, TrialRecord>();
  fastest: TrialRecord | null = null;
  /** Number of known proposals in sequence. */
  repeats = 0;
  private readonly counted = new Set<string>();
  private numbered = 0;

  constructor(private readonly study: StudyContext) {
    const { state } = study.journal;
    for (const { number } of state.trials()) {
      const record = state.trialRecord(number)!;
      if (record.outcome !== 'duplicate') this.judged.set(record.resolution, record);
    }
  }

  /** Number of trials left in the budget. */
  get left(): number {
    return this.study.plan.maxTrials - this.counted.size;
  }

  isCounted({ resolution }: Proposal): boolean {
    return this.counted.has(resolution);
  }

  isJudged({ resolution }: Pick<Proposal, 'resolution'>): boolean {
    return this.judged.has(resolution);
  }

  numberFromStart(): void {
    this.numbered = 0;
  }

  proposalAt(point: Point): Proposal {
    const { tuning } = this.study;
    const iteration = tuning.iterationOf?.(point) ?? null;
    const [formats, sets] = [tuning.formatsOf(point), tuning.setsOf(point)];
    return this.proposalOf({ formats, sets, ...(iteration !== null && { iteration }) });
  }

  proposalOf({ formats, accumulators, blocks, sets, iteration }: Proposed): Proposal {
    const { journal, tuning } = this.study;
    const isOther = (one: TrialRecord) =>
      !sameFormats(one.formats, formats) ||
      !isDeepStrictEqual(one.accumulators, accumulators) ||
      !isDeepStrictEqual(one.blocks, blocks) ||
      one.iteration !== iteration;
    let known: TrialRecord | null;
    // a journal of another version of the strategy may have other proposals, whose numbers are skipped
    do known = journal.state.trialRecord(++this.numbered);
    while (known && isOther(known));
    const resolution = known?.resolution ?? digestResolution(tuning.resolve(formats), accumulators, blocks);
    return {
      number: this.numbered,
      formats,
      ...(accumulators && { accumulators }),
      ...(blocks && { blocks }),
      sets,
      ...(iteration !== undefined && { iteration }),
      resolution,
    };
  }

  /** The trial's record; null if the time for searching is up first. */
  async tryInTime(proposal: Proposal): Promise<TrialRecord | null> {
    const { time } = this.study;
    let isLate = false;
    const settling = this.settle(proposal, { isGivenUp: () => isLate });
    const isSettled = await time.unlessUp(time.within(settling));
    isLate = !isSettled;
    return isLate ? null : this.judged.get(proposal.resolution)!;
  }

  /** Judges and records a proposal; false if it was given up meanwhile, so that its outcome is meaningless. */
  async settle(
    proposal: Proposal,
    { constraints, external, isGivenUp, sideBySide = 1 }: Settling = {},
  ): Promise<boolean> {
    const { journal, judgement, report } = this.study;
    const known = this.judged.get(proposal.resolution);
    if (known && known.number !== proposal.number) {
      this.counted.add(proposal.resolution);
      this.repeat(proposal);
      return true;
    }
    const record =
      known ?? external ?? (await judgement.judge(proposal, constraints ?? journal.state.constraints, sideBySide));
    if (isGivenUp?.()) return false;
    if (!known) {
      journal.append(record);
      // with other sums or blocks the formats may not be the reason
      if (record.outcome === 'infeasible' && record.how !== 'known' && !record.accumulators && !record.blocks)
        await judgement.learnConstraint(record);
    }
    this.judged.set(proposal.resolution, record);
    this.counted.add(proposal.resolution);
    this.repeats = 0;
    this.noteSpeed(record);
    report({ kind: 'trial', trial: record, resumed: known !== undefined, fastest: this.fastest });
    return true;
  }

  /** Records that a proposal is a duplicate of a judged program. */
  repeat(proposal: Proposal): void {
    const { journal, search } = this.study;
    this.repeats++;
    if (search.round > 0 || journal.state.trialRecord(proposal.number)) return; // a second search repeats many proposals of the first
    const first = this.judged.get(proposal.resolution)!;
    journal.append(recordOf(proposal, 'known', duplicateOf(first), 0));
  }

  private noteSpeed(record: TrialRecord): void {
    if (this.fastest && this.isRefuted(this.fastest)) this.fastest = this.fastestOf([...this.judged.values()]);
    if (this.fastestOf(this.fastest ? [this.fastest, record] : [record]) !== record) return;
    this.fastest = record;
    if (this.isBuiltEarly(record)) this.study.builds.beginToBuild(record.number);
  }

  /** The first of the fastest. */
  private fastestOf(records: readonly TrialRecord[]): TrialRecord | null {
    const known = records.filter((one) => isCandidate(one) && rankedSpeedup(one) > NO_SPEEDUP && !this.isRefuted(one));
    return known.reduce((a: TrialRecord | null, b) => (a && rankedSpeedup(a) >= rankedSpeedup(b) ? a : b), null);
  }

  private isRefuted({ number }: TrialRecord): boolean {
    const confirmation = this.study.journal.state.trial(number)?.confirmation;
    return confirmation != null && confirmation.outcome !== 'accurate';
  }

  /** With a time limit, a likely recommendation is built in the background. */
  private isBuiltEarly(record: TrialRecord): boolean {
    const { plan, bench, time } = this.study;
    if (!time.isLimited || plan.recommends === false || plan.timing === 'every' || isModelled(bench)) return false;
    return record.how !== 'rebuilt' && mayBeFaster(record);
  }
}
