/**
 * What a study recommends: of the trials that passed, the fastest by the model are built and run on every input, the held-out ones
 * included. Where there is a clock to trust, the few that hold are timed, and the fastest of them wins. The winner runs once more, watched
 * at its memory; where that finds something, the next best has its turn.
 */
import type { Journal } from '../journal/journal.js';
import type { Trial } from '../journal/records.js';
import type { MeasuredTrial } from '../journal/replay.js';
import { rankedSpeedup } from '../journal/trial-record.js';
import type { BuiltTrials } from './built-trials.js';
import { THOROUGH } from './judging/measurement.js';

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
  context: RecommendationContext,
  candidates: readonly Trial[],
): Promise<MeasuredTrial | null> {
  const { built, journal, minSpeedup, isModelled } = context;
  const waiting = candidates.map(({ number }) => number);
  while (waiting.length > 0) {
    const held = await holding(context, waiting, isModelled ? 1 : TIMED_CANDIDATES);
    const worth = held
      .map((number) => journal.state.trial(number)!)
      .filter((trial) => isModelled || minSpeedup === null || rankedSpeedup(trial) >= minSpeedup)
      .sort((a, b) => (isModelled ? 0 : rankedSpeedup(b) - rankedSpeedup(a)));
    for (const { number } of worth) {
      const best = (await built.isSafe(number)) ? journal.state.trial(number) : null;
      if (best?.outcome === 'measured') return best;
    }
    // those behind are slower by the model: only where what was ahead of them is unsafe are they asked
    if (held.length === 0 || worth.length === 0) return null;
  }
  return null;
}

/** Takes candidates until so many have held when built and, where there is a clock, survived being timed. */
async function holding(
  { built, journal, isModelled }: RecommendationContext,
  waiting: number[],
  most: number,
): Promise<number[]> {
  const held: number[] = [];
  if (!isModelled) await built.buildAhead(waiting.slice(0, most));
  for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
    if (!journal.state.trial(number)!.accepted) continue; // set aside by what another of them taught
    const confirmation = await built.confirm(number);
    if (confirmation.outcome !== 'measured') continue;
    if (isModelled || (await built.time(number, confirmation, THOROUGH))) held.push(number);
    if (held.length === most) break;
  }
  return held;
}
