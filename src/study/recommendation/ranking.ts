/** Which of a study's trials come to be confirmed, the fastest first as far as is known, and which of them may be recommended. */
import { isDeepStrictEqual } from 'node:util';
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import { meetsBound } from '../../numerics/metrics.js';
import { isModelled } from '../../workbench/bench.js';
import type { StudyContext } from '../study-context.js';
import { hasIdleFold } from '../summation/accumulator-choices.js';
import { sameFormats } from '../trials/constraints.js';
import { changedIn, isCandidate, isHopeful, lowered } from '../trials/trial-changes.js';
import { bestConfirmed } from './recommend.js';

type RankingContext = Pick<StudyContext, 'bench' | 'facts' | 'journal' | 'plan' | 'trials'>;

/** What blocks must buy to be written: runs of one program scatter by about as much. */
const WORTH_BLOCKS = 1.01;

export class Ranking {
  constructor(private readonly context: RankingContext) {}

  /** Accepted trials that change something, the fastest first as far as is known; without a model, those that lower most. */
  get ranked(): JudgedTrial[] {
    const { plan, journal } = this.context;
    return this.candidates.filter((one) => plan.lowersUnseen || journal.state.unseenIn(changedIn(one)).length === 0);
  }

  /** The same, and those that lower groups without influence on the output. */
  private get candidates(): JudgedTrial[] {
    const { bench, journal, facts, trials } = this.context;
    return [...trials.judged.values()]
      .map(({ number }) => journal.state.trial(number)!)
      .filter(isCandidate)
      .filter(({ accumulators }) => !hasIdleFold(bench.program, accumulators))
      .filter((one) => this.isWorthItsBlocks(one))
      .sort(
        (a, b) => facts.rankedSpeedup(b) - facts.rankedSpeedup(a) || lowered(b) - lowered(a) || a.number - b.number,
      );
  }

  /**
   * Where a search goes by the model, what buys no time by it is left out where something did that met the goal: should nothing of that hold
   * when it is built, the search is to go on with what that taught, and not to time what it would never have proposed for its speed.
   */
  get hopeless(): Set<number> {
    const { plan, trials } = this.context;
    const { strategy, goal, energy } = plan;
    const within = [...trials.judged.values()].filter(isCandidate);
    const wantsSpeed = goal.minSpeedup === null && energy !== 'objective' && !this.circumstances.mayBeSlower;
    const goesByModel = wantsSpeed && strategy.needs?.includes('model');
    if (!goesByModel || !within.some(isHopeful)) return new Set();
    return new Set(within.filter((one) => !isHopeful(one)).map(({ number }) => number));
  }

  /** Those of them that may be faster: what is built and timed first. */
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
   * The best of what was confirmed so far. Groups without influence on the output do not exclude it where nothing else is confirmed: the
   * trial without them is the next improvement.
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

  /** Another size of blocks is written where it is faster than the same formats without it by more than runs scatter. */
  private isWorthItsBlocks({ formats, accumulators, blocks, measurement }: JudgedTrial): boolean {
    if (!blocks || measurement === null) return true;
    const without = this.context.journal.state
      .trials()
      .find(
        (one) => !one.blocks && sameFormats(one.formats, formats) && isDeepStrictEqual(one.accumulators, accumulators),
      );
    return (
      measurement.ratio > WORTH_BLOCKS * (without?.measurement?.ratio ?? (Object.keys(formats).length > 0 ? 0 : 1))
    );
  }
}
