/**
 * Judges the accuracy of a configuration: emulated in the one instrumented build, or rebuilt from rewritten source. With a fast compiler and long
 * runs rebuilding is cheaper: on an engine that rebuilds cheaply the way with lower recent costs is used (trial-costs.ts). A program that cannot
 * be instrumented is always rebuilt. Multi-word formats have their own instrumented program and costs (wide-trials.ts).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Artifact } from '../../execution/engine.js';
import type { TrialRecord } from '../../journal/records.js';
import { isSummed, isWider } from '../../numerics/format.js';
import type { Configuration } from '../../space/resolve.js';
import { Turns } from '../../support/turns.js';
import { type Emulation, isRefusal, reasonOf } from '../../workbench/attempts.js';
import type { InputBaseline } from '../judging/baseline.js';
import { type Finding, judgeRuns } from '../judging/judge-runs.js';
import { EmulatedBaseline, type RunnerContext } from './emulated-baseline.js';
import { RunCache } from './run-cache.js';
import { TrialCosts } from './trial-costs.js';
import { type TrialCircumstances, WideTrials } from './wide-trials.js';

export type How = TrialRecord['how'];

/** A configuration without a program. */
export interface Unbuilt {
  readonly outcome: 'infeasible' | 'build-failed';
  readonly error: null;
  readonly evidence: string;
  readonly outputs: Finding['outputs'];
  readonly artifact: null;
}

/** A program that was built before it was proposed. */
export interface BuiltBefore {
  readonly configuration: Configuration;
  readonly artifact: Artifact;
  readonly buildMs: number;
}

export interface RunnerOptions extends TrialCircumstances {
  /** Build time of the original program. */
  readonly buildMs: number;
  /** Limits the number of programs that run at the same time. */
  readonly turns: Turns;
  readonly before: BuiltBefore | null;
}

/** Longest compiler message in a record, in characters. */
const MOST_EVIDENCE = 2000;

export class TrialRunner {
  emulatedRuns = 0;
  builtVariants = 0;
  slowestBuildMs = 0;
  readonly costs: TrialCosts;
  /** The instrumented program under the original formats. */
  readonly original: EmulatedBaseline;
  private readonly wide: WideTrials;
  private readonly cache = new RunCache();
  /** An emulated trial that estimates the cost of the others. */
  private sample: Promise<Finding | null> | null = null;

  private constructor(
    private readonly context: RunnerContext,
    private readonly options: RunnerOptions,
  ) {
    const { bench, judge } = context;
    this.costs = new TrialCosts(bench.capabilities);
    this.original = new EmulatedBaseline(context, this.costs);
    this.wide = new WideTrials(bench.capabilities, judge.goal.metric, options);
  }

  /**
   * Runs the emulated baseline first, unless the program of the first trial was built `before`: then it is postponed until the second trial.
   */
  static async prepare(context: RunnerContext, given: Partial<RunnerOptions> = {}): Promise<TrialRunner> {
    const turns = new Turns(Number.POSITIVE_INFINITY);
    const quiet = { timesAccepted: false, onNotEmulated: () => undefined };
    const options: RunnerOptions = { buildMs: 0, turns, before: null, ...quiet, ...given };
    const runner = new TrialRunner(context, options);
    if (!options.before && !options.buildsEvery) await runner.original.run();
    runner.costs.noteBuilt(options.buildMs);
    runner.costs.noteBuiltRun(context.baselines.reduce((sum, { record }) => sum + (record.durationsMs[0] ?? 0), 0));
    return runner;
  }

  /** Baselines of the tuning inputs. */
  get baselines(): readonly InputBaseline[] {
    return this.context.baselines;
  }

  /** Why trials cannot be emulated; null if they can. */
  get cannotEmulate(): string | null {
    return this.original.cannotEmulate;
  }

  /** The input for probes; null if probes would not save enough time. */
  get quickInput(): InputBaseline | null {
    return this.cannotEmulate === null ? this.costs.quickInput(this.baselines) : null;
  }

  /** `sideBySide`: number of trials judged at the same time, whose builds share the machine. */
  async judgeAccuracy(
    configuration: Configuration,
    sideBySide = 1,
  ): Promise<(Finding | Unbuilt) & { readonly how: How; readonly buildMsBefore?: number }> {
    const { before, buildsEvery } = this.options;
    if (before && isSame(configuration, before.configuration)) {
      const { artifact, buildMs } = before;
      return {
        ...(await this.rebuild(configuration, this.baselines, artifact)),
        how: 'rebuilt',
        buildMsBefore: buildMs,
      };
    }
    if (buildsEvery && !isWide(configuration)) return { ...(await this.rebuild(configuration)), how: 'rebuilt' };
    await this.original.run();
    // each block size would need an instrumented build of its own
    const hasOtherBlocks = Boolean(configuration.blocks?.size);
    if (isWide(configuration) && !hasOtherBlocks) return this.judgeWide(configuration, sideBySide);
    if (!hasOtherBlocks && this.cannotEmulate === null && this.costs.isCloseCall(sideBySide)) {
      const isFirst = this.sample === null;
      this.sample ??= this.emulate(configuration);
      const finding = await this.sample;
      if (isFirst && finding) return { ...finding, how: 'emulated' };
    }
    const way = hasOtherBlocks ? 'rebuilt' : this.choose(sideBySide);
    const finding = way === 'emulated' ? await this.emulate(configuration) : null;
    if (finding) return { ...finding, how: 'emulated' };
    return { ...(await this.rebuild(configuration)), how: 'rebuilt' };
  }

