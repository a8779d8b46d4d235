/**
 * What a study needs before its first trial, each made when it is first asked for and remembered in the journal: the baseline of every
 * input, the instrumented program, how often its operations run, how far their fp32 twins are off.
 */

import type { ExecutionCounts } from '../../analysis/performance-model.js';
import type { RunOutcome } from '../../execution/engine.js';
import type { Journal } from '../../journal/journal.js';
import type { BaselineRecord, ProfileRecord, StudyInput } from '../../journal/records.js';
import { profileKey } from '../../journal/replay.js';
import { isWider } from '../../numerics/format.js';
import { Turns } from '../../support/turns.js';
import { type Bench, isModelled } from '../../workbench/bench.js';
import type { CountingMode, OperationProfile, Profile } from '../../workbench/profile-report.js';
import { checkSourcesUnchanged } from '../../workbench/unchanged-sources.js';
import type { RunLimits } from '../../workbench/workbench.js';
import { rangesMatter } from '../formats/observed-ranges.js';
import { establishBaseline, type InputBaseline } from '../judging/baseline.js';
import type { OutputJudge } from '../judging/judge-output.js';
import { filesToCollect } from '../judging/program-output.js';
import type { StudyEvent, StudyPlan } from '../plan.js';
import { reportedStep } from '../reported-step.js';
import { TuningSpace } from '../search-space.js';
import type { SeenCosts, StudyTime } from '../time/study-time.js';
import { type BuiltBefore, TrialRunner } from '../trials/trial-runner.js';
import { recallProfile, recordProfile } from './recorded-profile.js';

const PROFILES: Readonly<Record<ProfileRecord['mode'], string>> = {
  count: 'counting how often each operation runs',
  shadow: 'computing every operation in fp32 beside itself',
};

const INSTRUMENTED = 'running the instrumented program as written';
/** The program as written, instrumented and counted. */
const ALWAYS_BUILT = 3;
/** Of the longest input's time. */
const MATTERS = 0.05;
/** An input that takes so many times as long as another is what the time goes to. */
export const MUCH_LONGER = 4;

export class Preparation {
  private readonly baselines = new Map<string, Promise<InputBaseline>>();
  private trials: Promise<TrialRunner> | null = null;
  private readonly profiles = new Map<ProfileRecord['mode'], Promise<Profile | null>>();
  private plainMs: number | null = null;
  private original: Promise<void> | null = null;
  private buildMs = 0;
  private hasBegunBuilds = false;
  private firstTrial: Promise<BuiltBefore | null> | null = null;
  private readonly groups: TuningSpace;
  private hasToldWhy = false;
  private hasToldWhyWide = false;
  /** Of counted runs. */
  readonly counting: CountingMode;
  /** Of whatever runs, is built or is timed. */
  readonly turns: Turns;
  /** The runner, once it has been made: what it has run so far. */
  made: TrialRunner | null = null;

  constructor(
    private readonly bench: Bench,
    private readonly plan: StudyPlan,
    private readonly journal: Journal,
    private readonly judge: OutputJudge,
    private readonly time: StudyTime,
    private readonly report: (event: StudyEvent) => void,
  ) {
    this.turns = new Turns(Math.max(1, plan.jobs));
    this.groups = new TuningSpace(bench, plan.formats, plan.scope);
    this.counting = rangesMatter(this.groups.rangedGroups) ? 'count-ranges' : 'count';
  }

  /** What builds and runs have taken so far. */
  get costs(): Omit<SeenCosts, 'isBuilt' | 'unasked'> {
    const { buildMs, made } = this;
    const { baselines } = this.journal.state;
    const runMs = (inputs: readonly StudyInput[]) =>
      inputs.reduce((sum, { name }) => sum + leastOf(baselines.get(name)?.durationsMs ?? []), 0);
    const heldOut = this.plan.inputs.filter((one) => one.heldOut && !one.timed);
    const seen = heldOut.filter(({ name }) => baselines.has(name)).length;
    const { slowestBuildMs = 0, emulatedMs = 0, shortestEmulatedMs = 0 } = made ?? {};
    return {
      buildMs: Math.max(buildMs, slowestBuildMs),
      ...{
        runMs: runMs(this.tuningInputs()),
        timedMs: runMs(this.timedInputs()),
        forTimingMs: runMs(this.inputsForTiming),
      },
      heldOut: { seen, unseen: heldOut.length - seen },
      ...{ emulateMs: emulatedMs, shortestMs: shortestEmulatedMs },
    };
  }

