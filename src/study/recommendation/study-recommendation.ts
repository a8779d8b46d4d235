/** The recommendation of a study, and the points of its trade-off: which trials come to be confirmed, and what is asked of them besides. */
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import { isModelled } from '../../workbench/bench.js';
import type { StudyContext } from '../study-context.js';
import { THOROUGH } from '../timing/measurement.js';
import { lowered } from '../trials/trial-changes.js';
import { bySpeed, recommend } from './recommend.js';
import { handful, MAX_BOUNDS, tradeOff } from './trade-off.js';

export class StudyRecommendation {
  constructor(private readonly study: StudyContext) {}

  /** `spared`: trials that are not asked. */
  async find(spared: ReadonlySet<number> = this.study.ranking.hopeless): Promise<AccurateTrial | null> {
    const { builds, confirmations, energies, facts, journal, memory, plan, ranking, time, timing } = this.study;
    if (plan.recommends === false) return null;
    time.beginConfirmation();
    await time.within(confirmations.setContradictionsAside());
    const context = {
      ...{ builds, confirmations, energies, facts, journal, memory, time, timing },
      ...{ minSpeedup: plan.goal.minSpeedup, energy: plan.energy ?? null },
      holdsWhenPerturbed: (number: number) => this.holdsWhenPerturbed(number),
      ...ranking.circumstances,
    };
    const candidates = () => ranking.ranked.filter(({ number }) => !spared.has(number));
    if (time.isLimited) await time.within(this.confirmOne(candidates));
    for (;;) {
      const found = await time.within(recommend(context, candidates()));
      const best = found && this.standingInstead(found, candidates());
      if (best === null || !(await time.within(this.replaceWithoutInfluence(best)))) return best;
    }
  }

  /** Whether a trial holds on perturbed inputs, where that is asked. */
  async holdsWhenPerturbed(number: number): Promise<boolean> {
    return (await this.study.perturbed?.holds(number)) ?? true;
  }

  /** Checks which groups of the trial that stands affect the output: of all checks that could change the recommendation it takes least time. */
  async checkStanding(): Promise<void> {
    const { journal, time } = this.study;
    const { recommended } = journal.state;
    if (recommended === null) return;
    time.beginConfirmation();
    await time.within(this.replaceWithoutInfluence(recommended));
  }

  /**
   * Checks whether everything that a trial lowers affects the output. Where something does not, and that was not allowed, the trial without it
   * is made: true, and whoever recommends looks again.
   */
  async replaceWithoutInfluence(trial: JudgedTrial): Promise<boolean> {
    const { influence, trials } = this.study;
    const without = await influence.withoutUnseen(trial);
    if (without === null) return false;
    const proposal = trials.proposalOf(without);
    if (Object.keys(proposal.formats).length > 0) await trials.settle(proposal);
    return true;
  }

  /** Of two that are as fast, the one that was recommended before, where it lowers no less and no less is known of it. */
  private standingInstead(found: AccurateTrial, candidates: readonly JudgedTrial[]): AccurateTrial {
    const standing = this.study.journal.state.recommended;
    const isRanked = candidates.some(({ number }) => number === standing?.number);
    const isWatched = (standing?.memory ?? null) !== null || found.memory === null;
    const isAlike = standing !== null && bySpeed(found, standing) === 0 && lowered(found) <= lowered(standing);
    return isAlike && isRanked && isWatched ? standing : found;
  }

  /** Where the time is short: one trial that holds when built, before any is timed. */
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

  /** Builds, watches and times a handful of the trade-off; what is refuted gives its place to others. */
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

  /** What is confirmed of it by now, however the study ends. */
  writeTradeOff(): void {
    const { journal, plan, ranking } = this.study;
    const confirmed = ranking.ranked.filter(({ confirmation }) => confirmation?.outcome === 'accurate');
    const trials = handful(tradeOff(confirmed, plan.goal.metric)).map(({ number }) => number);
    if (journal.state.front?.join() !== trials.join()) journal.append({ kind: 'front', trials });
  }
}
