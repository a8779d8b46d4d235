/**
 * The state of a study: its plan, bench, journal, time, the parts that do the work, and its progress. One context is created per study and
 * passed to every part; a part declares with `Pick` which fields it reads.
 */
import type { Journal } from '../journal/journal.js';
import type { AccurateTrial } from '../journal/replay.js';
import { seededRandom } from '../support/random.js';
import { type Bench, isModelled } from '../workbench/bench.js';
import { CurrentStep } from './current-step.js';
import { withinDeadline } from './deadline/bench-within-deadline.js';
import { confirmationCosts, StudyTime } from './deadline/study-time.js';
import { StudyFacts } from './facts/study-facts.js';
import { OutputInfluence } from './influence/output-influence.js';
import { PerturbedInputs } from './inputs/perturbed-inputs.js';
import { ErrorCommand } from './judging/error-command.js';
import { OutputJudge } from './judging/judge-output.js';
import { TrialMemory } from './judging/trial-memory.js';
import { WatchedValues } from './judging/watched-values.js';
import type { StudyEvent, StudyPlan } from './plan.js';
import { Preparation } from './preparation/preparation.js';
import { BestSoFar } from './recommendation/best-so-far.js';
import { Ranking } from './recommendation/ranking.js';
import { StudyRecommendation } from './recommendation/study-recommendation.js';
import { StudySearch } from './search/study-search.js';
import { type ConfigurationSpace, TuningSpace } from './search-space.js';
import { StudyEnd } from './study-end.js';
import { AccumulatorTrials } from './summation/accumulator-trials.js';
import { hasSpeedup } from './timing/gain.js';
import { GpuRuns } from './timing/gpu-runs.js';
import { TrialEnergy } from './timing/trial-energy.js';
import { TrialTiming } from './timing/trial-timing.js';
import { type Batch, Batches } from './trials/batches.js';
import { Confirmations } from './trials/confirmations.js';
import { Probes } from './trials/probes.js';
import { SpeculativeRuns } from './trials/speculative-runs.js';
import { StudyTrials } from './trials/study-trials.js';
import { TrialBuilds } from './trials/trial-builds.js';
import { TrialJudgement } from './trials/trial-judgement.js';

export class StudyContext {
  readonly bench: Bench;
  readonly work = new CurrentStep();
  readonly gpuRuns = new GpuRuns();
  readonly random: () => number;
  readonly time: StudyTime;
  readonly end: StudyEnd;

  /** Groups of sites, independent of the strategy's dimensions. */
  groups: TuningSpace;
  /** The space that is searched: groups, sets of operations, or steps of a plan. */
  tuning: ConfigurationSpace;

  // before trials
  readonly judge: OutputJudge;
  readonly preparation: Preparation;
  readonly facts: StudyFacts;
  /** Null if the strategy does not use the deviations of single values. */
  readonly watched: WatchedValues | null;

  // trials
  readonly trials: StudyTrials;
  readonly batches: Batches;
  readonly judgement: TrialJudgement;
  readonly ahead: SpeculativeRuns;
  readonly probes: Probes;
  readonly builds: TrialBuilds;
  readonly confirmations: Confirmations;
  readonly timing: TrialTiming;
  readonly energies: TrialEnergy;
  readonly memory: TrialMemory;

  // searching and recommending
  readonly search: StudySearch;
  readonly sums: AccumulatorTrials;
  readonly ranking: Ranking;
  readonly bestSoFar: BestSoFar;
  readonly influence: OutputInfluence;
  /** Null without --verify. */
  readonly perturbed: PerturbedInputs | null;
  readonly recommendation: StudyRecommendation;

  // progress
  /** The batch that waits for its outcomes. */
  openBatch: Batch | null = null;
  /** Names of the stages that ran since the last search began. */
  readonly stagesRun = new Set<string>();
  /** The recommendation of the last search. */
  recommended: AccurateTrial | null = null;

  constructor(
    given: Bench,
    readonly plan: StudyPlan,
    readonly journal: Journal,
    private readonly listener: (event: StudyEvent) => void,
  ) {
    const { goal } = plan;
    const bench = this.gpuRuns.recording(withinDeadline(given));
    this.bench = bench;
    this.random = seededRandom(plan.seed);
    this.time = this.studyTime();
    this.end = new StudyEnd(this);
    this.groups = new TuningSpace(bench, plan.formats, plan.scope);
    this.tuning = this.groups;
    this.judge = new OutputJudge(goal, goal.command && new ErrorCommand(goal.command, bench.project.root));
    this.preparation = new Preparation(this);
    this.watched = plan.strategy.needs?.includes('deviations') ? new WatchedValues(journal, goal, plan.output) : null;
    this.facts = new StudyFacts(this);
    this.trials = new StudyTrials(this);
    this.batches = new Batches(this);
    this.ahead = new SpeculativeRuns(Math.min(bench.runs.places ?? 0, plan.jobs));
    this.judgement = new TrialJudgement(this);
    this.probes = new Probes(this);
    this.builds = new TrialBuilds(this);
    this.confirmations = new Confirmations(this);
    this.timing = new TrialTiming(this);
    this.energies = new TrialEnergy(this);
    this.memory = new TrialMemory(this);
    this.search = new StudySearch(this);
    this.sums = new AccumulatorTrials(this);
    this.ranking = new Ranking(this);
    this.bestSoFar = new BestSoFar(this);
    this.influence = new OutputInfluence(this);
    this.perturbed = plan.nearby ? new PerturbedInputs(plan.nearby, this) : null;
    this.recommendation = new StudyRecommendation(this);
  }

  readonly report = (event: StudyEvent): void => {
    this.work.note(event);
    this.listener(event);
  };

  /** The groups, if they are the space that is searched; null for sets of operations and steps of a plan. */
  get searchedGroups(): TuningSpace | null {
    return this.tuning === this.groups ? this.groups : null;
  }

  private studyTime(): StudyTime {
    const { bench, plan } = this;
    return new StudyTime(
      plan,
      () => confirmationCosts({ ...this.preparation.costs, ...this.confirmationProgress }, plan, isModelled(bench)),
      () => this.ranking.ranked.some((one) => this.ranking.circumstances.mayBeSlower || hasSpeedup(one) !== false),
      () => this.journal.state.recommended?.measurement != null,
    );
  }

  /** Steps of the confirmation that are already done. `uncheckedGroups`: number of lowered groups whose influence is not known yet. */
  private get confirmationProgress(): { readonly isBuilt: boolean; readonly uncheckedGroups: number } {
    const { fastest } = this.trials;
    if (fastest === null) return { isBuilt: false, uncheckedGroups: 0 };
    return {
      isBuilt: this.builds.isBuilt(fastest.number),
      uncheckedGroups: Object.keys(this.influence.uncheckedGroups(fastest)).length,
    };
  }
}
