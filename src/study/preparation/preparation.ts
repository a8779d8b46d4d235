/**
 * What a study needs before its first trial, each made when it is first asked for: baselines, profiles, and the runner that judges trials.
 * Programs are built side by side, as far as there are processors; runs come one after the other.
 */
import { Turns } from '../../support/turns.js';
import { isModelled } from '../../workbench/bench.js';
import { checkSourcesUnchanged } from '../../workbench/unchanged-sources.js';
import type { SeenCosts } from '../deadline/study-time.js';
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

const INSTRUMENTED = 'running the instrumented program as written';

type PreparationContext = Pick<StudyContext, 'bench' | 'journal' | 'judge' | 'plan' | 'report' | 'time'>;

export class Preparation {
  readonly inputs: InputRoles;
  readonly baselines: Baselines;
  readonly profiles: Profiles;
  readonly firstTrial: FirstTrial;
  /** Of whatever runs, is built or is timed. */
  readonly turns: Turns;
  /** The runner, once it has been made: what it has run so far. */
  made: TrialRunner | null = null;
  private making: Promise<TrialRunner> | null = null;
  private hasBegunBuilds = false;
  private readonly told = new Set<'every trial' | 'wide formats'>();

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

  /** What builds and runs have taken so far. */
  get costs(): Omit<SeenCosts, 'isBuilt' | 'unasked'> {
    const { baselines, inputs, made } = this;
    return {
      buildMs: Math.max(baselines.buildMs, made?.slowestBuildMs ?? 0),
      runMs: inputs.runMs(inputs.tuned),
      timedMs: inputs.runMs(inputs.timed),
      forTimingMs: inputs.runMs(inputs.onlyTimed),
      heldOut: inputs.heldOut,
      emulateMs: made?.costs.emulatedMs ?? 0,
      shortestMs: made?.costs.shortestEmulatedMs ?? 0,
    };
  }

  /** Judges accuracy; the baselines come first, and the instrumented program must print what they print. */
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
      this.tellWhetherEmulated(made);
    }
    return made;
  }

  /** The instrumented program must print what the original does on every input: what of that waited for the first trial. */
  async finishRunner(): Promise<void> {
    if (this.made && !this.context.plan.goesByClock) await this.instrumented();
  }

  /**
   * Everything that will be run before the first trial is built at the same time, as far as there are processors. What the original is to be
   * compared with is there when that has been run. Runs stay one after the other: a GPU is seen at work in some of them.
   */
  private beginBuilds(): void {
    if (this.hasBegunBuilds) return;
    this.hasBegunBuilds = true;
    const { bench, plan, report } = this.context;
    const { baselines, firstTrial, profiles } = this;
    // a profiling run is made for the performance model, and for formats that cannot hold every value
    const willCount = !plan.goesByClock || profiles.counting !== 'count';
    const waiting: (() => Promise<unknown>)[] = [
      () => baselines.build(),
      ...(firstTrial.isKnown ? [() => firstTrial.build()] : []),
      () => reportedStep(report, 'building the instrumented program', () => bench.builds.prepare('emulate')),
      ...(profiles.isRecorded('count') || !willCount
        ? []
        : [() => reportedStep(report, 'building the counted program', () => bench.builds.prepare(profiles.counting))]),
    ];
    const lane = async () => {
      for (let build = waiting.shift(); build; build = waiting.shift()) await build().catch(() => undefined); // told to who asks for it
    };
    for (let lanes = Math.min(plan.buildJobs, waiting.length); lanes > 0; lanes--) void lane();
  }

  private async makeRunner(): Promise<TrialRunner> {
    const { bench, judge, plan, report, time } = this.context;
    const { inputs } = this;
    this.beginBuilds();
    const baselines: InputBaseline[] = [];
    for (const input of inputs.tuned) baselines.push(await time.within(this.baselines.on(input)));
    for (const input of inputs.onlyTimed) await time.within(this.baselines.on(input)); // how long it runs decides how much time is kept
    checkSourcesUnchanged(bench.program);
    const limitsFor = ({ input }: InputBaseline) => inputs.limits(input);
    const context = { bench, judge, place: plan.output, baselines, limitsFor };
    const before = this.firstTrial.isKnown ? await time.within(this.firstTrialBesideRuns()) : null;
    const { buildMs } = this.baselines;
    const preparing = () =>
      TrialRunner.prepare(context, {
        ...{ buildMs, turns: this.turns, before },
        timesWhatPasses: plan.timing === 'every' && !isModelled(bench),
        buildsEvery: plan.goesByClock === true,
        onNotEmulated: (reason) => {
          const [firstLine] = reason.split('\n');
          const text = `trials with formats of several parts are built, for they cannot be emulated: ${firstLine}`;
          this.tellOnce('wide formats', text);
        },
      });
    const isEmulatedLater = before !== null || plan.goesByClock === true;
    this.made = await time.within(isEmulatedLater ? preparing() : reportedStep(report, INSTRUMENTED, preparing));
    this.tellWhetherEmulated(this.made);
    return this.made;
  }

  /** While it is built, the original program runs on the held-out inputs. */
  private async firstTrialBesideRuns(): Promise<BuiltBefore | null> {
    const [before] = await Promise.all([this.firstTrial.build(), this.baselines.all()]);
    return before;
  }

  private tellWhetherEmulated({ cannotEmulate }: TrialRunner): void {
    if (cannotEmulate === null) return;
    this.tellOnce('every trial', `every trial is rebuilt, for it cannot be emulated: ${cannotEmulate}`);
  }

  private tellOnce(what: 'every trial' | 'wide formats', text: string): void {
    if (!this.told.has(what)) this.context.report({ kind: 'note', text });
    this.told.add(what);
  }
}
