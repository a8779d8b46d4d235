/** Points that a strategy proposed together: judged in parallel, and answered in their order. */
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
  /** Proposals that are neither in an earlier batch nor repeated in this one. */
  readonly fresh: readonly Proposal[];
  /** Fresh proposals within the trial budget. */
  readonly affordable: readonly Proposal[];
}

/** Trials that the caller judged, by resolution. */
export type ExternalTrials = ReadonlyMap<string, TrialRecord>;

/** `isLate`: the time limit was reached before the whole batch was judged; the rest is dropped. */
interface Round {
  readonly external: ExternalTrials;
  isLate: boolean;
}

export class Batches {
  constructor(private readonly study: StudyContext) {}

  batchOf(points: readonly Point[]): Batch {
    const { trials } = this.study;
    const proposals = points.map((point) => trials.proposalAt(point));
    // a repeat within the batch gets the outcome of the first, and does not count towards the budget
    const fresh = proposals.filter(
      (one, index) =>
        !trials.isCounted(one) && proposals.findIndex(({ resolution }) => resolution === one.resolution) === index,
    );
    return { proposals, fresh, affordable: fresh.slice(0, trials.left) };
  }

  /** Proposals without an outcome. */
  openIn({ affordable }: Batch): Proposal[] {
    return affordable.filter((one) => !this.study.trials.isJudged(one));
  }

  /** The outcomes of the proposals in their order, or the budget that ran out first. */
  async judge({ proposals, fresh, affordable }: Batch, external: ExternalTrials): Promise<Outcome[] | Budget> {
    const { plan, search, time, trials } = this.study;
    const round: Round = { external, isLate: false };
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
    const constraints = [...journal.state.constraints]; // a copy, so that results do not depend on the order in which these points finish
    const isOpen = (one: Proposal) => !trials.isJudged(one) && !round.external.has(one.resolution);
    const waiting = [...proposals];
    const open = waiting.filter(isOpen);
    const sideBySide = Math.min(this.lanes, open.length);
    ahead.noteRound(open.map(({ resolution }) => resolution));
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        round.isLate ||= time.isUp && isOpen(next);
        if (round.isLate) return;
        const external = round.external.get(next.resolution);
        const isGivenUp = () => round.isLate;
        const isSettled = await trials.settle(next, { constraints, external, sideBySide, isGivenUp });
        round.isLate ||= !isSettled;
      }
    };
    const lanes = Promise.all(Array.from({ length: this.lanes }, lane));
    if (open.length > 0) this.runSpeculatively(open.length);
    await lanes;
  }

  /** Builds and times the trials of a batch that are within tolerance; false if the time is up first. */
  private async timeAccepted(proposals: readonly Proposal[], round: Round): Promise<boolean> {
    const isGivenUp = () => round.isLate;
    const { bench, builds, confirmations, journal, time, timing, trials } = this.study;
    if (isModelled(bench)) return true;
    const numbers = proposals.flatMap(({ resolution }) => {
      const record = trials.judged.get(resolution); // undefined if the time limit was reached first
      return record && isCandidate(record) ? [record.number] : [];
    });
    if (numbers.length > 0 && time.isUp) return false;
    await confirmations.excludeContradictions();
    await builds.buildAhead(numbers);
    for (const number of numbers) {
      if (isGivenUp() || time.isUp) return false;
      if (!journal.state.trial(number)!.accepted) continue; // excluded meanwhile by a contradiction found in another trial
      const confirmation = await confirmations.confirm(number);
      if (isGivenUp()) return false;
      if (confirmation.outcome === 'accurate') await timing.time(number, confirmation, BRISK, isGivenUp);
    }
    return true;
  }

  /** Runs likely next proposals in the free places beside the current batch. */
  private runSpeculatively(asked: number): void {
    const { ahead, judgement, search, trials, tuning } = this.study;
    const freePlaces = Math.min(ahead.freePlaces(asked), trials.left - asked);
    const points = freePlaces > 0 ? (search.question?.ahead?.(freePlaces) ?? []) : [];
    const proposals = points.map((point) => {
      const formats = tuning.formatsOf(point);
      return { formats, resolution: digestResolution(tuning.resolve(formats)) };
    });
    const isOpen = (one: { readonly resolution: string }) =>
      !trials.isJudged(one) && !ahead.has(one.resolution) && !this.isAsked(one.resolution);
    const distinct = new Map(proposals.filter(isOpen).map((one) => [one.resolution, one]));
    judgement.runSpeculatively([...distinct.values()], asked + distinct.size);
  }

  private isAsked(resolution: string): boolean {
    return this.study.openBatch?.proposals.some((one) => one.resolution === resolution) ?? false;
  }

  /** Number of trials in parallel. If programs run one by one, as on a GPU, their builds can still use all processors. */
  private get lanes(): number {
    const { bench, plan } = this.study;
    return Math.max(1, plan.jobs, bench.capabilities.sharesMachine ? 0 : plan.buildJobs);
  }
}