  private async judgeWide(
    configuration: Configuration,
    sideBySide: number,
  ): Promise<(Finding | Unbuilt) & { readonly how: How }> {
    const isEmulated = this.cannotEmulate === null && (await this.wide.areEmulated((one) => this.emulate(one)));
    const emulated = isEmulated ? await this.emulate(configuration) : null;
    if (emulated) return { ...emulated, how: 'emulated' };
    const started = performance.now();
    const finding = await this.rebuild(configuration);
    const builders = this.context.bench.capabilities.sharesMachine ? 1 : sideBySide;
    if (finding.artifact) this.wide.noteBuilt(configuration, finding, (performance.now() - started) / builders);
    return { ...finding, how: 'rebuilt' };
  }

  /** Null if the configuration cannot be emulated and must be built. */
  async emulate(configuration: Configuration, baselines = this.baselines): Promise<Finding | null> {
    if (!this.original.isKnownOn(baselines)) await this.original.run();
    if (this.cannotEmulate !== null) return null;
    const { judge, place } = this.context;
    return this.options.turns.take(async () => {
      const started = performance.now();
      const isKnown = baselines.some(({ input }) => this.cache.find(configuration, input.name) !== null);
      let runsMs = 0;
      const finding = await judgeRuns(judge, place, baselines, async (baseline) => {
        const outcome = await this.emulateOnce(configuration, baseline);
        if ('durationMs' in outcome) runsMs += outcome.durationMs;
        return outcome;
      });
      // only runs on all inputs are recorded as costs
      const isOfAll = !isKnown && baselines === this.baselines;
      if (isOfAll && !isWide(configuration)) this.costs.noteEmulated(performance.now() - started);
      if ('kind' in finding) return null;
      // without build time, which the first wide trial includes
      if (isOfAll && isWide(configuration)) this.wide.costs.noteEmulated(runsMs, finding.outcome === 'accurate');
      return finding;
    });
  }

  /** Runs are cached only if the engine is exact: GPU runs may not be repeatable. */
  private async emulateOnce(configuration: Configuration, baseline: InputBaseline): Promise<Emulation> {
    const { name } = baseline.input;
    const known = this.cache.find(configuration, name);
    if (known) return known;
    this.emulatedRuns++;
    const outcome = isWide(configuration)
      ? await this.emulateWide(configuration, baseline)
      : await this.context.bench.runs.tryEmulate(configuration, this.original.limitsFor(baseline));
    if ('durationMs' in outcome && !isWide(configuration)) this.costs.noteRun(baseline.input, outcome.durationMs);
    if (this.context.bench.capabilities.isExact && !isRefusal(outcome)) this.cache.keep(configuration, name, outcome);
    return outcome;
  }

  private async emulateWide(configuration: Configuration, baseline: InputBaseline): Promise<Emulation> {
    const outcome = await this.context.bench.runs.tryEmulate(
      configuration,
      this.context.limitsFor(baseline),
      printedDigits(configuration),
    );
    if (outcome.kind === 'not-instrumented') this.wide.refuse(reasonOf(outcome));
    return isRefusal(outcome) ? outcome : (this.wide.refusalOf(outcome, baseline.input.name) ?? outcome);
  }

  /** `ready`: the configuration's program, if it is already built. */
  async rebuild(
    configuration: Configuration,
    baselines = this.baselines,
    ready?: Artifact,
  ): Promise<(Finding & { artifact: Artifact }) | Unbuilt> {
    const started = performance.now();
    this.builtVariants++;
    const { before, turns } = this.options;
    const known = ready ?? (before && isSame(configuration, before.configuration) ? before.artifact : null);
    const built = known ?? (await this.build(configuration));
    if ('outcome' in built) return built;
    const buildMs = performance.now() - started;
    return turns.take(async () => {
      const startMs = performance.now();
      const { bench, judge, place } = this.context;
      const finding = await judgeRuns<never>(judge, place, baselines, (baseline) =>
        bench.runs.run(built, this.original.limitsWhenBuilt(baseline)),
      );
      if (!ready && !isWide(configuration)) this.costs.noteBuilt(built.tookMs ?? buildMs);
      if (!isWide(configuration)) this.costs.noteBuiltRun(performance.now() - startMs);
      return { ...finding, artifact: built };
    });
  }

  private async build(configuration: Configuration): Promise<Artifact | Unbuilt> {
    const started = performance.now();
    const building = await this.options.turns.beside(() =>
      this.context.bench.variants.tryBuild(configuration, undefined, printedDigits(configuration)),
    );
    this.slowestBuildMs = Math.max(this.slowestBuildMs, performance.now() - started);
    if (building.kind === 'built') return building.artifact;
    const words = building.message.findings.map(({ text }) => text).join('; ');
    const evidence = words.slice(0, MOST_EVIDENCE);
    return { outcome: building.kind, error: null, evidence, outputs: new Map(), artifact: null };
  }

  private choose(sideBySide: number): 'emulated' | 'rebuilt' {
    return this.cannotEmulate === null ? this.costs.cheaperWay(sideBySide) : 'rebuilt';
  }
}

/** Numbers wider than fp64 are printed with all their digits, because the error is measured from the printed text. */
export function printedDigits({ sites }: Configuration): 'as-written' | 'full' {
  return [...sites.values()].some((format) => isWider(format, 'fp64')) ? 'full' : 'as-written';
}

function isSame(one: Configuration, other: Configuration): boolean {
  return isDeepStrictEqual(withoutEmpty(one), withoutEmpty(other));
}

function withoutEmpty({ sites, operations, accumulators, blocks }: Configuration) {
  return [sites, operations, accumulators, blocks].map((one) => one ?? new Map());
}

/** Whether a format is a sum of several fp64 or fp32 words, implemented as a class. */
function isWide({ sites, operations }: Configuration): boolean {
  return [...sites.values(), ...operations.values()].some(isSummed);
}
