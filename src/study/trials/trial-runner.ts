/**
 * Judges the accuracy of a configuration: emulated in the one instrumented build, or rebuilt from the rewritten source. Where a compiler
 * is fast and a run is long, rebuilding is cheaper: on an engine that rebuilds cheaply each goes the way that has cost less of late. The
 * baseline, emulated, says what the first would take the one way, and the program as written, built and run, what the other. What
 * cannot be instrumented is rebuilt every time. Formats of several parts have an instrumented program and costs of their own (wide-trials.ts).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Artifact } from '../../execution/engine.js';
import type { OutputPlace, TrialRecord } from '../../journal/records.js';
import { median } from '../../numerics/bootstrap.js';
import { isSummed, isWider } from '../../numerics/format.js';
import { baselineConfiguration, type Configuration } from '../../space/resolve.js';
import { Turns } from '../../support/turns.js';
import { type Emulation, isRefusal, reasonOf, required } from '../../workbench/attempts.js';
import type { Bench } from '../../workbench/bench.js';
import { atMost } from '../../workbench/run-limits.js';
import type { RunLimits } from '../../workbench/workbench.js';
import type { InputBaseline } from '../judging/baseline.js';
import type { OutputJudge } from '../judging/judge-output.js';
import { type Finding, judgeRuns } from '../judging/judge-runs.js';
import { isOfOneThread } from '../judging/one-thread.js';
import { outputOfRun } from '../judging/program-output.js';
import { RunCache } from './run-cache.js';
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

/** A run that takes this many times as long as the emulated baseline, and some seconds more, hangs. */
const PATIENCE = 10;
const LEAST_PATIENCE_MS = 10_000;
/** Runs on all inputs that take so long are saved where one input takes at most this part of it. */
const LONG_MS = 200;
const QUICK = 0.2;
/** Of what building the program as written took, several that are built side by side may well take no more than this. */
const FIRST_BUILD = 0.5;
/** So many times as long as rebuilding, an emulated run is worth trying once more before many are rebuilt. */
const CLOSE_CALL = 4;
/** Characters of what a compiler said. */
const MOST_EVIDENCE = 2000;

export class TrialRunner {
  emulatedRuns = 0;
  builtVariants = 0;
  slowestBuildMs = 0;
  private readonly costsMs = { emulated: [] as number[], built: [] as number[], run: [] as number[] };
  /** Why the instrumented program says nothing about this one; null where it does. */
  cannotEmulate: string | null = null;
  /** That is because the original runs several threads; in one thread it prints what the instrumented program prints. */
  isOfOneThread = false;
  private readonly wide: WideTrials;
  private readonly timeouts = new Map<string, number>();
  private readonly kept = new RunCache();
  /** By input, the shortest emulated run of its own. */
  private readonly shortestMs = new Map<string, number>();
  /** Where the first trial needs no emulation, the baseline is emulated on the other inputs after it. */
  private otherBaselines: Promise<void> | null = null;
  /** One emulated trial that says what the others would take. */
  private sample: Promise<Finding | null> | null = null;

  private constructor(
    private readonly bench: Bench,
    private readonly judge: OutputJudge,
    private readonly place: OutputPlace,
    /** Of the inputs it is tuned on. */
    readonly baselines: readonly InputBaseline[],
    private readonly limitsFor: (baseline: InputBaseline) => RunLimits,
    /** Programs run so many at a time, however many are built side by side. */
    private readonly turns: Turns,
    private readonly before: BuiltBefore | null,
    private readonly circumstances: TrialCircumstances,
  ) {
    this.wide = new WideTrials(bench.capabilities, judge.goal.metric, circumstances);
  }