  /** Inputs the search may see. */
  tuningInputs(): StudyInput[] {
    return this.plan.inputs.filter(({ heldOut }) => !heldOut);
  }

  /**
   * Inputs whose times are compared: those that the project names for timing. Where it names none, those that the search sees, without
   * inputs that take next to nothing beside the longest, unless the program prints its own figure.
   */
  timedInputs(): StudyInput[] {
    const named = this.plan.inputs.filter(({ timed }) => timed);
    if (named.length > 0) return named;
    const inputs = this.tuningInputs();
    if (this.plan.merit !== null) return inputs;
    const times = inputs.map(({ name }) => baselineMs(this.journal.state.baselines.get(name)));
    const longest = Math.max(...times);
    return inputs.filter((_, at) => times[at]! >= MATTERS * longest);
  }

  /** Inputs that are for timing alone. */
  private get inputsForTiming(): StudyInput[] {
    return this.plan.inputs.filter(({ heldOut, timed }) => heldOut && timed);
  }

  /** Where the GPU's clock has seen them: the first of those that take longest, if that is much longer than the counted one, the first, does. */
  longestInput(): StudyInput | null {
    const inputs = new Set([...this.tuningInputs(), ...this.timedInputs()]);
    const [first, ...others] = [...inputs].map((input) => {
      const record = this.journal.state.baselines.get(input.name);
      return { input, ms: record?.gpu ? baselineMs(record) : 0 };
    });
    const longest = others.toSorted((a, b) => b.ms - a.ms)[0];
    return first && longest && longest.ms > MUCH_LONGER * first.ms ? longest.input : null;
  }

  limits(input: StudyInput): RunLimits {
    const { limits, output } = this.plan;
    const timeoutMs = this.time.runMs(limits.timeoutMs);
    const isRestOfTime = timeoutMs < limits.timeoutMs;
    return { ...limits, timeoutMs, isRestOfTime, arguments: input.arguments, collect: filesToCollect(output) };
  }

  baseline(input: StudyInput): Promise<InputBaseline> {
    let established = this.baselines.get(input.name);
    if (!established) {
      const known = this.journal.state.baselines.get(input.name) ?? null;
      established = this.establish(input, known);
      this.baselines.set(input.name, established);
    }
    return established;
  }

  private async establish(input: StudyInput, known: BaselineRecord | null): Promise<InputBaseline> {
    const { bench, judge, plan, journal } = this;
    await this.buildOriginal();
    const merit = isModelled(bench) ? null : plan.merit;
    const isPlanned = plan.strategy.dimensions === 'plan';
    const isWide = plan.formats.some((format) => isWider(format, 'fp64'));
    const baseline = await this.step(`running the program as written, on ${input.name}`, () =>
      establishBaseline(bench, judge, plan.output, input, this.limits(input), known, merit, isPlanned, isWide),
    );
    if (!known) journal.append(baseline.record);
    this.report({ kind: 'baseline', record: baseline.record });
    return baseline;
  }

  private buildOriginal(): Promise<void> {
    this.original ??= this.step('building the program as written', async () => {
      const begun = this.time.now();
      const { tookMs } = await this.bench.original();
      this.buildMs = tookMs ?? this.time.now() - begun; // one from the cache says nothing of what the next will take
    });
    return this.original;
  }

  private step<T>(what: string, work: () => Promise<T>): Promise<T> {
    return reportedStep(this.report, what, work);
  }

  /**
   * Everything that will be run before the first trial is built at the same time, as far as there are processors. What the program as
   * written is to be compared with is there when that has been run. Runs stay one after the other: a GPU is seen at work in some of them.
   */
  private beginBuilds(): void {
    if (this.hasBegunBuilds) return;
    this.hasBegunBuilds = true;
    const waiting = [
      () => this.buildOriginal(),
      ...(this.isFirstTrialKnown ? [() => this.buildFirstTrial()] : []),
      () => this.step('building the instrumented program', () => this.bench.prepare('emulate')),
      ...(this.knownProfile('count') || !this.willCount
        ? []
        : [() => this.step('building the counted program', () => this.bench.prepare(this.counting))]),
    ];
    const lane = async () => {
      for (let build = waiting.shift(); build; build = waiting.shift()) await build().catch(() => undefined); // told to who asks for it
    };
    for (let lanes = Math.min(this.plan.buildJobs, waiting.length); lanes > 0; lanes--) void lane();
  }

