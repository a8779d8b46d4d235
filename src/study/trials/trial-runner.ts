/**
 * Judges the accuracy of a configuration: emulated in the one instrumented build, or rebuilt from the rewritten source. Where a compiler
 * is fast and a run is long, rebuilding is cheaper: on an engine that rebuilds cheaply each goes the way that has cost less of late
 * (trial-costs.ts). What cannot be instrumented is rebuilt every time. Formats of several parts have an instrumented program and costs of
 * their own (wide-trials.ts).
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

/** A configuration of which there is no program. */
export interface Unbuilt {
  readonly outcome: 'infeasible' | 'build-failed';
  readonly error: null;
  readonly evidence: string;
  readonly outputs: Finding['outputs'];
  readonly artifact: null;
}

/** A configuration whose program was built before anybody asked for it, and what that took. */
export interface BuiltBefore {
  readonly configuration: Configuration;
  readonly artifact: Artifact;
  readonly buildMs: number;
}

export interface RunnerOptions extends TrialCircumstances {
  /** What it took to build the original program. */
  readonly buildMs: number;
  /** Programs run so many at a time, however many are built side by side. */
  readonly turns: Turns;
  readonly before: BuiltBefore | null;
}

/** Characters of what a compiler said. */
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
  /** One emulated trial that says what the others would take. */
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
   * Emulates the baseline first: its output must be the original's, and its time says how long a trial may take. Where a program was built
   * `before`, for the first trial, that waits until the second.
   */
  static async prepare(context: RunnerContext, given: Partial<RunnerOptions> = {}): Promise<TrialRunner> {
    const turns = new Turns(Number.POSITIVE_INFINITY);
    const quiet = { timesWhatPasses: false, onNotEmulated: () => undefined };
    const options: RunnerOptions = { buildMs: 0, turns, before: null, ...quiet, ...given };
    const runner = new TrialRunner(context, options);
    if (!options.before && !options.buildsEvery) await runner.original.run();
    runner.costs.noteBuilt(options.buildMs);
    runner.costs.noteBuiltRun(context.baselines.reduce((sum, { record }) => sum + (record.durationsMs[0] ?? 0), 0));
    return runner;
  }

  /** Of the inputs it is tuned on. */
  get baselines(): readonly InputBaseline[] {
    return this.context.baselines;
  }

  /** Why the instrumented program says nothing about this one; null where it does. */
  get cannotEmulate(): string | null {
    return this.original.cannotEmulate;
  }

  /** An input that is emulated in a small part of the time that all of them take, where that is long enough to matter; null where there is none. */
  get quickInput(): InputBaseline | null {
    return this.cannotEmulate === null ? this.costs.quickInput(this.baselines) : null;
  }

  /** `sideBySide`: so many are judged at the same time, whose builds share the machine. */
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
    // an instrumented program of other blocks would be a build for each of their sizes
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

  /** Null where the configuration cannot be emulated: only its own build can tell then. */
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
      // a run on one of the inputs says nothing of what all of them take
      const isOfAll = !isKnown && baselines === this.baselines;
      if (isOfAll && !isWide(configuration)) this.costs.noteEmulated(performance.now() - started);
      if ('kind' in finding) return null;
      // the first of them also built the program
      if (isOfAll && isWide(configuration)) this.wide.costs.noteEmulated(runsMs, finding.outcome === 'accurate');
      return finding;
    });
  }

  /** On a GPU a run need not repeat itself: there each is one of its own. */
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

  /** `ready` is the configuration's program, where it has been built already. */
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
      const begun = performance.now();
      const { bench, judge, place } = this.context;
      const finding = await judgeRuns<never>(judge, place, baselines, (baseline) =>
        bench.runs.run(built, this.original.limitsWhenBuilt(baseline)),
      );
      if (!ready && !isWide(configuration)) this.costs.noteBuilt(built.tookMs ?? buildMs);
      if (!isWide(configuration)) this.costs.noteBuiltRun(performance.now() - begun);
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

/** What a program prints of numbers beyond fp64 is what its error is measured by: all of it. */
export function printedDigits({ sites }: Configuration): 'as-written' | 'full' {
  return [...sites.values()].some((format) => isWider(format, 'fp64')) ? 'full' : 'as-written';
}

function isSame(one: Configuration, other: Configuration): boolean {
  return isDeepStrictEqual(withoutEmpty(one), withoutEmpty(other));
}

function withoutEmpty({ sites, operations, accumulators, blocks }: Configuration) {
  return [sites, operations, accumulators, blocks].map((one) => one ?? new Map());
}

/** With formats of several parts, which classes carry. */
function isWide({ sites, operations }: Configuration): boolean {
  return [...sites.values(), ...operations.values()].some(isSummed);
}
