/**
 * What ends a study, decided here and nowhere else: a budget that ran out (trials or time), the user, or that nothing is due any more. A
 * budget that runs out ends the search first; what was found by then is confirmed in the time that is kept for it.
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
  /** Null until the study has come to its end. */
  reached: Ended | null = null;

  constructor(private readonly study: StudyContext) {}

  /** Why the study ends if it ends now. */
  get reason(): StudyResult['stopped'] {
    return this.exhausted ?? 'finished';
  }

  /** The budget that leaves no other trial. */
  get spent(): Budget | null {
    const { time, trials } = this.study;
    if (trials.left <= 0) return 'trials';
    return time.isUp ? 'time' : null;
  }

  /** Work of the study, unless its time is up first, which ends it, or the user interrupts it. */
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

  /** Nothing is due any more: what was found is the answer. */
  complete(): void {
    this.finish(this.reason, this.study.recommended);
  }

  private finish(stopped: StudyResult['stopped'], best: AccurateTrial | null): void {
    const { journal, plan, recommendation, search } = this.study;
    const { ended } = journal.state;
    if (plan.front) recommendation.writeTradeOff();
    const said: Partial<SearchEnd> = (stopped === 'finished' && search.conclusion) || {};
    const { isComplete = false, predictions, solved } = said;
    const told = { ...(isComplete && { isComplete }), ...(predictions && { predictions }), ...(solved && { solved }) };
    if (ended?.reason !== stopped || ended.best !== (best?.number ?? null))
      journal.append({ kind: 'study-ended', reason: stopped, best: best?.number ?? null, ...told });
    this.reached = {
      best,
      stopped,
      isComplete,
      predictions: predictions ?? null,
      solved: solved ?? null,
      leftOut: stopped === 'time' ? this.leftOut(best) : [],
    };
  }

  /** What a longer time would have been used for. */
  private leftOut(best: AccurateTrial | null): string[] {
    const { bench, influence, perturbed, plan, ranking, sums, trials, work } = this.study;
    const candidates = plan.recommends === false ? [] : ranking.ranked;
    if (best === null && candidates.length === 0 && trials.judged.size > 0) return []; // nothing would have come of it yet
    return whatIsLeftOut(candidates, best, {
      isTimed: !isModelled(bench),
      isWatched: plan.sanitizes !== false,
      isInfluenceOpen: (trial) => plan.lowersUnseen !== true && Object.keys(influence.unasked(trial)).length > 0,
      isUnverified: ({ number }) => perturbed?.isKnown(number) === false,
      doing: work.underWay,
      sumsTried: sums.tried,
    });
  }
}
