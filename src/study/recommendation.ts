/**
 * What a study recommends: of the trials that passed, the fastest by the model are built and run on every input, the held-out ones
 * included. Where there is a clock to trust, the few that hold are timed, and the fastest of them wins.
 */
import type { Journal } from '../journal/journal.js';
import type { TrialRecord } from '../journal/records.js';
import type { JudgedTrial } from '../journal/replay.js';
import type { BuiltTrials } from './built-trials.js';
import { THOROUGH } from './measurement.js';

export interface RecommendationContext {
  readonly built: BuiltTrials;
  readonly journal: Journal;
  readonly minSpeedup: number | null;
  /** Nothing is timed: the first that holds wins. */
  readonly isModelled: boolean;
}

/** So many confirmed programs are timed: the model errs, but not so far that the tenth would win. */
const TIMED_CANDIDATES = 5;

/** Candidates come fastest first, as far as is known. */
export async function recommend(
  { built, journal, minSpeedup, isModelled }: RecommendationContext,
  candidates: readonly TrialRecord[],
): Promise<JudgedTrial | null> {
  const timed: JudgedTrial[] = [];
  if (!isModelled) await built.buildAhead(candidates.slice(0, TIMED_CANDIDATES).map(({ number }) => number));
  for (const { number } of candidates) {
    if (!journal.state.trial(number)!.accepted) continue; // set aside by what another of them taught
    const confirmation = await built.confirm(number);
    if (confirmation.outcome !== 'measured') continue;
    if (isModelled) return journal.state.trial(number);
    if (await built.time(number, confirmation, THOROUGH)) timed.push(journal.state.trial(number)!);
    if (timed.length === TIMED_CANDIDATES) break;
  }
  return timed.reduce<JudgedTrial | null>((best, trial) => {
    if (trial.speedup! < (minSpeedup ?? 0)) return best;
    return best === null || trial.speedup! > best.speedup! ? trial : best;
  }, null);
}
