/**
 * Facts that a strategy may ask for before its first trial: predicted times, the ideal speedup, sets of operations, chains of operations.
 * Each is computed on first use and cached.
 */
import { isDeepStrictEqual } from 'node:util';
import { findChains } from '../../analysis/chains.js';
import { operationSupports } from '../../analysis/operation-supports.js';
import {
  type Circumstances,
  type ExecutionCounts,
  type ModelDimension,
  PerformanceModel,
} from '../../analysis/performance-model.js';
import { hasKernels } from '../../analysis/scope.js';
import { findTimedParts } from '../../analysis/timed-parts.js';
import type { RefitRecord } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import { AS_FAST, rankedSpeedup } from '../../journal/trial-record.js';
import { comparesValues } from '../../numerics/metrics.js';
import type { MixedIntegerSolver } from '../../numerics/mixed-integer.js';
import { MAX_ENUMERATED_POINTS } from '../../search/ladders.js';
import { NO_FACTS, type Point, type SearchFacts } from '../../search/strategy.js';
import { type Configuration, type Resolution, resolve } from '../../space/resolve.js';
import { isModelled } from '../../workbench/bench.js';
import type { DerivedBench } from '../../workbench/derived/derived-benches.js';
import { measuredTimes } from '../../workbench/kernel-times.js';
import { establishPlan } from '../plans/establish-plan.js';
import type { ConfigurationSpace } from '../search-space.js';
import { measureIdeal, modelledIdeal } from '../sets/ideal.js';
import { establishSets } from '../sets/operation-sets.js';
import type { StudyContext } from '../study-context.js';
import { loadSolver } from './highs-solver.js';
import { RefittedModel, timedByKernels } from './refitted-model.js';

/**
 * Wall-clock time limit for one mixed-integer program, which should reach the limits of its work long before.
 * Chosen: four times the 5 s that 10,000 steps take on a slow core (highs-solver.ts); nothing else was tried.
 */
const MAX_SOLVER_MS = 20_000;
/**
 * Smallest relative deviation between modelled and measured times at which the search starts again with a refitted model.
 * Chosen: repeated measurements differ by less; nothing else was tried.
 */
const MIN_DEVIATION_TO_REFIT = 0.02;
/**
 * Share of the remaining time that one mixed-integer program may take.
 * Chosen: the solver may be called eight times; nothing else was tried.
 */
const SOLVER_SHARE = 0.1;

type StudyFactsContext = Pick<
  StudyContext,
  'bench' | 'groups' | 'journal' | 'plan' | 'preparation' | 'time' | 'timing' | 'watched'
>;

/**
 * Parts of a CPU program (which has no performance model) that are timed one by one.
 * Chosen: a part is built and timed in a few seconds, so that these take about a minute; nothing else was tried.
 */
const MAX_TIMED_PARTS = 16;

export class StudyFacts {
  private model: Promise<PerformanceModel | null> | null = null;
  private fit: RefittedModel | null = null;
  /** The refitted model that searches use. */
  private applied: RefittedModel | null = null;
  private solving: Promise<MixedIntegerSolver> | null = null;
  private readonly countsWithSums = new Map<DerivedBench['bench'], Promise<ExecutionCounts>>();

  constructor(private readonly context: StudyFactsContext) {}

  /** The facts that the strategy needs, and the space it searches (groups, sets, or the steps of a plan). */
  async forStrategy(): Promise<{ readonly facts: SearchFacts; readonly tuning: ConfigurationSpace }> {
    const { bench, journal, plan, preparation, groups, time, watched } = this.context;
    const { strategy } = plan;
    const needs = strategy.needs ?? [];
    // only tables compare with the ideal; a search by the model or by measured times does not
    const isTable = plan.timing === 'every' && strategy.dimensions !== 'plan' && !needs.includes('model');
    if (needs.includes('ideal') || isTable) await this.idealSpeedup();
    const model = needs.includes('model') ? await this.performanceModel() : null;
    if (strategy.dimensions === 'plan') {
      const planned = establishPlan(bench, journal, preparation, plan, strategy.planWanted(plan.options));
      const tuning = await time.within(planned);
      return { facts: { ...NO_FACTS, plan: tuning.steps }, tuning };
    }
    if (strategy.dimensions !== 'sets') {
      const predictedTime = model && model.baseline.timeMs > 0 ? model.scorer(groups.modelDimensions) : null;
      const chains = needs.includes('model') ? findChains(bench.program, groups.modelDimensions) : [];
      const supports = watched ? operationSupports(bench.program, groups.modelDimensions) : [];
      const measuresTimes = plan.timing === 'every' && !isModelled(bench);
      const parts = plan.searchesByTiming ? findTimedParts(bench.program, groups.modelDimensions, MAX_TIMED_PARTS) : [];
      const errorOf = watched && comparesValues(plan.goal.metric) ? watched.errorOf : null;
      const solver = predictedTime && needs.includes('solver') ? await this.solver(model!) : null;
      return {
        facts: { ...NO_FACTS, predictedTime, solver, chains, supports, errorOf, measuresTimes, parts },
        tuning: groups,
      };
    }
    const wanted = strategy.setsWanted(plan.options);
    const found = establishSets(bench, journal, preparation, plan, wanted, groups);
    const { space, facts: sets } = await time.within(found);
    const predictedTime =
      model && ((point: Point) => 1 / (model.speedup(space.resolve(space.formatsOf(point))) ?? AS_FAST));
    return { facts: { ...NO_FACTS, predictedTime, sets }, tuning: space };
  }

