/** The trials of a study: numbered as they are proposed, judged once for each program, and written down. */
import { isDeepStrictEqual } from 'node:util';
import type { TrialRecord } from '../../journal/records.js';
import type { StudyState } from '../../journal/replay.js';
import { duplicateOf, NO_SPEEDUP, rankedSpeedup } from '../../journal/trial-record.js';
import type { Point } from '../../search/strategy.js';
import { isModelled } from '../../workbench/bench.js';
import { digestResolution } from '../search-space.js';
import type { StudyContext } from '../study-context.js';
import { sameFormats } from './constraints.js';
import { isCandidate, isHopeful } from './trial-changes.js';
import { type Proposal, recordOf } from './trial-judgement.js';

/** A proposal before it has a number. */
export type Proposed = Omit<Proposal, 'number' | 'resolution'>;

export interface Settling {
  /** What cannot be written together, as known before the proposals that are judged side by side with this one. */
  readonly constraints?: StudyState['constraints'];
  /** What somebody else found out about it. */
  readonly told?: TrialRecord | undefined;
  /** So many are judged at the same time. */
  readonly sideBySide?: number;
  isGivenUp?(): boolean;
}

export class StudyTrials {
  /** By resolution, as they were judged: what was refuted since met the goal then. */
  readonly judged = new Map<string, TrialRecord>();
  fastest: TrialRecord | null = null;
  /** Proposals in a row that were known already. */
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

  /** How many more the budget allows. */
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
    // a journal written by another version of a strategy holds other proposals: their numbers are taken
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

  /** Its record; null where the time for searching was up before it was judged: what was found by then is confirmed in what is left. */
  async tryInTime(proposal: Proposal): Promise<TrialRecord | null> {
    const { time } = this.study;
    let isLate = false;
    const settling = this.settle(proposal, { isGivenUp: () => isLate });
    const isSettled = await time.unlessUp(time.within(settling));
    isLate = !isSettled;
    return isLate ? null : this.judged.get(proposal.resolution)!;
  }

  /** False where the time was up while it ran: how it ended then says nothing about it. */
  async settle(proposal: Proposal, { constraints, told, isGivenUp, sideBySide = 1 }: Settling = {}): Promise<boolean> {
    const { journal, judgement, report } = this.study;
    const known = this.judged.get(proposal.resolution);
    if (known && known.number !== proposal.number) {
      this.counted.add(proposal.resolution);
      this.repeat(proposal);
      return true;
    }
    const record =
      known ?? told ?? (await judgement.judge(proposal, constraints ?? journal.state.constraints, sideBySide));
    if (isGivenUp?.()) return false;
    if (!known) {
      journal.append(record);
      // of formats with other sums or blocks nobody can say whether the formats are at fault
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

  /** Writes down that a proposal is a program the study has judged before. */
  repeat(proposal: Proposal): void {
    const { journal, search } = this.study;
    this.repeats++;
    if (search.round > 0 || journal.state.trialRecord(proposal.number)) return; // a second search asks for much of the first again
    const first = this.judged.get(proposal.resolution)!;
    journal.append(recordOf(proposal, 'known', duplicateOf(first), 0));
  }

  private noteSpeed(record: TrialRecord): void {
    const fastest = this.fastest ? rankedSpeedup(this.fastest) : NO_SPEEDUP;
    if (!isCandidate(record) || rankedSpeedup(record) <= fastest) return;
    this.fastest = record;
    if (this.willConfirmInHaste(record)) this.study.builds.beginToBuild(record.number);
  }

  /** Where the time is short, and by the model it may be what is recommended. */
  private willConfirmInHaste(record: TrialRecord): boolean {
    const { plan, bench, time } = this.study;
    if (!time.isLimited || plan.recommends === false || plan.timing === 'every' || isModelled(bench)) return false;
    return record.how !== 'rebuilt' && isHopeful(record);
  }
}
