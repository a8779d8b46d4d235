/**
 * Baselines, profiles, and the runner that judges trials. Each is prepared on first use. Programs are built in parallel, as far as there are
 * processors; runs never overlap.
 */
import { Turns } from '../../support/turns.js';
import { isModelled } from '../../workbench/bench.js';
import { checkSourcesUnchanged } from '../../workbench/unchanged-sources.js';
import type { ObservedCosts } from '../deadline/study-time.js';
import { rangesMatter } from '../formats/observed-ranges.js';
import type { InputBaseline } from '../judging/baseline.js';
import { reportedStep } from '../reported-step.js';
import { TuningSpace } from '../search-space.js';
import type { StudyContext } from '../study-context.js';
import { type BuiltBefore, TrialRunner } from '../trials/trial-runner.js';
import { Baselines } from './baselines.js';
import { FirstTrial } from './first-trial.js';
import { InputRoles } from './input-roles.js';
import { Profiles } from './profiles.js';

const INSTRUMENTED = 'running the instrumented program in its original formats';

type PreparationContext = Pick<StudyContext, 'bench' | 'journal' | 'judge' | 'plan' | 'report' | 'time'>;

export class Preparation {
  readonly inputs: InputRoles;
  readonly baselines: Baselines;
  readonly profiles: Profiles;
  readonly firstTrial: FirstTrial;
  /** Orders runs, builds and timing. */
  readonly turns: Turns;
  /** The runner, once it is prepared. */
  currentRunner: TrialRunner | null = null;
  private making: Promise<TrialRunner> | null = null;
  private hasBegunBuilds = false;
  private readonly reported = new Set<'every trial' | 'wide formats'>();

  constructor(private readonly context: PreparationContext) {
    const { bench, plan } = context;
    const groups = new TuningSpace(bench, plan.formats, plan.scope);
    const counting = rangesMatter(groups.rangedGroups) ? 'count-ranges' : 'count';
    this.turns = new Turns(Math.max(1, plan.jobs));
    this.inputs = new InputRoles(context);
    this.baselines = new Baselines(context, this.inputs);
    this.profiles = new Profiles(context, this.inputs, counting, () => this.instrumented());
    this.firstTrial = new FirstTrial(context, groups, counting);
  }

  /** Durations of builds and runs so far. */
  get costs(): Omit<ObservedCosts, 'isBuilt' | 'uncheckedGroups'> {
    const { baselines, inputs, currentRunner } = this;
    return {
      buildMs: Math.max(baselines.buildMs, currentRunner?.slowestBuildMs ?? 0),
      runMs: inputs.runMs(inputs.tuned),
      timedMs: inputs.runMs(inputs.timed),
      forTimingMs: inputs.runMs(inputs.onlyTimed),
      heldOut: inputs.heldOut,
      emulateMs: currentRunner?.costs.emulatedMs ?? 0,
      shortestMs: currentRunner?.costs.shortestEmulatedMs ?? 0,
    };
  }

  /** The runner that judges accuracy. Baselines are established first, and the instrumented program must print the same. */
  runner(): Promise<TrialRunner> {
    this.making ??= this.makeRunner();
    return this.making;
  }

  /** The runner, once the instrumented program has run under the original formats. */
  async instrumented(): Promise<TrialRunner> {
    const made = await this.runner();
    if (!made.original.isKnown) {
      const { report, time } = this.context;
      await time.within(reportedStep(report, INSTRUMENTED, () => made.original.run()));
      this.reportIfNotEmulated(made);
    }
    return made;
  }

  /** Runs the instrumented program on all inputs, which was postponed for the first trial: it must print what the original prints. */
  async finishRunner(): Promise<void> {
    if (this.currentRunner && !this.context.plan.searchesByTiming) await this.instrumented();
  }

  /**
   * Starts all builds that are needed before the first trial, in parallel as far as there are processors, so that they overlap with the runs
   * of the original program. Runs never overlap, because some of them observe the GPU.
   */
  private beginBuilds(): void {
    if (this.hasBegunBuilds) return;
    this.hasBegunBuilds = true;
    const { bench, plan, report } = this.context;
    const { baselines, firstTrial, profiles } = this;
    // a profiling run is needed for the performance model, and for the value ranges of half formats
    const willCount = !plan.searchesByTiming || profiles.counting !== 'count';
    const waiting: (() => Promise<unknown>)[] = [
      () => baselines.build(),
      ...(firstTrial.isKnown ? [() => firstTrial.build()] : []),
      () => reportedStep(report, 'building the instrumented program', () => bench.builds.prepare('emulate')),
      ...(profiles.isRecorded('count') || !willCount
        ? []
        : [
            () =>
              reportedStep(report, 'building with operation counters', () => bench.builds.prepare(profiles.counting)),
          ]),
    ];
    const lane = async () => {
      for (let build = waiting.shift(); build; build = waiting.shift()) await build().catch(() => undefined); // thrown again where the build is used
    };
    for (let lanes = Math.min(plan.buildJobs, waiting.length); lanes > 0; lanes--) void lane();
  }

  private async makeRunner(): Promise<TrialRunner> {
    const { bench, judge, plan, report, time } = this.context;
    const { inputs } = this;
    this.beginBuilds();
    const baselines: InputBaseline[] = [];
    for (const input of inputs.tuned) baselines.push(await time.within(this.baselines.on(input)));
    for (const input of inputs.onlyTimed) await time.within(this.baselines.on(input)); // its run time decides how much time is reserved
    checkSourcesUnchanged(bench.program);
    const limitsFor = ({ input }: InputBaseline) => inputs.limits(input);
    const context = { bench, judge, place: plan.output, baselines, limitsFor };
    const before = this.firstTrial.isKnown ? await time.within(this.firstTrialBesideRuns()) : null;
    const { buildMs } = this.baselines;
    const preparing = () =>
      TrialRunner.prepare(context, {
        ...{ buildMs, turns: this.turns, before },
        timesAccepted: plan.timing === 'every' && !isModelled(bench),
        buildsEvery: plan.searchesByTiming === true,
        onNotEmulated: (reason) => {
          const [firstLine] = reason.split('\n');
          const text = `trials with multi-word formats (fp32x2, fp64x2, fp64x4) are built, because they cannot be emulated: ${firstLine}`;
          this.reportOnce('wide formats', text);
        },
      });
    const isEmulatedLater = before !== null || plan.searchesByTiming === true;
    this.currentRunner = await time.within(
      isEmulatedLater ? preparing() : reportedStep(report, INSTRUMENTED, preparing),
    );
    this.reportIfNotEmulated(this.currentRunner);
    return this.currentRunner;
  }

  /** Meanwhile the original program runs on the held-out inputs. */
  private async firstTrialBesideRuns(): Promise<BuiltBefore | null> {
    const [before] = await Promise.all([this.firstTrial.build(), this.baselines.all()]);
    return before;
  }

  private reportIfNotEmulated({ cannotEmulate }: TrialRunner): void {
    if (cannotEmulate === null) return;
    this.reportOnce('every trial', `every trial is built, because the program cannot be emulated: ${cannotEmulate}`);
  }

  private reportOnce(what: 'every trial' | 'wide formats', text: string): void {
    if (!this.reported.has(what)) this.context.report({ kind: 'note', text });
    this.reported.add(what);
  }
}
