/** Finds the recommendation of a study, and the points of its trade-off: selects the trials to confirm, and runs the checks of each. */
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import { isModelled } from '../../workbench/bench.js';
import type { StudyContext } from '../study-context.js';
import { THOROUGH } from '../timing/measurement.js';
import { changeCount } from '../trials/trial-changes.js';
import { bySpeed, recommend } from './recommend.js';
import { handful, MAX_BOUNDS, tradeOff } from './trade-off.js';

export class StudyRecommendation {
  /** The trial that replaced the last recommendation because of groups without influence. It is checked first: it is likely to be as fast. */
  private successor: number | null = null;

  constructor(private readonly study: StudyContext) {}

  /** `excluded`: trials that are not considered. */
  async find(excluded: ReadonlySet<number> = this.study.ranking.hopeless): Promise<AccurateTrial | null> {
    const { builds, confirmations, energies, facts, journal, memory, plan, ranking, time, timing } = this.study;
    if (plan.recommends === false) return null;
    time.beginConfirmation();
    await time.within(confirmations.excludeContradictions());
    const context = {
      ...{ builds, confirmations, energies, facts, journal, memory, time, timing },
      ...{ minSpeedup: plan.goal.minSpeedup, energy: plan.energy ?? null },
      holdsWhenPerturbed: (number: number) => this.holdsWhenPerturbed(number),
      ...ranking.circumstances,
    };
    const isNext = ({ number }: JudgedTrial) => Number(number === this.successor);
    const candidates = () =>
      ranking.ranked.filter(({ number }) => !excluded.has(number)).sort((a, b) => isNext(b) - isNext(a));
    if (time.isLimited) await time.within(this.confirmOne(candidates));
    for (;;) {
      const found = await time.within(recommend(context, candidates()));
      const best = found && this.preferCurrent(found, candidates());
      if (best === null || !(await time.within(this.replaceWithoutInfluence(best)))) return best;
    }
  }

  /** Whether a trial meets the goal on perturbed inputs; true without --verify. */
  async holdsWhenPerturbed(number: number): Promise<boolean> {
    return (await this.study.perturbed?.holds(number)) ?? true;
  }

  /** Checks the influence of the groups of the current recommendation: the shortest check that could still change it. */
  async checkCurrent(): Promise<void> {
    const { journal, time } = this.study;
    const { recommended } = journal.state;
    if (recommended === null) return;
    time.beginConfirmation();
    await time.within(this.replaceWithoutInfluence(recommended));
  }

  /**
   * Checks whether every group that a trial lowers affects the output. If some do not, and may not be lowered, tries the trial without them and
   * returns true: the recommendation must be selected again.
   */
  async replaceWithoutInfluence(trial: JudgedTrial): Promise<boolean> {
    const { influence, trials } = this.study;
    const without = await influence.withoutUninfluentialGroups(trial);
    if (without === null) return false;
    const proposal = trials.proposalOf(without);
    if (Object.keys(proposal.formats).length === 0) return true;
    await trials.settle(proposal);
    this.successor = trials.judged.get(proposal.resolution)!.number;
    return true;
  }

  /** Of two equally fast trials, the current recommendation if it lowers at least as many groups and is checked at least as well. */
  private preferCurrent(found: AccurateTrial, candidates: readonly JudgedTrial[]): AccurateTrial {
    const current = this.study.journal.state.recommended;
    const isRanked = candidates.some(({ number }) => number === current?.number);
    const isSanitized = (current?.memory ?? null) !== null || found.memory === null;
    const isAlike = current !== null && bySpeed(found, current) === 0 && changeCount(found) <= changeCount(current);
    return isAlike && isRanked && isSanitized ? current : found;
  }

  /** With a time limit: confirms one trial before any is timed. */
  private async confirmOne(candidates: () => JudgedTrial[]): Promise<void> {
    const { bench, builds, confirmations, journal, ranking } = this.study;
    const [first] = candidates();
    if (first && !isModelled(bench) && first.confirmation === null)
      await builds.buildBeside(ranking.ranked.map(({ number }) => number));
    for (const { number } of candidates()) {
      const trial = journal.state.trial(number)!;
      if (trial.accepted && (await confirmations.confirm(number)).outcome === 'accurate') return;
    }
  }

  /** Builds, sanitizes and times a few points of the trade-off. Refuted trials are replaced by others. */
  async confirmTradeOff(): Promise<void> {
    const { bench, confirmations, journal, memory, plan, ranking, timing } = this.study;
    const { metric } = plan.goal;
    for (let passes = 0; passes <= MAX_BOUNDS; passes++) {
      const open = handful(tradeOff(ranking.ranked, metric)).filter(({ confirmation }) => confirmation === null);
      for (const { number } of open) {
        const confirmation = await confirmations.confirm(number);
        if (confirmation.outcome !== 'accurate') continue;
        if (await this.replaceWithoutInfluence(journal.state.trial(number)!)) continue;
        if ((await memory.isSafe(number)) && !isModelled(bench)) await timing.time(number, confirmation, THOROUGH);
      }
      if (open.length === 0) break;
    }
  }

  /** Records the confirmed points of the trade-off, also when the study ends early. */
  writeTradeOff(): void {
    const { journal, plan, ranking } = this.study;
    const confirmed = ranking.ranked.filter(({ confirmation }) => confirmation?.outcome === 'accurate');
    const trials = handful(tradeOff(confirmed, plan.goal.metric)).map(({ number }) => number);
    if (journal.state.front?.join() !== trials.join()) journal.append({ kind: 'front', trials });
  }
}
