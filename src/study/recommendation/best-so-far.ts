/**
 * The recommendation so far. The first trial within tolerance is built, run on every input and timed at once, before anything else is analysed
 * or searched, so that a study that is stopped, killed or out of time has an answer. Later results can only replace it by a better trial, or
 * refute it.
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

/** Number of refuted trials after which the search continues without a first answer. */
const MAX_REFUTED = 3;

export class BestSoFar {
  private refuted = 0;
  /** Whether there are new trials since the last update. */
  isStale = true;

  constructor(private readonly context: BestSoFarContext) {}

  /** Confirms and times the most promising trials until there is a recommendation; then records the fastest trial that was timed. */
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
      if (ranking.bestConfirmed === null) this.refuted++; // confirmed, but not faster
    }
    this.record();
  }

  /** Records and reports the current recommendation if it has changed. */
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

/** By measured time; a timed trial precedes one that was not timed. */
function isFaster(one: AccurateTrial, other: AccurateTrial): boolean {
  if ((one.measurement === null) !== (other.measurement === null)) return one.measurement !== null;
  return bySpeed(one, other) < 0;
}
