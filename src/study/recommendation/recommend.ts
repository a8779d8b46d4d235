/**
 * What a study recommends: of the trials that passed, the fastest by the model are built and run on every input, the held-out ones
 * included. Where there is a clock to trust, the few that hold are timed, and the fastest of them wins. The winner runs once more, watched
 * at its memory, and where that is asked on neighbours of its inputs; where that finds something, the next best has its turn. What is known to buy no time is never recommended.
 */
import { count } from '../../inspection/table.js';
import type { Journal } from '../../journal/journal.js';
import type { Trial } from '../../journal/records.js';
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import { rankedSpeedup } from '../../journal/trial-record.js';
import type { RefittedModel } from '../facts/refitted-model.js';
import type { StudyContext } from '../study-context.js';
import { buysTime } from '../timing/gain.js';
import { THOROUGH } from '../timing/measurement.js';

type Parts = Pick<
  StudyContext,
  'builds' | 'confirmations' | 'energies' | 'facts' | 'journal' | 'memory' | 'time' | 'timing'
>;

export interface RecommendationContext extends Parts {
  readonly minSpeedup: number | null;
  /** Nothing is timed: the first that holds wins. */
  readonly isModelled: boolean;
  /** The program as written misses the goal itself: what meets it is worth its time. */
  readonly mayBeSlower: boolean;
  /** `beside`: the energy of what is recommended is counted too; `objective`: what saves most of it is recommended. */
  readonly energy: 'beside' | 'objective' | null;
  /** Whether it holds on perturbed inputs, where that is asked. */
  holdsWhenPerturbed(number: number): Promise<boolean>;
}

/** So many confirmed programs are timed: the model errs, but not so far that the tenth would win. */
const TIMED_CANDIDATES = 5;

/** Where timed trials do not correct the model: behind two that held, what it gives less than this part of the best one's gain is not worth its timing. */
const FAR_BEHIND = 0.25;

/** Programs that differ in no more groups are timed both only where the model has one faster by more than this. */
const FEW_GROUPS = 2;
const ALIKE = 1.005;

/** Candidates come fastest first, as far as is known. */
export async function recommend(
  context: RecommendationContext,
  candidates: readonly Trial[],
): Promise<AccurateTrial | null> {
  const { confirmations, energies, journal, isModelled, memory } = context;
  const waiting = candidates
    .filter((one) => !isModelled || context.mayBeSlower || isModelledFaster(one))
    .map(({ number }) => number);
  while (waiting.length > 0) {
    const held = await holding(context, waiting, isModelled ? 1 : TIMED_CANDIDATES);
    const worth =
      context.energy === 'objective'
        ? await savingMost(context, held)
        : held
            .map((number) => journal.state.trial(number)!)
            .filter((trial) => isModelled || isFastEnough(trial, context) || trial.measurement === null)
            .sort((a, b) => (isModelled ? 0 : bySpeed(a, b)));
    for (const { number } of worth) {
      if (!isModelled) await confirmations.compareWithEmulated(number);
      if (!journal.state.trial(number)!.accepted) continue;
      if (!(await context.holdsWhenPerturbed(number)) || !(await memory.isSafe(number))) continue;
      if (!isModelled) await timeAfterAll(context, number);
      const best = journal.state.trial(number)!;
      const isWorthIt = isModelled || context.energy === 'objective' || isFastEnough(best, context);
      if (best.outcome !== 'accurate' || !isWorthIt) continue;
      if (context.energy === 'beside') await energies.count(number);
      return best;
    }
    // those behind are slower by the model: only where what was ahead of them is unsafe are they asked
    if (held.length === 0 || worth.length === 0) return null;
  }
  return null;
}

/** Of those that held, what saves energy beyond the noise, the most first. */
async function savingMost(
  { energies, journal }: RecommendationContext,
  held: readonly number[],
): Promise<JudgedTrial[]> {
  const saved: { readonly trial: JudgedTrial; readonly ratio: number }[] = [];
  for (const number of held) {
    const energy = await energies.count(number);
    if (energy && energy.low > 1) saved.push({ trial: journal.state.trial(number)!, ratio: energy.ratio });
  }
  return saved.sort((a, b) => b.ratio - a.ratio).map(({ trial }) => trial);
}

/** Takes candidates until so many have held when built and, where there is a clock, survived being timed. */
async function holding(
  { builds, confirmations, journal, facts, isModelled, time, timing }: RecommendationContext,
  waiting: number[],
  most: number,
): Promise<number[]> {
  const held: number[] = [];
  // where the time is short, one is made whole before another is begun
  if (!isModelled && !time.isLimited) await builds.buildAhead(waiting.slice(0, most));
  while (waiting.length > 0 && held.length < most && (held.length === 0 || time.allowsAnother)) {
    const fit = isModelled ? null : await facts.refit();
    if (fit) waiting.sort((a, b) => knownSpeed(fit, b, journal) - knownSpeed(fit, a, journal));
    const number = waiting.shift()!;
    const trial = journal.state.trial(number)!;
    if (!trial.accepted) continue; // set aside by what another of them taught
    if (fit && held.length > 0 && isHardlyFaster(trial, held, fit, journal)) continue;
    if (!fit && !isModelled && held.length > 1 && isFarBehind(trial, held, journal)) break;
    const confirmation = await confirmations.confirm(number);
    if (confirmation.outcome !== 'accurate') continue;
    const patience = time.patience(THOROUGH, Math.min(most - held.length - 1, waiting.length));
    if (isModelled || (await timing.time(number, confirmation, patience))) held.push(number);
  }
  return held;
}

