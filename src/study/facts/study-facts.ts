/**
 * What is known before anything is tried: what a configuration should cost, the most that lowering can buy, sets of operations, chains.
 * Each is found when it is first asked for, and remembered.
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
import { seenTimes } from '../../workbench/kernel-times.js';
import { establishPlan } from '../plans/establish-plan.js';
import type { ConfigurationSpace } from '../search-space.js';
import { measureIdeal, modelledIdeal } from '../sets/ideal.js';
import { establishSets } from '../sets/operation-sets.js';
import type { StudyContext } from '../study-context.js';
import { loadSolver } from './highs-solver.js';
import { RefittedModel, timedByKernels } from './refitted-model.js';

/**
 * Time by the clock for one mixed-integer program: it should have met the limits of its work long before.
 * Chosen: four times the 5 s that 10,000 steps take on a slow core (highs-solver.ts); nothing else was tried.
 */
const MAX_SOLVER_MS = 20_000;
/**
 * Relative deviation of the model's times from those that were seen, from which on a search begins anew with a refitted model.
 * Chosen: less is what repeated times differ by; nothing else was tried.
 */
const MIN_DEVIATION_TO_REFIT = 0.02;
/**
 * Share of the time that is left, which one mixed-integer program may take.
 * Chosen: the solver may be asked eight times; nothing else was tried.
 */
const SOLVER_SHARE = 0.1;

type StudyFactsContext = Pick<
  StudyContext,
  'bench' | 'groups' | 'journal' | 'plan' | 'preparation' | 'time' | 'timing' | 'watched'
>;

/**
 * Parts of a program without a performance model that are timed one by one.
 * Chosen: a part is built and timed in a few seconds, so that these take about a minute; nothing else was tried.
 */
const MAX_TIMED_PARTS = 16;

export class StudyFacts {
  private model: Promise<PerformanceModel | null> | null = null;
  private fit: RefittedModel | null = null;
  /** The one that searches go by. */
  private heeded: RefittedModel | null = null;
  private solving: Promise<MixedIntegerSolver> | null = null;
  private readonly countedSums = new Map<DerivedBench['bench'], Promise<ExecutionCounts>>();

  constructor(private readonly context: StudyFactsContext) {}

  /** What the strategy asked to know, and the space it searches: of sets, where that is what it does. */
  async forStrategy(): Promise<{ readonly facts: SearchFacts; readonly tuning: ConfigurationSpace }> {
    const { bench, journal, plan, preparation, groups, time, watched } = this.context;
    const { strategy } = plan;
    const needs = strategy.needs ?? [];
    // a search that goes by a model, or by the clock where there is none, needs no ideal
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
      const parts = plan.goesByClock ? findTimedParts(bench.program, groups.modelDimensions, MAX_TIMED_PARTS) : [];
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

  /** Where the space is too large to look at every point. */
  private async solver(model: PerformanceModel): Promise<SearchFacts['solver']> {
    const { journal, plan, groups } = this.context;
    const time = groups.size > MAX_ENUMERATED_POINTS ? model.linearTime(groups.modelDimensions) : null;
    if (time === null) return null;
    // one for all searches of the study, so that its programs are numbered through
    this.solving ??= loadSolver({
      leftMs: () => Math.min(MAX_SOLVER_MS, plan.deadline.leftMs * SOLVER_SHARE),
      hasGivenUp: (solution) => journal.state.solverGaveUp === solution,
      giveUp: (solution) => journal.append({ kind: 'solver-gave-up', solution }),
    });
    return { time, solve: await this.solving };
  }

  /** Null where nobody could count how often an operation runs. */
  async modelledSpeedup(resolution: Resolution): Promise<number | null> {
    return (await this.performanceModel())?.speedup(resolution) ?? null;
  }

  /** With other sums: a program of its own, counted by itself, beside the one that adds up as written with the same formats. */
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

  /** The program as written, and the one that adds up otherwise, each with its own counts; null where nobody could count. */
  private async modelsWithSums(
    made: DerivedBench,
  ): Promise<{ readonly before: PerformanceModel; readonly after: PerformanceModel } | null> {
    const { bench, plan, preparation, time } = this.context;
    const counts = await preparation.profiles.counts();
    if (counts === null) return null;
    const input = preparation.inputs.profiled;
    let counted = this.countedSums.get(made.bench);
    if (!counted) {
      counted = made.bench.runs.profile('count', preparation.inputs.limits(input)).then((run) => run.counts);
      this.countedSums.set(made.bench, counted);
    }
    const isFull = bench.capabilities.inputs === 'stand-in';
    const before = new PerformanceModel(bench.program, plan.device, counts, { isFull });
    const { program } = made.bench;
    const circumstances = { isFull, folded: made.folded };
    const after = new PerformanceModel(program, plan.device, await time.within(counted), circumstances);
    return { before, after };
  }

  /** Of a program with other sums: its time over that of the program as written, by formats of its own; null where nobody could count. */
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

  /** The performance model with the counts of this program, corrected where a refit was heeded; null where nobody could count. */
  private async performanceModel(): Promise<PerformanceModel | null> {
    return this.heeded?.model ?? this.modelAsPriced();
  }

  private modelAsPriced(): Promise<PerformanceModel | null> {
    this.model ??= this.makeModel(new Map());
    return this.model;
  }

  /** The model as the trials that were timed so far correct it; null where none was by its kernels, or there is no model. */
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
    const model = await this.modelAsPriced();
    if (model === null) return null;
    const fit = RefittedModel.fit({ program: bench.program, model, groups, timed });
    this.fit = fit && new RefittedModel(fit, (await this.makeModel(fit.factors))!);
    return this.fit;
  }