  /** Only for spaces that are too large to enumerate. */
  private async solver(model: PerformanceModel): Promise<SearchFacts['solver']> {
    const { journal, plan, groups } = this.context;
    const time = groups.size > MAX_ENUMERATED_POINTS ? model.linearTime(groups.modelDimensions) : null;
    if (time === null) return null;
    // shared by all searches of the study, so that its solutions are numbered consecutively
    this.solving ??= loadSolver({
      leftMs: () => Math.min(MAX_SOLVER_MS, plan.deadline.leftMs * SOLVER_SHARE),
      hasGivenUp: (solution) => journal.state.solverGaveUp === solution,
      giveUp: (solution) => journal.append({ kind: 'solver-gave-up', solution }),
    });
    return { time, solve: await this.solving };
  }

  /** Null if there are no operation counts. */
  async modelledSpeedup(resolution: Resolution): Promise<number | null> {
    return (await this.performanceModel())?.speedup(resolution) ?? null;
  }

  /** With other summation methods the program is derived and has its own counts. It is compared with the program of the same formats and the original sums. */
  async speedupWithSums(plain: Resolution, configuration: Configuration): Promise<number | null> {
    const speedup = await this.modelledSpeedup(plain);
    if (speedup === null) return null;
    const made = await this.context.bench.derived.withSums(configuration);
    const models = made.kind === 'infeasible' ? null : await this.modelsWithSums(made);
    if (models === null || made.kind === 'infeasible') return null;
    const after = models.after.predict(resolve(made.bench.program, made.configuration));
    const ratio = models.before.predict(plain).timeMs / after.timeMs;
    return Number.isFinite(ratio) && ratio > 0 ? speedup * ratio : null;
  }

  /** Models of the original program and of the one with other summation methods, each with its own counts; null without counts. */
  private async modelsWithSums(
    made: DerivedBench,
  ): Promise<{ readonly before: PerformanceModel; readonly after: PerformanceModel } | null> {
    const { bench, plan, preparation, time } = this.context;
    const counts = await preparation.profiles.counts();
    if (counts === null) return null;
    const input = preparation.inputs.profiled;
    let counted = this.countsWithSums.get(made.bench);
    if (!counted) {
      counted = made.bench.runs.profile('count', preparation.inputs.limits(input)).then((run) => run.counts);
      this.countsWithSums.set(made.bench, counted);
    }
    const isFull = bench.capabilities.inputs === 'stand-in';
    const before = new PerformanceModel(bench.program, plan.device, counts, { isFull });
    const { program } = made.bench;
    const circumstances = { isFull, folded: made.folded };
    const after = new PerformanceModel(program, plan.device, await time.within(counted), circumstances);
    return { before, after };
  }

  /** For a program with other summation methods: its time relative to the original program, by formats; null without counts. */
  async timeWithSums(
    made: DerivedBench,
    dimensions: readonly ModelDimension[],
  ): Promise<((point: Point) => number) | null> {
    const models = await this.modelsWithSums(made);
    if (models === null) return null;
    const ratio = models.after.baseline.timeMs / models.before.baseline.timeMs;
    if (!Number.isFinite(ratio) || ratio <= 0) return null;
    const scorer = models.after.scorer(dimensions);
    return (point) => ratio * scorer(point);
  }

  /** The performance model with the counts of this program, refitted if a refit was applied; null without counts. */
  private async performanceModel(): Promise<PerformanceModel | null> {
    return this.applied?.model ?? this.originalModel();
  }

