/**
 * Selects the recommended trial. The trials within tolerance that the model predicts to be fastest are built and run on every input, including
 * the held-out ones. If times can be measured, the confirmed ones are timed, and the fastest wins. The winner also runs under memory
 * sanitizers, and on perturbed inputs with --verify; if a check fails, the next best is checked. A trial known to be no faster is never
 * recommended.
 */
import { count } from '../../inspection/table.js';
import type { Journal } from '../../journal/journal.js';
import type { Trial } from '../../journal/records.js';
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import { rankedSpeedup } from '../../journal/trial-record.js';
import type { RefittedModel } from '../facts/refitted-model.js';
import type { StudyContext } from '../study-context.js';
import { hasSpeedup } from '../timing/gain.js';
import { THOROUGH } from '../timing/measurement.js';

type Parts = Pick<
  StudyContext,
  'builds' | 'confirmations' | 'energies' | 'facts' | 'journal' | 'memory' | 'time' | 'timing'
>;

export interface RecommendationContext extends Parts {
  readonly minSpeedup: number | null;
  /** Nothing is timed: the first confirmed trial wins. */
  readonly isModelled: boolean;
  /** The original program misses the goal, so that a slower trial that meets it is useful. */
  readonly mayBeSlower: boolean;
  /** `beside`: the energy of the recommended trial is measured too; `objective`: the trial that saves most energy is recommended. */
  readonly energy: 'beside' | 'objective' | null;
  /** Whether the trial meets the goal on perturbed inputs; true without --verify. */
  holdsWhenPerturbed(number: number): Promise<boolean>;
}

/** Number of confirmed trials that are timed: the model has errors, but not so large that the tenth would win. */
const TIMED_CANDIDATES = 5;

/** Without a refitted model: once two trials are confirmed, a trial is not timed if its predicted gain is below this share of the best one's. */
const FAR_BEHIND = 0.25;

/** Of two trials that differ in at most FEW_GROUPS groups, the second is timed only if its predicted speedup is higher by this factor. */
const FEW_GROUPS = 2;
const ALIKE = 1.005;

/** `candidates`: fastest first, as far as known. */
export async function recommend(
  context: RecommendationContext,
  candidates: readonly Trial[],
): Promise<AccurateTrial | null> {
  const { confirmations, energies, journal, isModelled, memory } = context;
  const waiting = candidates
    .filter((one) => !isModelled || context.mayBeSlower || isModelledFaster(one))
    .map(({ number }) => number);
  while (waiting.length > 0) {
    const confirmed = await confirmSome(context, waiting, isModelled ? 1 : TIMED_CANDIDATES);
    const worth =
      context.energy === 'objective'
        ? await savingMost(context, confirmed)
        : confirmed
            .map((number) => journal.state.trial(number)!)
            .filter((trial) => isModelled || isFastEnough(trial, context) || trial.measurement === null)
            .sort((a, b) => (isModelled ? 0 : bySpeed(a, b)));
    for (const { number } of worth) {
      if (!isModelled) await confirmations.compareWithEmulated(number);
      if (!journal.state.trial(number)!.accepted) continue;
      if (!(await context.holdsWhenPerturbed(number)) || !(await memory.isSafe(number))) continue;
      if (!isModelled) await timeIfUntimed(context, number);
      const best = journal.state.trial(number)!;
      const isWorthIt = isModelled || context.energy === 'objective' || isFastEnough(best, context);
      if (best.outcome !== 'accurate' || !isWorthIt) continue;
      if (context.energy === 'beside') await energies.count(number);
      return best;
    }
    // the rest is predicted to be slower, and is only considered if the faster ones failed their last checks
    if (confirmed.length === 0 || worth.length === 0) return null;
  }
  return null;
}

/** The confirmed trials that save energy beyond the noise, largest saving first. */
async function savingMost(
  { energies, journal }: RecommendationContext,
  confirmed: readonly number[],
): Promise<JudgedTrial[]> {
  const saved: { readonly trial: JudgedTrial; readonly ratio: number }[] = [];
  for (const number of confirmed) {
    const energy = await energies.count(number);
    if (energy && energy.low > 1) saved.push({ trial: journal.state.trial(number)!, ratio: energy.ratio });
  }
  return saved.sort((a, b) => b.ratio - a.ratio).map(({ trial }) => trial);
}

/** Takes candidates until `most` are confirmed and, if times can be measured, timed. */
async function confirmSome(
  { builds, confirmations, journal, facts, isModelled, time, timing }: RecommendationContext,
  waiting: number[],
  most: number,
): Promise<number[]> {
  const confirmed: number[] = [];
  // with a time limit, one trial is finished before the next is built
  if (!isModelled && !time.isLimited) await builds.buildAhead(waiting.slice(0, most));
  while (waiting.length > 0 && confirmed.length < most && (confirmed.length === 0 || time.allowsAnother)) {
    const fit = isModelled ? null : await facts.refit();
    if (fit) waiting.sort((a, b) => knownSpeed(fit, b, journal) - knownSpeed(fit, a, journal));
    const number = waiting.shift()!;
    const trial = journal.state.trial(number)!;
    if (!trial.accepted) continue; // excluded meanwhile by a contradiction found in another trial
    if (fit && confirmed.length > 0 && isHardlyFaster(trial, confirmed, fit, journal)) continue;
    if (!fit && !isModelled && confirmed.length > 1 && isFarBehind(trial, confirmed, journal)) break;
    const confirmation = await confirmations.confirm(number);
    if (confirmation.outcome !== 'accurate') continue;
    const patience = time.patience(THOROUGH, Math.min(most - confirmed.length - 1, waiting.length));
    if (isModelled || (await timing.time(number, confirmation, patience))) confirmed.push(number);
  }
  return confirmed;
}