  /**
   * Emulates the baseline first: its output must be the original's, and its time says how long a trial may take. Where a program was built
   * `before`, for the first trial, that waits until the second.
   */
  static async prepare(
    bench: Bench,
    judge: OutputJudge,
    place: OutputPlace,
    baselines: readonly InputBaseline[],
    limitsFor: (baseline: InputBaseline) => RunLimits,
    /** What it took to build the program as written. */
    buildMs = 0,
    turns = new Turns(Number.POSITIVE_INFINITY),
    before: BuiltBefore | null = null,
    circumstances: TrialCircumstances = { timesWhatPasses: false, onNotEmulated: () => undefined },
  ): Promise<TrialRunner> {
    const runner = new TrialRunner(bench, judge, place, baselines, limitsFor, turns, before, circumstances);
    const msOf = ({ record }: InputBaseline) => record.durationsMs[0] ?? 0;
    if (!before && !circumstances.buildsEvery) await runner.emulateOthers();
    const runMs = baselines.reduce((sum, one) => sum + msOf(one), 0);
    runner.costsMs.built.push(buildMs);
    runner.costsMs.run.push(runMs);
    return runner;
  }

  /** `sideBySide`: so many are judged at the same time, whose builds share the machine. */
  async judgeAccuracy(
    configuration: Configuration,
    sideBySide = 1,
  ): Promise<(Finding | Unbuilt) & { readonly how: How; readonly buildMsBefore?: number }> {
    const { before } = this;
    if (before && isSame(configuration, before.configuration)) {
      const { artifact, buildMs } = before;
      return {
        ...(await this.rebuild(configuration, this.baselines, artifact)),
        how: 'rebuilt',
        buildMsBefore: buildMs,
      };
    }
    if (this.circumstances.buildsEvery && !isWide(configuration))
      return { ...(await this.rebuild(configuration)), how: 'rebuilt' };
    await this.emulateOthers();
    // an instrumented program of other blocks would be a build for each of their sizes
    const hasOtherBlocks = Boolean(configuration.blocks?.size);
    if (isWide(configuration) && !hasOtherBlocks) return this.judgeWide(configuration, sideBySide);
    if (!hasOtherBlocks && this.isCloseCall(sideBySide)) {
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
    const builders = this.bench.capabilities.sharesMachine ? 1 : sideBySide;
    if (finding.artifact) this.wide.noteBuilt(configuration, finding, (performance.now() - started) / builders);
    return { ...finding, how: 'rebuilt' };
  }

  /** Null where the configuration cannot be emulated: only its own build can tell then. */
  async emulate(configuration: Configuration, baselines = this.baselines): Promise<Finding | null> {
    if (baselines.some(({ input }) => !this.timeouts.has(input.name))) await this.emulateOthers();
    if (this.cannotEmulate !== null) return null;
    return this.turns.take(async () => {
      const started = performance.now();
      const isKnown = baselines.some(({ input }) => this.kept.find(configuration, input.name) !== null);
      let runsMs = 0;
      const finding = await judgeRuns(this.judge, this.place, baselines, async (baseline) => {
        const outcome = await this.emulateOnce(configuration, baseline);
        if ('durationMs' in outcome) runsMs += outcome.durationMs;
        return outcome;
      });
      // a run on one of the inputs says nothing of what all of them take
      const isOfAll = !isKnown && baselines === this.baselines;
      if (isOfAll && !isWide(configuration)) this.costsMs.emulated.push(performance.now() - started);
      if ('kind' in finding) return null;
      // the first of them also built the program
      if (isOfAll && isWide(configuration)) this.wide.costs.noteEmulated(runsMs, finding.outcome === 'accurate');
      return finding;
    });
  }

  /** On a GPU a run need not repeat itself: there each is one of its own. */
  private async emulateOnce(configuration: Configuration, baseline: InputBaseline): Promise<Emulation> {
    const { name } = baseline.input;
    const known = this.kept.find(configuration, name);
    if (known) return known;
    this.emulatedRuns++;
    const outcome = isWide(configuration)
      ? await this.emulateWide(configuration, baseline)
      : await this.bench.tryEmulate(configuration, this.patient(baseline));
    if ('durationMs' in outcome && !isWide(configuration)) this.note(name, outcome.durationMs);
    if (this.bench.capabilities.isExact && !isRefusal(outcome)) this.kept.keep(configuration, name, outcome);
    return outcome;
  }

  private async emulateWide(configuration: Configuration, baseline: InputBaseline): Promise<Emulation> {
    const outcome = await this.bench.tryEmulate(configuration, this.limitsFor(baseline), printedDigits(configuration));
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
    const isBefore = this.before !== null && isSame(configuration, this.before.configuration);
    const built = ready ?? (isBefore ? this.before!.artifact : await this.build(configuration));
    if ('outcome' in built) return built;
    const buildMs = performance.now() - started;
    return this.turns.take(async () => {
      const begun = performance.now();
      const finding = await judgeRuns<never>(this.judge, this.place, baselines, (baseline) =>
        this.bench.run(built, this.patientWhenBuilt(baseline)),
      );
      if (!ready && !isWide(configuration)) this.costsMs.built.push(built.tookMs ?? buildMs);
      if (!isWide(configuration)) this.costsMs.run.push(performance.now() - begun);
      return { ...finding, artifact: built };
    });
  }

  private note(input: string, durationMs: number): void {
    this.shortestMs.set(input, Math.min(durationMs, this.shortestMs.get(input) ?? Number.POSITIVE_INFINITY));
  }

  /** An input that is emulated in a small part of the time that all of them take, where that is long enough to matter; null where there is none. */
  get quickInput(): InputBaseline | null {
    if (this.cannotEmulate !== null || this.baselines.length < 2) return null;
    const msOf = ({ input }: InputBaseline) => this.shortestMs.get(input.name) ?? Number.POSITIVE_INFINITY;
    const emulatedMs = this.baselines.reduce((sum, one) => sum + msOf(one), 0);
    const totalMs = this.choose() === 'emulated' ? emulatedMs : Math.min(emulatedMs, this.rebuiltMs(1));
    const [quickest] = this.baselines.toSorted((a, b) => msOf(a) - msOf(b));
    return quickest && totalMs >= LONG_MS && msOf(quickest) <= QUICK * totalMs ? quickest : null;
  }

  /** On every input it is tuned on, of late. */
  get emulatedMs(): number {
    const { emulated } = this.costsMs;
    return emulated.length === 0 ? 0 : ofLate(emulated);
  }

  /** On the input on which that is shortest. */
  get shortestEmulatedMs(): number {
    return this.shortestMs.size === 0 ? this.emulatedMs : Math.min(...this.shortestMs.values());
  }

  private async build(configuration: Configuration): Promise<Artifact | Unbuilt> {
    const started = performance.now();
    const building = await this.turns.beside(() =>
      this.bench.tryVariant(configuration, undefined, printedDigits(configuration)),
    );
    this.slowestBuildMs = Math.max(this.slowestBuildMs, performance.now() - started);
    if (building.kind === 'built') return building.artifact;
    const words = building.message.findings.map(({ text }) => text).join('; ');
    const evidence = words.slice(0, MOST_EVIDENCE);
    return { outcome: building.kind, error: null, evidence, outputs: new Map(), artifact: null };
  }

  private choose(sideBySide = 1): 'emulated' | 'rebuilt' {
    if (this.cannotEmulate !== null) return 'rebuilt';
    if (!this.bench.capabilities.rebuildsCheaply) return 'emulated';
    return ofLate(this.costsMs.emulated) <= this.rebuiltMs(sideBySide) ? 'emulated' : 'rebuilt';
  }

  /** True where several would be rebuilt because of what the first emulated runs took, which also started what serves the others: one more says better. */
  private isCloseCall(sideBySide: number): boolean {
    if (sideBySide === 1 || this.costsMs.emulated.length > 1 || this.choose(sideBySide) === 'emulated') return false;
    return this.cannotEmulate === null && ofLate(this.costsMs.emulated) <= CLOSE_CALL * this.rebuiltMs(sideBySide);
  }

  /** Of each of so many: where programs run one by one, only their builds share the time. */
  private rebuiltMs(sideBySide: number): number {
    const builders = this.bench.capabilities.sharesMachine ? 1 : sideBySide;
    const { built, run } = this.costsMs;
    // before any was, the program as written says it, which was the first there and built beside the instrumented one
    const doubt = builders > 1 && built.length === 1 ? FIRST_BUILD : 1;
    return (doubt * ofLate(built)) / builders + ofLate(run);
  }

  get hasEmulatedAll(): boolean {
    return this.otherBaselines !== null || this.cannotEmulate !== null;
  }

  /** The baseline, on the inputs on which it has not been. */
  emulateOthers(): Promise<void> {
    this.otherBaselines ??= this.emulateBaseline(
      this.baselines.filter(({ input }) => !this.timeouts.has(input.name)),
    ).then(async () => {
      if (this.cannotEmulate !== null) return;
      await this.emulateFirstAgain();
      const totalMs = this.baselines.reduce((sum, { input }) => sum + (this.shortestMs.get(input.name) ?? 0), 0);
      this.costsMs.emulated.push(totalMs);
    });
    this.otherBaselines.catch(() => {
      this.otherBaselines = null;
    });
    return this.otherBaselines;
  }

  /** The first run of all also starts what serves the others: where that is much of it, the same again says what one takes. */
  private async emulateFirstAgain(): Promise<void> {
    const [first, ...others] = this.baselines;
    const msOf = ({ input }: InputBaseline) => this.shortestMs.get(input.name) ?? 0;
    const isShortest = first && others.length > 0 && others.every((one) => msOf(one) >= msOf(first));
    if (!isShortest || !this.bench.capabilities.rebuildsCheaply) return;
    const again = await this.bench.tryEmulate(baselineConfiguration, this.patient(first));
    if ('durationMs' in again && again.kind === 'exited') this.note(first.input.name, again.durationMs);
  }

  private async emulateBaseline(baselines: readonly InputBaseline[]): Promise<void> {
    for (const baseline of baselines) {
      if (this.cannotEmulate !== null) return;
      const emulation = await this.bench.tryEmulate(baselineConfiguration, this.limitsFor(baseline));
      if (emulation.kind === 'not-instrumented') {
        this.cannotEmulate = reasonOf(emulation);
        return;
      }
      const outcome = required(emulation);
      const output = outputOfRun(this.place, outcome);
      const isSame = output?.bytes.equals(baseline.output.bytes) ?? false;
      const isExpectedSame = this.bench.capabilities.isExact && !isSame && (await this.repeats(baseline));
      if (isExpectedSame && output && (await isOfOneThread(this.bench, this.place, this.limitsFor(baseline), output))) {
        this.isOfOneThread = true;
        this.cannotEmulate = `${baseline.input.name}: emulated, it would have one thread, where it prints something else than in several (-fopenmp)`;
      } else if (isExpectedSame)
        this.cannotEmulate = `${baseline.input.name}: instrumented, it prints something else than as written (a bug of mantissa: mantissa check shows it)`;
      else if (!isSame && !(output && (await this.isWithin(baseline, output))))
        this.cannotEmulate = `${baseline.input.name}: instrumented, the baseline misses the goal itself`;
      // the program's own time: the first run also built it
      const durationMs = 'durationMs' in outcome ? outcome.durationMs : 0;
      this.note(baseline.input.name, durationMs);
      this.timeouts.set(baseline.input.name, LEAST_PATIENCE_MS + PATIENCE * durationMs);
    }
  }

  /** Whether the original prints the same bytes every time; no more can be asked of the instrumented one. */
  private async repeats(baseline: InputBaseline): Promise<boolean> {
    if (baseline.record.noise > 0) return false;
    const outcome = await this.bench.runOriginal(this.limitsFor(baseline));
    const again = outputOfRun(this.place, outcome);
    return again?.bytes.equals(baseline.output.bytes) ?? false;
  }

  private async isWithin(baseline: InputBaseline, output: InputBaseline['output']): Promise<boolean> {
    return (await this.judge.judge(baseline.input.name, baseline.expected, output)).kind === 'within';
  }

  private patient(baseline: InputBaseline): RunLimits {
    return atMost(this.limitsFor(baseline), this.timeouts.get(baseline.input.name) ?? Number.POSITIVE_INFINITY);
  }

  /** Built, it should take about as long as the program as written does. */
  private patientWhenBuilt(baseline: InputBaseline): RunLimits {
    const [asWrittenMs = Number.POSITIVE_INFINITY] = baseline.record.durationsMs;
    return atMost(this.patient(baseline), LEAST_PATIENCE_MS + PATIENCE * asWrittenMs);
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

/** A single run may have met a busy moment of the machine. */
function ofLate(costsMs: readonly number[]): number {
  return median(costsMs.slice(-5));
}
