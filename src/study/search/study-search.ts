/**
 * The search of a study: the running strategy, its space, and the error limit. A study may search several times, each time with new knowledge
 * (contradictions, refuted trials, a refitted model); the first search is round 0.
 */
import type { TrialRecord } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import { asError, comparesValues } from '../../numerics/metrics.js';
import type { Outcome, Proposals, SearchEnd, SearchFacts } from '../../search/strategy.js';
import { seededRandom } from '../../support/random.js';
import { offerFormats } from '../formats/offer-formats.js';
import { stricterLimit } from '../judging/stricter-limit.js';
import { digestResolution } from '../search-space.js';
import type { StudyContext } from '../study-context.js';
import { isCandidate } from '../trials/trial-changes.js';
import { outcomeOf } from './outcome-of.js';

/** Number of repeated proposals in sequence after which a strategy counts as going in circles. */
const MAX_REPEATED_PROPOSALS = 1000;
/** Rounds in which every candidate was refuted before the study gives up. */
const MAX_ROUNDS = 10;

type Step = ReturnType<Proposals['next']>;
export type Question = Exclude<Step, { done: true }>['value'];

export class StudySearch {
  private phase: 'not begun' | 'under way' | 'over' = 'not begun';
  private strategy: Proposals | null = null;
  private step: Step | null = null;
  private knowsFormats = false;
  /** Contradictions that a search has taken into account. */
  private contradictions = 0;
  /** The error limit in the goal's metric: initially the bound, stricter after trials within the bound were refuted. */
  limit: number;
  /** From round 1 on, results of the built program replace emulated and modelled ones. */
  round = 0;
  /** Number of searches with a refitted model. */
  refits = 0;
  /** For the trade-off: number of stricter bounds so far. */
  bounds = 0;

  constructor(private readonly study: StudyContext) {
    this.limit = study.plan.goal.bound;
  }

  get hasBegun(): boolean {
    return this.phase !== 'not begun';
  }

  get isUnderWay(): boolean {
    return this.phase === 'under way';
  }

  get isOver(): boolean {
    return this.phase === 'over';
  }

  async begin(): Promise<void> {
    const { study } = this;
    const { plan, time } = study;
    time.beginSearch();
    if (!this.knowsFormats) {
      await offerFormats(study); // only once, so that the space stays the same
      this.knowsFormats = true;
    }
    const { facts, tuning } = await study.facts.forStrategy();
    study.tuning = tuning;
    this.strategy = plan.strategy.propose({
      space: tuning.space,
      facts: { ...facts, shortest: this.facts.shortest },
      bound: this.bound,
      options: { ...plan.options, ...(this.refits > 0 && plan.strategy.again) },
      random: seededRandom(plan.seed),
    });
    this.step = this.strategy.next();
    this.phase = 'under way';
    study.bestSoFar.isStale = true;
    study.recommended = null;
    study.stagesRun.clear();
  }

  /** Starts another search, with the knowledge gained since the last one. */
  async beginAgain(): Promise<void> {
    const { end, trials } = this.study;
    trials.repeats = 0;
    end.exhausted = null;
    await this.begin();
  }

  /** Ends the search. */
  finish(): void {
    this.phase = 'over';
  }

  /** There is no time left to start the search; other stages may still run. */
  giveUp(): void {
    this.phase = 'over';
    this.study.bestSoFar.isStale = true;
  }

  /** The strategy's next request; null if it has ended, or goes in circles. */
  get question(): Question | null {
    return this.step?.done === false && this.study.trials.repeats < MAX_REPEATED_PROPOSALS ? this.step.value : null;
  }

  /** The strategy's result. */
  get conclusion(): SearchEnd | undefined {
    return (this.step?.done && this.step.value) || undefined;
  }

  answer(outcomes: readonly Outcome[]): void {
    this.step = this.strategy!.next([...outcomes]);
    this.study.bestSoFar.isStale = true;
  }

  /** Runs points on the shortest input only, and returns their outcomes to the strategy; false if the time is up first. */
  async probe(points: Question): Promise<boolean> {
    const { tuning, bestSoFar } = this.study;
    const outcomes = await this.runOnShortest(points.map((point) => ({ formats: tuning.formatsOf(point) })));
    bestSoFar.isStale = true;
    if (outcomes) this.answer(outcomes);
    return outcomes !== null;
  }

  /** Outcomes on the shortest input only; null if the time is up first. */
  runOnShortest(trials: readonly Pick<TrialRecord, 'formats' | 'accumulators'>[]): Promise<Outcome[] | null> {
    const { probes, time, tuning } = this.study;
    const asked = trials.map(({ formats, accumulators }) => ({
      formats,
      ...(accumulators && { accumulators }),
      resolution: digestResolution(tuning.resolve(formats), accumulators),
    }));
    return time.unlessUp(probes.run(asked));
  }

  /** Facts for every search of the study. */
  get facts(): Pick<SearchFacts, 'errorOf' | 'shortest'> {
    const { plan, probes, watched } = this.study;
    return {
      errorOf: watched && comparesValues(plan.goal.metric) ? watched.errorOf : null,
      shortest: () => probes.part,
    };
  }

  /** The error limit as an error (smaller is better). */
  get bound(): number {
    return this.asError(this.limit);
  }

  readonly isWithinLimit = ({ error }: JudgedTrial): boolean => this.asError(error ?? 0) <= this.bound;

  outcomeOf(record: TrialRecord): Outcome {
    return outcomeOf(this.study, record);
  }

  get hasNewContradictions(): boolean {
    return this.contradicted !== this.contradictions;
  }

  acknowledgeContradictions(): void {
    this.contradictions = this.contradicted;
    this.round ||= 1;
  }

  private get contradicted(): number {
    return this.study.journal.state.constraints.filter((one) => one.contradicted).length;
  }

  get hasRoundsLeft(): boolean {
    return this.round < MAX_ROUNDS;
  }

  /** Trials that met the error bound when they were judged, but not when they were built or checked. A trial that is only too slow is not among them. */
  get refuted(): { readonly judged: number; readonly trial: JudgedTrial }[] {
    const { journal, trials } = this.study;
    return [...trials.judged.values()]
      .filter(isCandidate)
      .map((record) => ({ judged: record.error, trial: journal.state.trial(record.number)! }))
      .filter(({ trial }) => trial.outcome !== 'accurate' && trial.outcome !== 'contradicted')
      .filter(({ trial }) => journal.state.groupsWithoutInfluenceIn(trial.formats).length === 0);
  }

  /** The limit derived from refuted trials; null if it is no stricter than the current one. */
  get stricterLimit(): number | null {
    const { goal, recommends } = this.study.plan;
    const limit = recommends === false ? null : stricterLimit(goal, this.refuted);
    return limit !== null && this.asError(limit) < this.bound ? limit : null;
  }

  /** Strategies use errors, for which smaller is better. */
  private asError(figure: number): number {
    return asError(this.study.plan.goal.metric, figure);
  }
}