function isFarBehind(trial: Trial, held: readonly number[], journal: Journal): boolean {
  return trial.speedup !== null && trial.speedup - 1 < FAR_BEHIND * (fastestOf(held, journal) - 1);
}

/**
 * Whether even a model that errs by as much as it may would not put it before what was timed. Of two that are much alike it errs alike: one
 * that it does not put before the other is not either.
 */
function isHardlyFaster(trial: JudgedTrial, held: readonly number[], fit: RefittedModel, { state }: Journal): boolean {
  const predicted = trial.measurement === null ? fit.speedOf(trial) : null;
  if (predicted === null) return false;
  return held
    .map((one) => state.trial(one)!)
    .some((one) => {
      const alike = isMuchLike(one, trial) ? fit.speedOf(one) : null;
      if (alike && predicted.speedup <= ALIKE * alike.speedup) return true;
      return predicted.speedup * Math.exp(predicted.spread) < rankedSpeedup(one);
    });
}

/** Whether they differ in next to nothing. */
function isMuchLike(one: Trial, other: Trial): boolean {
  if (one.accumulators || other.accumulators || one.sets || other.sets) return false;
  const ids = new Set([...Object.keys(one.formats), ...Object.keys(other.formats)]);
  return [...ids].filter((id) => one.formats[id] !== other.formats[id]).length <= FEW_GROUPS;
}

function fastestOf(held: readonly number[], { state }: Journal): number {
  return Math.max(...held.map((one) => rankedSpeedup(state.trial(one)!)));
}

function knownSpeed(fit: RefittedModel, number: number, { state }: Journal): number {
  return fit.rankedSpeedup(state.trial(number)!);
}

/** What was not timed for fear that watching its memory would take the rest of the time. */
async function timeAfterAll({ timing, journal, time }: RecommendationContext, number: number): Promise<void> {
  const { measurement, confirmation } = journal.state.trial(number)!;
  if (measurement === null && confirmation?.outcome === 'accurate')
    await timing.time(number, confirmation, time.lastPatience(THOROUGH));
}

/** Not known to buy nothing; and measured to be so fast, where that is asked for. */
function isFastEnough(
  trial: JudgedTrial,
  { minSpeedup, mayBeSlower }: Pick<RecommendationContext, 'minSpeedup' | 'mayBeSlower'>,
): boolean {
  if (minSpeedup === null) return mayBeSlower || buysTime(trial) !== false;
  return trial.measurement !== null && rankedSpeedup(trial) >= minSpeedup;
}

function isModelledFaster({ speedup }: Trial): boolean {
  return buysTime({ measurement: null, speedup }) !== false;
}

/** Of trials that come fastest first, the fastest that was built and held, and of which enough is known. */
export function bestConfirmed(
  candidates: readonly JudgedTrial[],
  {
    isModelled,
    isKnownEnough,
    ...context
  }: Pick<RecommendationContext, 'minSpeedup' | 'isModelled' | 'mayBeSlower'> & {
    isKnownEnough(trial: JudgedTrial): boolean;
  },
): AccurateTrial | null {
  const confirmed = candidates
    .filter((one): one is AccurateTrial => one.outcome === 'accurate' && one.confirmation !== null)
    .filter(
      (one) =>
        (isModelled ? context.mayBeSlower || isModelledFaster(one) : isFastEnough(one, context)) && isKnownEnough(one),
    );
  const timed = confirmed.filter(({ measurement }) => measurement !== null);
  return timed.find((one) => buysTime(one)) ?? timed[0] ?? confirmed[0] ?? null;
}

/** The fastest first; a trial that is known to be faster stands before one whose times cannot tell. */
export function bySpeed(a: JudgedTrial, b: JudgedTrial): number {
  return Number(buysTime(b) ?? false) - Number(buysTime(a) ?? false) || rankedSpeedup(b) - rankedSpeedup(a);
}

interface Wanted {
  readonly isTimed: boolean;
  readonly isWatched: boolean;
  /** Whether nobody knows of some group of a trial whether it affects the output. */
  isInfluenceOpen(trial: AccurateTrial): boolean;
  /** Whether perturbed inputs were asked for and a trial was not run on them. */
  isUnverified(trial: AccurateTrial): boolean;
  /** What was under way. */
  readonly doing: string;
  /** Of the other ways to add up sums that were asked for. */
  readonly sumsTried: 'none' | 'some' | 'all';
}

/** What there was no time for, where the time is up. */
export function whatIsLeftOut(
  candidates: readonly JudgedTrial[],
  best: AccurateTrial | null,
  { isTimed, isWatched, isInfluenceOpen, isUnverified, doing, sumsTried }: Wanted,
): string[] {
  const unconfirmed = candidates.filter((one) => one.confirmation === null).length;
  const [confirmed] = best ? [] : candidates.filter((one) => one.confirmation !== null);
  return [
    ...(best ? [] : [`it was ${doing}`]),
    ...(confirmed ? [`trial ${confirmed.number} held when built, but not all was known of it`] : []),
    ...(best && isTimed && best.measurement === null ? [`trial ${best.number} was not timed`] : []),
    ...(best && isWatched && best.memory === null ? [`the memory of trial ${best.number} was not watched`] : []),
    ...(best && isInfluenceOpen(best) ? ['which of its groups affect the output was not checked'] : []),
    ...(best && isUnverified(best) ? [`trial ${best.number} was not run on perturbed inputs`] : []),
    ...(unconfirmed > 0
      ? [`${count(unconfirmed, 'trial')} within the goal ${unconfirmed === 1 ? 'was' : 'were'} not confirmed`]
      : []),
    ...(sumsTried === 'none' ? ['no other way to add was tried'] : []),
    ...(sumsTried === 'some' ? ['not every other way to add was tried'] : []),
  ];
}
