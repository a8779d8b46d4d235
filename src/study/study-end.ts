/**
 * Decides when a study ends, and why: a budget ran out (trials or time), the user interrupted it, or no stage is due any more. A budget
 * that runs out ends the search first; its results are then confirmed in the time reserved for that.
 */
import type { AccurateTrial } from '../journal/replay.js';
import type { SearchEnd } from '../search/strategy.js';
import { TimeUp } from '../support/deadline.js';
import { isModelled } from '../workbench/bench.js';
import { Interrupted, type StudyResult } from './plan.js';
import { whatIsLeftOut } from './recommendation/recommend.js';
import type { StudyContext } from './study-context.js';

export type Budget = 'trials' | 'time';

type Ended = Pick<StudyResult, 'best' | 'stopped' | 'isComplete' | 'predictions' | 'solved' | 'leftOut'>;

export class StudyEnd {
  /** The budget that ran out in the last search. */
  exhausted: Budget | null = null;
  /** Null until the study has ended. */
  reached: Ended | null = null;

  constructor(private readonly study: StudyContext) {}

  /** The reason of the end, if the study ended now. */
  get reason(): StudyResult['stopped'] {
    return this.exhausted ?? 'finished';
  }

  /** The budget that allows no further trial; null if there is none. */
  get spent(): Budget | null {
    const { time, trials } = this.study;
    if (trials.left <= 0) return 'trials';
    return time.isUp ? 'time' : null;
  }

  /** The outcome of the work; null if the time is up first, which ends the study. An interruption is recorded and thrown. */
  async orEnd<T>(work: () => Promise<T>): Promise<T | null> {
    const { journal, ranking } = this.study;
    try {
      return await work();
    } catch (error) {
      if (error instanceof TimeUp) {
        this.finish('time', ranking.bestConfirmed);
        return null;
      }
      if (!(error instanceof Interrupted)) throw error;
      journal.append({ kind: 'study-ended', reason: 'interrupted', best: journal.state.recommended?.number ?? null });
      throw new Interrupted(journal.state.trials().length);
    }
  }

  /** Ends the study when no stage is due: its recommendation is the answer. */
  complete(): void {
    this.finish(this.reason, this.study.recommended);
  }

  private finish(stopped: StudyResult['stopped'], best: AccurateTrial | null): void {
    const { journal, plan, recommendation, search } = this.study;
    const { ended } = journal.state;
    if (plan.front) recommendation.writeTradeOff();
    const conclusion: Partial<SearchEnd> = (stopped === 'finished' && search.conclusion) || {};
    const { isComplete = false, predictions, solved } = conclusion;
    const details = {
      ...(isComplete && { isComplete }),
      ...(predictions && { predictions }),
      ...(solved && { solved }),
    };
    if (ended?.reason !== stopped || ended.best !== (best?.number ?? null))
      journal.append({ kind: 'study-ended', reason: stopped, best: best?.number ?? null, ...details });
    this.reached = {
      best,
      stopped,
      isComplete,
      predictions: predictions ?? null,
      solved: solved ?? null,
      leftOut: stopped === 'time' ? this.leftOut(best) : [],
    };
  }

  /** Steps that were skipped for lack of time. */
  private leftOut(best: AccurateTrial | null): string[] {
    const { bench, influence, perturbed, plan, ranking, sums, trials, work } = this.study;
    const candidates = plan.recommends === false ? [] : ranking.promising;
    if (best === null && candidates.length === 0 && trials.judged.size > 0) return []; // there was no candidate for these steps
    return whatIsLeftOut(candidates, best, {
      isTimed: !isModelled(bench),
      isSanitized: plan.sanitizes !== false,
      isInfluenceOpen: (trial) =>
        plan.lowersUnseen !== true && Object.keys(influence.uncheckedGroups(trial)).length > 0,
      isUnverified: ({ number }) => perturbed?.isKnown(number) === false,
      doing: work.underWay,
      sumsTried: sums.tried,
    });
  }
}
