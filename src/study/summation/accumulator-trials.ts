/**
 * Tries other summation methods after a search: with the formats that it found, with the lowest-precision formats if they missed the goal
 * (accumulator-choices.ts), and with formats chosen together with folds (search-with-sums.ts).
 */
import type { Trial, TrialRecord } from '../../journal/records.js';
import { NO_SPEED, rankedSpeedup } from '../../journal/trial-record.js';
import type { TuningSpace } from '../search-space.js';
import type { StudyContext } from '../study-context.js';
import type { Budget } from '../study-end.js';
import { sameFormats } from '../trials/constraints.js';
import { otherSums, STEPS, type Sum, type SumsTrial, sumsAmong } from './accumulator-choices.js';
import { FoldedSpace } from './folded-space.js';
import { searchWithSums } from './search-with-sums.js';

export type AccumulatorTrialsContext = Pick<
  StudyContext,
  'bench' | 'end' | 'facts' | 'plan' | 'ranking' | 'search' | 'searchedGroups' | 'time' | 'trials'
>;

export class AccumulatorTrials {
  private state: 'none' | 'some' | 'all' = 'none';

  constructor(private readonly context: AccumulatorTrialsContext) {}

  /** How many of the requested methods were tried. */
  get tried(): 'none' | 'some' | 'all' {
    const { plan, searchedGroups: groups } = this.context;
    return plan.triesSums && groups && this.sumsOf(groups).length > 0 ? this.state : 'all';
  }

  /** The budget that ended it early; null if it finished. */
  async try(): Promise<Budget | null> {
    const { plan, searchedGroups: groups } = this.context;
    if (!plan.triesSums || this.state === 'all' || groups === null) return null;
    const cut = await this.settleAll(groups, this.sumsOf(groups));
    this.state = cut === null ? 'all' : 'some';
    return cut;
  }

  /** The best trial that meets the goal so far. */
  private get best(): Trial | undefined {
    return this.context.ranking.ranked[0];
  }

  /** Null if the time limit was reached first. */
  private settle(trial: Pick<SumsTrial, 'formats'> & Partial<SumsTrial>): Promise<TrialRecord | null> {
    const { trials } = this.context;
    return trials.tryInTime(trials.proposalOf({ ...trial, sets: null }));
  }

  private sumsOf({ rangedGroups }: TuningSpace): Sum[] {
    const { program, derived } = this.context.bench;
    return sumsAmong(program, derived.sums, rangedGroups);
  }

  private async settleAll(groups: TuningSpace, sums: readonly Sum[]): Promise<Budget | null> {
    const { context } = this;
    const { narrowest } = groups;
    const { best } = this;
    if (best && sameFormats(best.formats, narrowest)) return null; // there is nothing left to lower
    const ways = otherSums([narrowest, ...(best ? [best.formats] : [])], sums);
    let hasSearched = false;
    for (let step = ways.next(); !step.done; ) {
      const met: boolean[] = [];
      for (const trial of step.value) {
        if (context.end.spent) return context.end.spent;
        const record = await this.settle(trial);
        if (record === null) return 'time';
        met.push(record.accepted);
      }
      step = ways.next(met);
      if (hasSearched) continue;
      if (met[0]) return null; // the lowest precision everywhere except for the sums
      const cut = await this.search(groups, sums);
      if (cut) return cut;
      hasSearched = true;
      if (this.best?.accumulators) return null;
    }
    return null;
  }

  /** Searches formats and folds together: some groups stay in the original format while sums are folded. */
  private async search(groups: TuningSpace, sums: readonly Sum[]): Promise<Budget | null> {
    const { context } = this;
    const { bench, plan, search, time } = context;
    if (sums.length === 0) return null;
    const folded = await time.within(FoldedSpace.make(bench, groups, sums, STEPS.first));
    if (folded === null) return null;
    const predictedTime = await time.within(context.facts.timeWithSums(folded.made, folded.modelDimensions));
    let cut: Budget | null = null;
    await searchWithSums({
      ...{ folded, predictedTime, seed: plan.seed, bound: search.bound, facts: search.facts },
      fastest: rankedSpeedup(this.best ?? NO_SPEED),
      settle: async ({ formats, accumulators }) => {
        cut = context.end.spent;
        if (cut) return null;
        const isFolded = Object.keys(accumulators).length > 0;
        const record = await this.settle({ formats, ...(isFolded && { accumulators }) });
        if (record) return { record, outcome: search.outcomeOf(record) };
        cut = 'time';
        return null;
      },
      probe: async (trials) => {
        const outcomes = await search.runOnShortest(trials);
        if (outcomes === null) cut = 'time';
        return outcomes;
      },
    });
    return cut;
  }
}
