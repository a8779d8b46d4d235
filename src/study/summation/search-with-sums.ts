/**
 * Searches formats and folds together with the strategy `auto`, in the program in which every sum is folded. Its results are tried again without
 * the folds that have no effect, because only those trials can be recommended.
 */
import { findChains } from '../../analysis/chains.js';
import { operationSupports } from '../../analysis/operation-supports.js';
import type { TrialRecord } from '../../journal/records.js';
import { auto } from '../../search/auto.js';
import { NO_FACTS, type Outcome, type Point, type SearchFacts } from '../../search/strategy.js';
import { seededRandom } from '../../support/random.js';
import type { SumsTrial } from './accumulator-choices.js';
import type { FoldedSpace } from './folded-space.js';

export interface SumsSearchContext {
  readonly folded: FoldedSpace;
  readonly bound: number;
  readonly seed: number;
  /** Largest speedup found before. */
  readonly fastest: number;
  /** Predicted time of a point, relative to the original program. */
  readonly predictedTime: ((point: Point) => number) | null;
  readonly facts: Pick<SearchFacts, 'errorOf' | 'shortest'>;
  /** Null if a budget ran out. */
  settle(trial: SumsTrial): Promise<{ readonly record: TrialRecord; readonly outcome: Outcome } | null>;
  /** Outcomes on the shortest input only; null if the time is up. */
  probe(trials: readonly SumsTrial[]): Promise<readonly Outcome[] | null>;
}

/** Largest number of results that are tried without idle folds, until one meets the goal. */
const MOST_CLEANED = 3;

export async function searchWithSums(context: SumsSearchContext): Promise<void> {
  const { folded, facts } = context;
  const { program } = folded.made.bench;
  const search = auto.propose({
    space: folded.space,
    facts: {
      ...NO_FACTS,
      ...facts,
      predictedTime: context.predictedTime,
      chains: findChains(program, folded.modelDimensions),
      supports: operationSupports(program, folded.modelDimensions),
    },
    bound: context.bound,
    options: auto.options.parse({ others: 0 }),
    random: seededRandom(context.seed),
  });
  const accepted: { readonly trial: SumsTrial; readonly speedup: number }[] = [];
  for (let step = search.next(); !step.done; ) {
    const trials = step.value.map((point) => folded.trialOf(point));
    const outcomes = step.value.onShortest ? await context.probe(trials) : await settleAll(context, trials, accepted);
    if (outcomes === null) break;
    step = search.next(outcomes);
  }
  const faster = accepted.filter(({ speedup }) => speedup > context.fastest).toSorted((a, b) => b.speedup - a.speedup);
  for (const { trial } of faster.slice(0, MOST_CLEANED)) {
    const cleaned = folded.withoutIdleFolds(trial);
    if (cleaned === null) return;
    const settled = await context.settle(cleaned);
    if (settled === null || settled.record.accepted) return;
  }
}

async function settleAll(
  { settle }: SumsSearchContext,
  trials: readonly SumsTrial[],
  accepted: { trial: SumsTrial; speedup: number }[],
): Promise<Outcome[] | null> {
  const outcomes: Outcome[] = [];
  for (const trial of trials) {
    const settled = await settle(trial);
    if (settled === null) return null;
    const { record, outcome } = settled;
    if (record.accepted) accepted.push({ trial, speedup: record.speedup ?? 0 });
    outcomes.push(outcome);
  }
  return outcomes;
}