function isFarBehind(trial: Trial, confirmed: readonly number[], journal: Journal): boolean {
  return trial.speedup !== null && trial.speedup - 1 < FAR_BEHIND * (fastestOf(confirmed, journal) - 1);
}

/**
 * Whether a trial is unlikely to beat the timed ones: its predicted speedup, plus the model's uncertainty, is below a measured one. For similar
 * trials the model's errors are similar, so that their predictions are compared directly.
 */
function isHardlyFaster(
  trial: JudgedTrial,
  confirmed: readonly number[],
  fit: RefittedModel,
  { state }: Journal,
): boolean {
  const predicted = trial.measurement === null ? fit.speedOf(trial) : null;
  if (predicted === null) return false;
  return confirmed
    .map((one) => state.trial(one)!)
    .some((one) => {
      const alike = areSimilar(one, trial) ? fit.speedOf(one) : null;
      if (alike && predicted.speedup <= ALIKE * alike.speedup) return true;
      return predicted.speedup * Math.exp(predicted.spread) < rankedSpeedup(one);
    });
}

function areSimilar(one: Trial, other: Trial): boolean {
  if (one.accumulators || other.accumulators || one.sets || other.sets) return false;
  const ids = new Set([...Object.keys(one.formats), ...Object.keys(other.formats)]);
  return [...ids].filter((id) => one.formats[id] !== other.formats[id]).length <= FEW_GROUPS;
}

function fastestOf(confirmed: readonly number[], { state }: Journal): number {
  return Math.max(...confirmed.map((one) => rankedSpeedup(state.trial(one)!)));
}

function knownSpeed(fit: RefittedModel, number: number, { state }: Journal): number {
  return fit.rankedSpeedup(state.trial(number)!);
}

/** Times a trial whose timing was postponed to leave time for the memory check. */
async function timeIfUntimed({ timing, journal, time }: RecommendationContext, number: number): Promise<void> {
  const { measurement, confirmation } = journal.state.trial(number)!;
  if (measurement === null && confirmation?.outcome === 'accurate')
    await timing.time(number, confirmation, time.lastPatience(THOROUGH));
}

/** Whether a trial may be faster, or reaches the required minimum speedup. */
function isFastEnough(
  trial: JudgedTrial,
  { minSpeedup, mayBeSlower }: Pick<RecommendationContext, 'minSpeedup' | 'mayBeSlower'>,
): boolean {
  if (minSpeedup === null) return mayBeSlower || hasSpeedup(trial) !== false;
  return trial.measurement !== null && rankedSpeedup(trial) >= minSpeedup;
}

function isModelledFaster({ speedup }: Trial): boolean {
  return hasSpeedup({ measurement: null, speedup }) !== false;
}

/** The fastest confirmed trial. `candidates`: fastest first. */
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
  return timed.find((one) => hasSpeedup(one)) ?? timed[0] ?? confirmed[0] ?? null;
}

/** Fastest first; a trial that is certainly faster precedes one with an unclear verdict. */
export function bySpeed(a: JudgedTrial, b: JudgedTrial): number {
  return Number(hasSpeedup(b) ?? false) - Number(hasSpeedup(a) ?? false) || rankedSpeedup(b) - rankedSpeedup(a);
}

interface Checks {
  readonly isTimed: boolean;
  readonly isSanitized: boolean;
  /** Whether the influence of some group of the trial is unknown. */
  isInfluenceOpen(trial: AccurateTrial): boolean;
  /** Whether the trial has yet to run on perturbed inputs. */
  isUnverified(trial: AccurateTrial): boolean;
  /** Description of the current step. */
  readonly doing: string | null;
  /** How many of the requested summation methods were tried. */
  readonly sumsTried: 'none' | 'some' | 'all';
}

/** Descriptions of the steps for which there was no time. */
export function whatIsLeftOut(
  candidates: readonly JudgedTrial[],
  best: AccurateTrial | null,
  { isTimed, isSanitized, isInfluenceOpen, isUnverified, doing, sumsTried }: Checks,
): string[] {
  const unconfirmed = candidates.filter((one) => one.confirmation === null).length;
  const [confirmed] = best ? [] : candidates.filter((one) => one.confirmation !== null);
  return [
    ...(best || doing === null ? [] : [`the study was ${doing}`]),
    ...(confirmed ? [`trial ${confirmed.number} met the goal when built, but its checks were not complete`] : []),
    ...(best && isTimed && best.measurement === null ? [`trial ${best.number} was not timed`] : []),
    ...(best && isSanitized && best.memory === null
      ? [`trial ${best.number} was not run under memory sanitizers`]
      : []),
    ...(best && isInfluenceOpen(best) ? [`the influence of its groups on the output was not checked`] : []),
    ...(best && isUnverified(best) ? [`trial ${best.number} was not run on perturbed inputs`] : []),
    ...(unconfirmed > 0
      ? [`${count(unconfirmed, 'trial')} within the goal ${unconfirmed === 1 ? 'was' : 'were'} not confirmed`]
      : []),
    ...(sumsTried === 'none' ? ['no other summation method was tried'] : []),
    ...(sumsTried === 'some' ? ['not every summation method was tried'] : []),
  ];
}