  /** Whether a profiling run is made before the search: the performance model needs it, and so do formats that cannot hold every value. */
  private get willCount(): boolean {
    return !this.plan.goesByClock || this.counting !== 'count';
  }

  /**
   * Everything narrow, where the search begins with that, programs run one by one, and there is a processor that would have nothing to build.
   * Such a trial needs no analysis and no instrumented program: it is judged, confirmed and timed before either.
   */
  get isFirstTrialKnown(): boolean {
    const { bench, journal, plan } = this;
    const { rebuildsCheaply, sharesMachine } = bench.capabilities;
    const hasIdleProcessor = rebuildsCheaply && !sharesMachine && plan.buildJobs > ALWAYS_BUILT;
    return (
      plan.strategy.begins === 'narrowest' &&
      this.counting === 'count' && // else what was seen decides what narrow is
      (hasIdleProcessor || plan.goesByClock === true) &&
      (bench.places ?? 0) === 0 &&
      journal.state.trials().length === 0 &&
      Object.keys(this.groups.narrowest).length > 0
    );
  }

  private buildFirstTrial(): Promise<BuiltBefore | null> {
    this.firstTrial ??= this.step('building everything narrow', async () => {
      const begun = this.time.now();
      const configuration = this.groups.configurationOf(this.groups.narrowest);
      const building = await this.bench.tryVariant(configuration);
      if (building.kind !== 'built') return null; // the trial will say why
      const { artifact } = building;
      return { configuration, artifact, buildMs: artifact.tookMs ?? this.time.now() - begun };
    });
    return this.firstTrial;
  }

  /** While it is built, the program as written runs on the held-out inputs. */
  private async firstTrialBesideRuns(): Promise<BuiltBefore | null> {
    const [before] = await Promise.all([this.buildFirstTrial(), this.allBaselines()]);
    return before;
  }

  allBaselines(): Promise<InputBaseline[]> {
    return Promise.all(this.plan.inputs.map((input) => this.baseline(input)));
  }

  /** Judges accuracy; the baselines come first, and the instrumented program must print what they print. */
  runner(): Promise<TrialRunner> {
    this.trials ??= this.makeRunner();
    return this.trials;
  }

  private async makeRunner(): Promise<TrialRunner> {
    const { bench, judge, plan } = this;
    this.beginBuilds();
    const baselines: InputBaseline[] = [];
    for (const input of this.tuningInputs()) baselines.push(await this.time.within(this.baseline(input)));
    for (const input of this.inputsForTiming) await this.time.within(this.baseline(input)); // how long it runs decides how much time is kept
    checkSourcesUnchanged(bench.program);
    const limitsFor = ({ input }: InputBaseline) => this.limits(input);
    const before = this.isFirstTrialKnown ? await this.time.within(this.firstTrialBesideRuns()) : null;
    const preparing = () =>
      TrialRunner.prepare(bench, judge, plan.output, baselines, limitsFor, this.buildMs, this.turns, before, {
        timesWhatPasses: plan.timing === 'every' && !isModelled(bench),
        buildsEvery: plan.goesByClock === true,
        onNotEmulated: (reason) => this.tellNotEmulated(reason),
      });
    const isEmulatedLater = before !== null || plan.goesByClock === true;
    this.made = await this.time.within(isEmulatedLater ? preparing() : this.step(INSTRUMENTED, preparing));
    this.tellWhetherEmulated(this.made);
    return this.made;
  }

  /** The instrumented program must print what the one as written does on every input: what of that waited for the first trial. */
  async finishRunner(): Promise<void> {
    const { made } = this;
    if (!made || made.hasEmulatedAll || this.plan.goesByClock) return;
    await this.emulateBaselines();
  }

  /** Runs the instrumented program under the original formats, where that has not been done. */
  async emulateBaselines(): Promise<void> {
    const made = await this.runner();
    if (made.hasEmulatedAll) return;
    await this.time.within(this.step(INSTRUMENTED, () => made.emulateOthers()));
    this.tellWhetherEmulated(made);
  }