  /**
   * The correction that searches and trials go by from here on, the `turn`th of the study: what was heeded in that turn before it was
   * interrupted is heeded again. Null where what was timed teaches nothing new.
   */
  async heedRefit(turn: number): Promise<RefitRecord | null> {
    const { journal } = this.context;
    const known = journal.state.refits[turn];
    const fit = await this.refit(known?.trials ?? null);
    if (fit === null || fit.trials.length === this.heeded?.trials.length) return null;
    const { trials, off } = fit;
    if (!known && off.before < MIN_DEVIATION_TO_REFIT) return null;
    const record = known ?? { kind: 'refit' as const, trials: [...trials], ...off };
    if (!known) journal.append(record);
    this.heeded = fit;
    return record;
  }

  /** Of a trial that was not timed, by the model as it is corrected by now. */
  rankedSpeedup(trial: JudgedTrial): number {
    return this.heeded ? this.heeded.rankedSpeedup(trial) : rankedSpeedup(trial);
  }

  /** What the model says of the program as written, where it was asked for anything. */
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
    if (plan.goesByClock) return null; // no profiling run is made for a model that is not used
    const counts = await preparation.profiles.counts();
    if (!counts || !hasKernels(bench.program)) return null; // a GPU's costs say nothing of a processor's
    const counted = preparation.inputs.profiled;
    if (!journal.state.baselines.has(counted.name)) await time.within(preparation.baselines.on(counted));
    const input = preparation.inputs.longest ?? counted;
    const isOfLonger = input.name !== counted.name;
    const { gpu } = journal.state.baselines.get(input.name)!;
    // a figure the program prints itself is most often of its kernels alone
    const times = gpu && !plan.isDeviceElsewhere ? seenTimes(bench.program, gpu, plan.merit === null) : null;
    const measured = times && { ...times, isOfLonger };
    const isFull = bench.capabilities.inputs === 'stand-in' || isOfLonger;
    return new PerformanceModel(bench.program, plan.device, counts, { isFull, measured, ...(factors && { factors }) });
  }

  private async idealSpeedup(): Promise<void> {
    const { bench, journal, plan, preparation, groups, timing, time } = this.context;
    if (journal.state.ideal) return;
    if (plan.ideal) journal.append(plan.ideal);
    // what is compared with it is modelled where trials are not timed
    else if (isModelled(bench) || plan.timing === 'recommended')
      journal.append(modelledIdeal(groups, await this.modelledSpeedup(groups.resolve(groups.narrowest))));
    else {
      const measured = measureIdeal(bench, groups, timing, await preparation.runner());
      journal.append(await time.within(measured));
    }
  }
}
