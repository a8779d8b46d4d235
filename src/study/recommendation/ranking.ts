/** The order in which trials are confirmed (the fastest first, as far as known), and which of them may be recommended. */
import { isDeepStrictEqual } from 'node:util';
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import { meetsBound } from '../../numerics/metrics.js';
import { isModelled } from '../../workbench/bench.js';
import type { StudyContext } from '../study-context.js';
import { hasIdleFold } from '../summation/accumulator-choices.js';
import { sameFormats } from '../trials/constraints.js';
import { changeCount, changedFormats, isCandidate, mayBeFaster } from '../trials/trial-changes.js';
import { bestConfirmed } from './recommend.js';

type RankingContext = Pick<StudyContext, 'bench' | 'facts' | 'journal' | 'plan' | 'trials'>;

/** Smallest speedup for which block sizes are changed: repeated runs vary by about as much. */
const MIN_BLOCK_SPEEDUP = 1.01;

export class Ranking {
  constructor(private readonly context: RankingContext) {}

  /** Accepted trials that change something, the fastest first; without known speeds, those that lower most groups first. */
  get ranked(): JudgedTrial[] {
    const { plan, journal } = this.context;
    return this.candidates.filter(
      (one) => plan.lowersUnseen || journal.state.groupsWithoutInfluenceIn(changedFormats(one)).length === 0,
    );
  }

  /** Ranked trials, including those that lower groups without influence on the output. */
  private get candidates(): JudgedTrial[] {
    const { bench, journal, facts, trials } = this.context;
    return [...trials.judged.values()]
      .map(({ number }) => journal.state.trial(number)!)
      .filter(isCandidate)
      .filter(({ accumulators }) => !hasIdleFold(bench.program, accumulators))
      .filter((one) => this.isWorthItsBlocks(one))
      .sort(
        (a, b) =>
          facts.rankedSpeedup(b) - facts.rankedSpeedup(a) || changeCount(b) - changeCount(a) || a.number - b.number,
      );
  }

  /**
   * Trials that the model predicts to be no faster. They are not confirmed if times are modelled, because nothing could show that they are
   * faster; nor if the search uses the model and other trials are predicted to be faster: if all of these are refuted, the search should
   * continue instead.
   */
  get hopeless(): Set<number> {
    const { bench, plan, trials } = this.context;
    const { strategy, goal, energy } = plan;
    const within = [...trials.judged.values()].filter(isCandidate);
    const wantsSpeed = goal.minSpeedup === null && energy !== 'objective' && !this.circumstances.mayBeSlower;
    const goesByModel = wantsSpeed && strategy.needs?.includes('model');
    if (!(wantsSpeed && isModelled(bench)) && !(goesByModel && within.some(mayBeFaster))) return new Set();
    return new Set(within.filter((one) => !mayBeFaster(one)).map(({ number }) => number));
  }

  /** Ranked trials without the hopeless ones: these are built and timed first. */
  get promising(): JudgedTrial[] {
    const { hopeless } = this;
    return this.ranked.filter(({ number }) => !hopeless.has(number));
  }

  get circumstances(): { readonly isModelled: boolean; readonly mayBeSlower: boolean } {
    const { bench, plan, journal } = this.context;
    const { metric, bound } = plan.goal;
    const mayBeSlower = [...journal.state.baselines.values()].some(
      ({ error }) => error !== null && !meetsBound(metric, error, bound),
    );
    return { isModelled: isModelled(bench), mayBeSlower };
  }

  /**
   * The best confirmed trial. It may lower groups without influence on the output if no other trial is confirmed: the trial without them
   * is the next improvement.
   */
  get bestConfirmed(): AccurateTrial | null {
    const { plan } = this.context;
    if (plan.recommends === false) return null;
    const context = {
      minSpeedup: plan.goal.minSpeedup,
      ...this.circumstances,
      isKnownEnough: (trial: JudgedTrial) => this.isKnownEnough(trial),
    };
    return bestConfirmed(this.ranked, context) ?? bestConfirmed(this.candidates, context);
  }

  private isKnownEnough(trial: JudgedTrial): boolean {
    const { plan, journal } = this.context;
    const mayBeUnwatched = journal.state.trials().every(({ outcome }) => outcome !== 'unsafe');
    return (
      (trial.memory !== null || mayBeUnwatched) &&
      (plan.energy !== 'objective' || (journal.state.energies.get(trial.number)?.low ?? 0) > 1)
    );
  }

  /** Other block sizes must be faster than the same formats with the original sizes by more than the noise of runs. */
  private isWorthItsBlocks({ formats, accumulators, blocks, measurement }: JudgedTrial): boolean {
    if (!blocks || measurement === null) return true;
    const without = this.context.journal.state
      .trials()
      .find(
        (one) => !one.blocks && sameFormats(one.formats, formats) && isDeepStrictEqual(one.accumulators, accumulators),
      );
    return (
      measurement.ratio > MIN_BLOCK_SPEEDUP * (without?.measurement?.ratio ?? (Object.keys(formats).length > 0 ? 0 : 1))
    );
  }
}
