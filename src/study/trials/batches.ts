/** Points that a strategy asked for together: judged side by side, and answered in their order. */
import type { TrialRecord } from '../../journal/records.js';
import type { Outcome, Point } from '../../search/strategy.js';
import { TimeUp } from '../../support/deadline.js';
import { isModelled } from '../../workbench/bench.js';
import { digestResolution } from '../search-space.js';
import type { StudyContext } from '../study-context.js';
import type { Budget } from '../study-end.js';
import { BRISK } from '../timing/measurement.js';
import { isCandidate } from './trial-changes.js';
import type { Proposal } from './trial-judgement.js';

export interface Batch {
  readonly proposals: readonly Proposal[];
  /** Those that no earlier batch and no proposal of this one stands for. */
  readonly fresh: readonly Proposal[];
  /** Those of them that the budget allows. */
  readonly affordable: readonly Proposal[];
}

/** What somebody else found out, by resolution. */
export type Told = ReadonlyMap<string, TrialRecord>;

/** `isLate`: the time was up before all of a batch was judged; what is still under way is given up. */
interface Round {
  readonly told: Told;
  isLate: boolean;
}

export class Batches {
  constructor(private readonly study: StudyContext) {}

  batchOf(points: readonly Point[]): Batch {
    const { trials } = this.study;
    const proposals = points.map((point) => trials.proposalAt(point));
    // a repeat within the batch waits for the first; it costs nothing and counts for nothing
    const fresh = proposals.filter(
      (one, index) =>
        !trials.isCounted(one) && proposals.findIndex(({ resolution }) => resolution === one.resolution) === index,
    );
    return { proposals, fresh, affordable: fresh.slice(0, trials.left) };
  }

  /** What nobody knows of it. */
  openIn({ affordable }: Batch): Proposal[] {
    return affordable.filter((one) => !this.study.trials.isJudged(one));
  }

  /** The outcomes of proposals in their order, or which budget ran out before all of them had one. */
  async judge({ proposals, fresh, affordable }: Batch, told: Told): Promise<Outcome[] | Budget> {
    const { plan, search, time, trials } = this.study;
    const round: Round = { told, isLate: false };
    try {
      await time.within(this.judgeSideBySide(affordable, round));
      if (plan.timing === 'every' && !(await time.within(this.timeAccepted(affordable, round)))) round.isLate = true;
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
      round.isLate = true;
    }
    if (round.isLate) return 'time';
    if (affordable.length < fresh.length) return 'trials';
    for (const proposal of proposals) if (!fresh.includes(proposal)) trials.repeat(proposal);
    return proposals.map(({ resolution }) => search.outcomeOf(trials.judged.get(resolution)!));
  }

  private async judgeSideBySide(proposals: readonly Proposal[], round: Round): Promise<void> {
    const { ahead, journal, time, trials } = this.study;
    const constraints = [...journal.state.constraints]; // as before these points, so that their order in time decides nothing
    const isOpen = (one: Proposal) => !trials.isJudged(one) && !round.told.has(one.resolution);
    const waiting = [...proposals];
    const open = waiting.filter(isOpen);
    const sideBySide = Math.min(this.lanes, open.length);
    ahead.noteRound(open.map(({ resolution }) => resolution));
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        round.isLate ||= time.isUp && isOpen(next);
        if (round.isLate) return;
        const told = round.told.get(next.resolution);
        const isSettled = await trials.settle(next, { constraints, told, sideBySide, isGivenUp: () => round.isLate });
        round.isLate ||= !isSettled;
      }
    };
    const lanes = Promise.all(Array.from({ length: this.lanes }, lane));
    if (open.length > 0) this.runAhead(open.length);
    await lanes;
  }

  /** Builds and times what a batch of proposals found accurate; false where the time is up before all are. */
  private async timeAccepted(proposals: readonly Proposal[], round: Round): Promise<boolean> {
    const isGivenUp = () => round.isLate;
    const { bench, builds, confirmations, journal, time, timing, trials } = this.study;
    if (isModelled(bench)) return true;
    const numbers = proposals.flatMap(({ resolution }) => {
      const record = trials.judged.get(resolution); // none where the time was up before its turn
      return record && isCandidate(record) ? [record.number] : [];
    });
    if (numbers.length > 0 && time.isUp) return false;
    await confirmations.setContradictionsAside();
    await builds.buildAhead(numbers);
    for (const number of numbers) {
      if (isGivenUp() || time.isUp) return false;
      if (!journal.state.trial(number)!.accepted) continue; // set aside by what another of them taught
      const confirmation = await confirmations.confirm(number);
      if (isGivenUp()) return false;
      if (confirmation.outcome === 'accurate') await timing.time(number, confirmation, BRISK, isGivenUp);
    }
    return true;
  }

  /** The proposals that will probably come next: as many as there are free places and trials left beside the current batch. */
  private runAhead(asked: number): void {
    const { ahead, judgement, search, trials, tuning } = this.study;
    const room = Math.min(ahead.room(asked), trials.left - asked);
    const points = room > 0 ? (search.question?.ahead?.(room) ?? []) : [];
    const proposals = points.map((point) => {
      const formats = tuning.formatsOf(point);
      return { formats, resolution: digestResolution(tuning.resolve(formats)) };
    });
    const isOpen = (one: { readonly resolution: string }) =>
      !trials.isJudged(one) && !ahead.has(one.resolution) && !this.isAsked(one.resolution);
    const distinct = new Map(proposals.filter(isOpen).map((one) => [one.resolution, one]));
    judgement.runAhead([...distinct.values()], asked + distinct.size);
  }

  private isAsked(resolution: string): boolean {
    return this.study.asked?.proposals.some((one) => one.resolution === resolution) ?? false;
  }

  /** Trials side by side. Where programs run one by one, as on a GPU, their builds still have all processors. */
  private get lanes(): number {
    const { bench, plan } = this.study;
    return Math.max(1, plan.jobs, bench.capabilities.sharesMachine ? 0 : plan.buildJobs);
  }
}