  private originalModel(): Promise<PerformanceModel | null> {
    this.model ??= this.makeModel(new Map());
    return this.model;
  }

  /** The model refitted to the trials timed so far; null if none was timed by kernel, or there is no model. */
  async refit(wanted: readonly number[] | null = null): Promise<RefittedModel | null> {
    const { bench, journal, groups } = this.context;
    const timed = timedByKernels(journal.state).filter(({ number }) => wanted?.includes(number) ?? true);
    if (timed.length === 0) return null;
    if (
      isDeepStrictEqual(
        this.fit?.trials,
        timed.map(({ number }) => number),
      )
    )
      return this.fit;
    const model = await this.originalModel();
    if (model === null) return null;
    const fit = RefittedModel.fit({ program: bench.program, model, groups, timed });
    this.fit = fit && new RefittedModel(fit, (await this.makeModel(fit.factors))!);
    return this.fit;
  }

  /**
   * Applies the `turn`th refit of the study to all later searches and trials. A resumed study applies the same refit again. Null if the
   * times add nothing new.
   */
  async applyRefit(turn: number): Promise<RefitRecord | null> {
    const { journal } = this.context;
    const known = journal.state.refits[turn];
    const fit = await this.refit(known?.trials ?? null);
    if (fit === null || fit.trials.length === this.applied?.trials.length) return null;
    const { trials, off } = fit;
    if (!known && off.before < MIN_DEVIATION_TO_REFIT) return null;
    const record = known ?? { kind: 'refit' as const, trials: [...trials], ...off };
    if (!known) journal.append(record);
    this.applied = fit;
    return record;
  }

  /** The measured speedup of a trial, or the prediction of the current model. */
  rankedSpeedup(trial: JudgedTrial): number {
    return this.applied ? this.applied.rankedSpeedup(trial) : rankedSpeedup(trial);
  }

  /** Records the model's view of the original program (share, bound and possible gain of each kernel), if the model was used. */
  async writeOutlook(): Promise<void> {
    const { bench, journal, groups } = this.context;
    const model = await this.model;
    if (!model || journal.state.outlook || model.baseline.timeMs === 0) return;
    const narrow = model.predict(groups.resolve(groups.narrowest));
    const { kernels } = model.baseline;
    const totalMs = kernels.reduce((sum, { timeMs }) => sum + timeMs, 0);
    const outlooks = kernels.map(({ function: index, timeMs, bound }, at) => ({
      name: bench.program.functions[index]!.name,
      share: timeMs / totalMs,
      bound,
      most: timeMs / narrow.kernels[at]!.timeMs || AS_FAST,
    }));
    journal.append({ kind: 'outlook', kernels: outlooks.toSorted((a, b) => b.share - a.share) });
  }

  private async makeModel(factors: Circumstances['factors']): Promise<PerformanceModel | null> {
    const { bench, journal, plan, preparation, time } = this.context;
    if (plan.searchesByTiming) return null; // without the model no profiling run is needed
    const counts = await preparation.profiles.counts();
    if (!counts || !hasKernels(bench.program)) return null; // the cost model describes GPUs only
    const counted = preparation.inputs.profiled;
    if (!journal.state.baselines.has(counted.name)) await time.within(preparation.baselines.on(counted));
    const input = preparation.inputs.longest ?? counted;
    const isOfLonger = input.name !== counted.name;
    const { gpu } = journal.state.baselines.get(input.name)!;
    // a figure of merit that the program prints usually covers its kernels only
    const times = gpu && !plan.isDeviceElsewhere ? measuredTimes(bench.program, gpu, plan.merit === null) : null;
    const measured = times && { ...times, isOfLonger };
    const isFull = bench.capabilities.inputs === 'stand-in' || isOfLonger;
    return new PerformanceModel(bench.program, plan.device, counts, { isFull, measured, ...(factors && { factors }) });
  }

  private async idealSpeedup(): Promise<void> {
    const { bench, journal, plan, preparation, groups, timing, time } = this.context;
    if (journal.state.ideal) return;
    if (plan.ideal) journal.append(plan.ideal);
    // without timed trials both sides of the comparison are modelled
    else if (isModelled(bench) || plan.timing === 'recommended')
      journal.append(modelledIdeal(groups, await this.modelledSpeedup(groups.resolve(groups.narrowest))));
    else {
      const measured = measureIdeal(bench, groups, timing, await preparation.runner());
      journal.append(await time.within(measured));
    }
  }
}
