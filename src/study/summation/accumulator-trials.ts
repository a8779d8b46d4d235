/**
 * The other ways to add up sums, once a search has ended: what it found, and everything narrow where that missed the goal, with sums added
 * up otherwise (other-sums.ts), and formats chosen together with folds (search-with-sums.ts).
 */
import type { Trial, TrialRecord } from '../../journal/records.js';
import { NO_SPEED, rankedSpeedup } from '../../journal/trial-record.js';
import type { Outcome, SearchFacts } from '../../search/strategy.js';
import type { Bench } from '../../workbench/bench.js';
import type { StudyFacts } from '../facts/study-facts.js';
import type { StudyPlan } from '../plan.js';
import type { TuningSpace } from '../search-space.js';
import type { StudyTime } from '../time/study-time.js';
import { sameFormats } from '../trials/constraints.js';
import { otherSums, STEPS, type Sum, type SumsTrial, sumsAmong } from './accumulator-choices.js';
import { FoldedSpace } from './folded-space.js';
import { searchWithSums } from './search-with-sums.js';

/** What ends a search before it is done. */
export type Budget = 'trials' | 'time';

export interface AccumulatorTrialsContext {
  readonly bench: Bench;
  readonly plan: StudyPlan;
  readonly time: StudyTime;
  readonly facts: Pick<StudyFacts, 'timeWithSums'>;
  readonly searchFacts: Pick<SearchFacts, 'errorOf' | 'shortest'>;
  /** Null where what is searched are sets of operations, which are no groups. */
  readonly groups: TuningSpace | null;
  /** How far off a trial may be, less being better. */
  readonly bound: number;
  /** The budget that leaves no other trial. */
  readonly spent: Budget | null;
  /** The best of what met the goal so far. */
  readonly best: Trial | undefined;
  /** Null where the time was up before it was done. */
  settle(trial: Pick<SumsTrial, 'formats'> & Partial<SumsTrial>): Promise<TrialRecord | null>;
  outcomeOf(record: TrialRecord): Outcome;
  /** On the shortest input alone; null where the time was up. */
  probe(groups: TuningSpace, trials: readonly SumsTrial[]): Promise<readonly Outcome[] | null>;
}

export class AccumulatorTrials {
  private state: 'none' | 'some' | 'all' = 'none';

  constructor(private readonly context: AccumulatorTrialsContext) {}

  /** What is left of what was asked for. */
  get tried(): 'none' | 'some' | 'all' {
    const { plan, groups } = this.context;
    return plan.triesSums && groups && this.sumsOf(groups).length > 0 ? this.state : 'all';
  }

  /** What ended it early, if anything did. */
  async try(): Promise<Budget | null> {
    const { plan, groups } = this.context;
    if (!plan.triesSums || this.state === 'all' || groups === null) return null;
    const cut = await this.settleAll(groups, this.sumsOf(groups));
    this.state = cut === null ? 'all' : 'some';
    return cut;
  }

  private sumsOf({ rangedGroups }: TuningSpace): Sum[] {
    const { program, sums } = this.context.bench;
    return sumsAmong(program, sums, rangedGroups);
  }

  private async settleAll(groups: TuningSpace, sums: readonly Sum[]): Promise<Budget | null> {
    const { context } = this;
    const { narrowest } = groups;
    const { best } = context;
    if (best && sameFormats(best.formats, narrowest)) return null; // there is nothing left to lower
    const ways = otherSums([narrowest, ...(best ? [best.formats] : [])], sums);
    let hasSearched = false;
    for (let step = ways.next(); !step.done; ) {
      const met: boolean[] = [];
      for (const trial of step.value) {
        if (context.spent) return context.spent;
        const record = await context.settle(trial);
        if (record === null) return 'time';
        met.push(record.accepted);
      }
      step = ways.next(met);
      if (hasSearched) continue;
      if (met[0]) return null; // everything narrow, but for the sums
      const cut = await this.search(groups, sums);
      if (cut) return cut;
      hasSearched = true;
      if (context.best?.accumulators) return null;
    }
    return null;
  }

  /** Formats and folds together: single groups stay wide while sums are folded. */
  private async search(groups: TuningSpace, sums: readonly Sum[]): Promise<Budget | null> {
    const { context } = this;
    const { bench, plan, time } = context;
    if (sums.length === 0) return null;
    const folded = await time.within(FoldedSpace.make(bench, groups, sums, STEPS.first));
    if (folded === null) return null;
    const predictedTime = await time.within(context.facts.timeWithSums(folded.made, folded.modelDimensions));
    let cut: Budget | null = null;
    await searchWithSums({
      ...{ folded, predictedTime, seed: plan.seed, bound: context.bound, facts: context.searchFacts },
      fastest: rankedSpeedup(context.best ?? NO_SPEED),
      settle: async ({ formats, accumulators }) => {
        cut = context.spent;
        if (cut) return null;
        const isFolded = Object.keys(accumulators).length > 0;
        const record = await context.settle({ formats, ...(isFolded && { accumulators }) });
        if (record) return { record, outcome: context.outcomeOf(record) };
        cut = 'time';
        return null;
      },
      probe: async (trials) => {
        const outcomes = await context.probe(groups, trials);
        if (outcomes === null) cut = 'time';
        return outcomes;
      },
    });
    return cut;
  }
}
