/**
 * The search of a study: the strategy at work, the space it searches, and the limit it is held to. A study may search several times, each
 * time with what was learnt since; the first is round 0.
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

/** A strategy that asks only for what it knows already goes in circles. */
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
  /** How far off a trial may be, in the goal's metric: the bound, until trials that met it were refuted. */
  limit: number;
  /** From the second search on, what was built and timed overrules what was emulated and modelled. */
  round = 0;
  /** Searches that began with the model corrected by what was timed. */
  refits = 0;
  /** For the trade-off: how many times the bound was made stricter. */
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
      await offerFormats(study); // a search that has begun goes on in the space it began with
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
    study.standing.isStale = true;
    study.recommended = null;
    study.stagesRun.clear();
  }

  /** With what was learnt since the last search began. */
  async beginAgain(): Promise<void> {
    const { end, trials } = this.study;
    trials.repeats = 0;
    end.exhausted = null;
    await this.begin();
  }

  /** Nothing more is asked. */
  finish(): void {
    this.phase = 'over';
  }

  /** There is no time left to start the search; other stages may still run. */
  giveUp(): void {
    this.phase = 'over';
    this.study.standing.isStale = true;
  }

  /** What the strategy wants to know next; null where it has nothing more to ask, or goes in circles. */
  get question(): Question | null {
    return this.step?.done === false && this.study.trials.repeats < MAX_REPEATED_PROPOSALS ? this.step.value : null;
  }

  /** What the strategy said at its end. */
  get conclusion(): SearchEnd | undefined {
    return (this.step?.done && this.step.value) || undefined;
  }

  answer(outcomes: readonly Outcome[]): void {
    this.step = this.strategy!.next([...outcomes]);
    this.study.standing.isStale = true;
  }

  /** Runs points on the shortest input alone, and tells the strategy; false where the time was up before. */
  async probe(points: Question): Promise<boolean> {
    const { tuning, standing } = this.study;
    const outcomes = await this.runOnShortest(points.map((point) => ({ formats: tuning.formatsOf(point) })));
    standing.isStale = true;
    if (outcomes) this.answer(outcomes);
    return outcomes !== null;
  }

  /** On the shortest input alone; null where the time was up. */
  runOnShortest(trials: readonly Pick<TrialRecord, 'formats' | 'accumulators'>[]): Promise<Outcome[] | null> {
    const { probes, time, tuning } = this.study;
    const asked = trials.map(({ formats, accumulators }) => ({
      formats,
      ...(accumulators && { accumulators }),
      resolution: digestResolution(tuning.resolve(formats), accumulators),
    }));
    return time.unlessUp(probes.run(asked));
  }

  /** What every search of the study may know. */
  get facts(): Pick<SearchFacts, 'errorOf' | 'shortest'> {
    const { plan, probes, watched } = this.study;
    return {
      errorOf: watched && comparesValues(plan.goal.metric) ? watched.errorOf : null,
      shortest: () => probes.part,
    };
  }

  /** How far off a trial may be, less being better. */
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

  leaveContradictionsAlone(): void {
    this.contradictions = this.contradicted;
    this.round ||= 1;
  }

  private get contradicted(): number {
    return this.study.journal.state.constraints.filter((one) => one.contradicted).length;
  }

  get hasRoundsLeft(): boolean {
    return this.round < MAX_ROUNDS;
  }

  /** Trials that met the goal when they were judged and did not hold. */
  get refuted(): { readonly judged: number; readonly trial: JudgedTrial }[] {
    const { journal, trials } = this.study;
    return [...trials.judged.values()]
      .filter(isCandidate)
      .map((record) => ({ judged: record.error, trial: journal.state.trial(record.number)! }))
      .filter(({ trial }) => !trial.accepted && trial.outcome !== 'contradicted')
      .filter(({ trial }) => journal.state.unseenIn(trial.formats).length === 0);
  }

  /** The limit that what was refuted teaches; null where it is no stricter than this one. */
  get stricterLimit(): number | null {
    const { goal, recommends } = this.study.plan;
    const limit = recommends === false ? null : stricterLimit(goal, this.refuted);
    return limit !== null && this.asError(limit) < this.bound ? limit : null;
  }

  /** Strategies know errors, of which less is better. */
  private asError(figure: number): number {
    return asError(this.study.plan.goal.metric, figure);
  }
}
