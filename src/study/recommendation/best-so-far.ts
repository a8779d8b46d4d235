/**
 * The recommendation that stands while the search goes on. The first trial within tolerance is built, run on every input and timed at once,
 * before anything else is analysed or searched, so that a study which is stopped, killed or out of time always has an answer. Whatever the
 * study finds later can only replace it by something better, or refute it.
 */
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import { isModelled } from '../../workbench/bench.js';
import type { StudyContext } from '../study-context.js';
import { BRISK } from '../timing/measurement.js';
import { bySpeed } from './recommend.js';

type BestSoFarContext = Pick<
  StudyContext,
  'bench' | 'confirmations' | 'journal' | 'plan' | 'ranking' | 'report' | 'time' | 'timing'
>;

/** Trials that are built for a first answer and do not hold, before the search goes on without one. */
const MAX_REFUTED = 3;

export class BestSoFar {
  private refuted = 0;
  /** The search went on since it was updated. */
  isStale = true;

  constructor(private readonly context: BestSoFarContext) {}

  /** Confirms and times the most promising trial where none stands; of trials that were timed meanwhile, the fastest stands. */
  async update(): Promise<void> {
    const { journal, plan, ranking, time } = this.context;
    this.isStale = false;
    if (plan.recommends === false) return;
    while (journal.state.recommended === null && this.refuted < MAX_REFUTED) {
      const candidate = ranking.promising.find(({ confirmation }) => confirmation === null);
      if (!candidate) break;
      time.beginConfirmation();
      try {
        if (!(await this.holds(candidate))) this.refuted++;
      } finally {
        time.beginSearch();
      }
      this.record();
      if (ranking.bestConfirmed === null) this.refuted++; // it holds and is no faster
    }
    this.record();
  }

  /** Writes down and reports what stands now, where that is not in the journal yet. */
  record(): void {
    const { journal, ranking, time, report } = this.context;
    const best = ranking.bestConfirmed;
    const known = journal.state.recommended;
    if (best === null || best.number === known?.number || (known && !isFaster(best, known))) return;
    const { elapsedMs } = time;
    journal.append({ kind: 'best-so-far', trial: best.number, elapsedMs });
    report({ kind: 'best-so-far', trial: best, elapsedMs });
  }

  private async holds({ number }: JudgedTrial): Promise<boolean> {
    const { bench, confirmations, time, timing } = this.context;
    const confirmation = await time.within(confirmations.confirm(number));
    if (confirmation.outcome !== 'accurate') return false;
    return isModelled(bench) || time.within(timing.time(number, confirmation, time.lastPatience(BRISK)));
  }
}

/** By the clock; one that was timed stands before one that was not. */
function isFaster(one: AccurateTrial, other: AccurateTrial): boolean {
  if ((one.measurement === null) !== (other.measurement === null)) return one.measurement !== null;
  return bySpeed(one, other) < 0;
}
