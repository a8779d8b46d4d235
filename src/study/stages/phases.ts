/**
 * Searches for phases of a loop if formats that are the same throughout the run leave much of the possible speedup unused. By default this comes
 * after the recommendation and in the time that is left; with --phases the study also says why there are none.
 */
import { isSilent, NO_PHASES } from '../../journal/phases-record.js';
import type { StudyState } from '../../journal/replay.js';
import { reportedStep } from '../reported-step.js';
import { once, type Stage } from './stage.js';

/**
 * Phases are searched if the recommended trial leaves more than this share of the speedup with everything in the lowest precision unused.
 * Chosen: a fifth of a speedup of 2× is 0.2×, which a patch with a second copy of the kernels should gain at least; nothing else was tried.
 */
const MIN_UNUSED_SHARE = 0.2;

export const phases: Stage = once({
  name: 'phases',
  isDue: ({ end, journal: { state }, plan: { phaseSearch }, recommended, search }) => {
    if (!phaseSearch || !search.isOver || end.reason === 'time') return false;
    if (phaseSearch.isAsked) return state.phases === null || isSilent(state.phases);
    const unused = unusedShare(state, recommended?.speedup ?? 1);
    return state.phases === null && unused !== null && unused > MIN_UNUSED_SHARE;
  },
  run: async ({ journal, plan, recommended, report, time }) => {
    const search = plan.phaseSearch!;
    const unused = recommended && unusedShare(journal.state, recommended.speedup ?? 1);
    if (unused !== null && unused <= MIN_UNUSED_SHARE) {
      const used = Math.round(100 * (1 - unused));
      const reason = `trial ${recommended!.number} already has ${used} % of the speedup with ${search.low} throughout the run`;
      journal.append({ ...NO_PHASES, low: search.low, reason });
      return;
    }
    const searching = reportedStep(report, 'searching for the phases of a loop', search.run);
    const found = await time.within(searching);
    journal.append(search.isAsked ? found : { ...found, asked: false });
  },
});

/** The share of the lowest-precision program's speedup that a speedup leaves unused; null if the former is not known. */
export function unusedShare(state: StudyState, speedup: number): number | null {
  const most = state.ideal?.ratio ?? state.trial(1)?.speedup ?? null;
  if (most === null) return null;
  return most > 1 ? 1 - (Math.max(1, speedup) - 1) / (most - 1) : 0;
}