  private tellWhetherEmulated({ cannotEmulate }: TrialRunner): void {
    if (cannotEmulate === null || this.hasToldWhy) return;
    this.hasToldWhy = true;
    this.report({ kind: 'note', text: `every trial is rebuilt, for it cannot be emulated: ${cannotEmulate}` });
  }

  private tellNotEmulated(reason: string): void {
    if (this.hasToldWhyWide) return;
    this.hasToldWhyWide = true;
    const text = `trials with formats of several parts are built, for they cannot be emulated: ${/^.*/.exec(reason)![0]}`;
    this.report({ kind: 'note', text });
  }

  /** On the first input; null where the program cannot be instrumented. */
  async profile(mode: ProfileRecord['mode']): Promise<readonly OperationProfile[] | null> {
    return (await this.profiled(mode))?.operations ?? null;
  }

  /** How often everything ran, for the performance model; null where the program cannot be instrumented. */
  async counts(): Promise<ExecutionCounts | null> {
    return (await this.profiled('count'))?.counts ?? null;
  }

  /** The same where a profiling run has been made; no run is made for it. */
  async knownCounts(): Promise<ExecutionCounts | null> {
    return this.profiles.has('count') || this.knownProfile('count') ? this.counts() : null;
  }

  /** What was stored into each site, and on which input; null where no format asks for it, or the program cannot be instrumented. */
  async ranges(): Promise<{ readonly seen: NonNullable<Profile['ranges']>; readonly input: string } | null> {
    if (this.counting === 'count') return null;
    const seen = (await this.profiled('count'))?.ranges ?? null;
    return seen && { seen, input: this.tuningInputs()[0]!.name };
  }

  private profiled(mode: ProfileRecord['mode']): Promise<Profile | null> {
    let profile = this.profiles.get(mode);
    if (!profile) {
      profile = this.takeProfile(mode);
      this.profiles.set(mode, profile);
      profile.catch(() => this.profiles.delete(mode)); // the time was up: what is done later has time of its own
    }
    return profile;
  }

  private get profiledInput(): StudyInput {
    return this.tuningInputs()[0]!;
  }

  private knownProfile(mode: ProfileRecord['mode']): ProfileRecord | undefined {
    return this.journal.state.profiles.get(profileKey(mode, this.profiledInput.name));
  }

  private async takeProfile(mode: ProfileRecord['mode']): Promise<Profile | null> {
    const input = this.profiledInput;
    const known = this.knownProfile(mode);
    if (known) return recallProfile(this.bench.program, known);
    await this.runner();
    await this.emulateBaselines();
    if (this.made!.cannotEmulate !== null) return null;
    const run = await this.time.within(
      this.step(PROFILES[mode], () =>
        this.bench.profileRun(mode === 'count' ? this.counting : mode, this.limits(input)),
      ),
    );
    const plainMs = mode === 'shadow' ? await this.plainTime(input) : null;
    const overhead = plainMs === null ? null : timeOf(run.outcome) / plainMs;
    this.journal.append({
      kind: 'profile',
      mode,
      input: input.name,
      ...recordProfile(this.bench.program, run),
      overhead: overhead !== null && Number.isFinite(overhead) ? overhead : null,
    });
    return run;
  }

  private async plainTime(input: StudyInput): Promise<number> {
    this.plainMs ??= timeOf(await this.time.within(this.bench.runOriginal(this.limits(input))));
    return this.plainMs;
  }
}

/** Of the kernels, where they were timed. */
function timeOf(outcome: RunOutcome): number {
  if (outcome.kind === 'not-started') return Number.NaN;
  return outcome.gpu && outcome.gpu.kernelMs > 0 ? outcome.gpu.kernelMs : outcome.durationMs;
}

/** By the GPU's clock where there is one, since starting it takes every program as long. */
function baselineMs(baseline: BaselineRecord | undefined): number {
  const { gpu, durationsMs = [] } = baseline ?? {};
  if (gpu) return gpu.copyMs + gpu.kernels.reduce((sum, { ms }) => sum + ms, 0);
  return leastOf(durationsMs);
}

function leastOf(durationsMs: readonly number[]): number {
  return durationsMs.length > 0 ? Math.min(...durationsMs) : 0;
}
