/**
 * The instrumented program in the original formats. It must print what the original prints, or trials cannot be emulated. Its run time determines
 * the time limit of emulated trials.
 */
import type { OutputPlace } from '../../journal/records.js';
import { baselineConfiguration } from '../../space/resolve.js';
import { reasonOf, required } from '../../workbench/attempts.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { atMost } from '../../workbench/run-limits.js';
import type { InputBaseline } from '../judging/baseline.js';
import type { OutputJudge } from '../judging/judge-output.js';
import { printsSameWithOneThread } from '../judging/one-thread.js';
import { outputOfRun } from '../judging/program-output.js';
import type { TrialCosts } from './trial-costs.js';

/** A run counts as hanging after this multiple of the baseline's time plus a constant. */
const MAX_SLOWDOWN = 10;
const ADDED_TIME_LIMIT_MS = 10_000;

export interface RunnerContext {
  readonly bench: Bench;
  readonly judge: OutputJudge;
  readonly place: OutputPlace;
  /** Baselines of the tuning inputs. */
  readonly baselines: readonly InputBaseline[];
  limitsFor(baseline: InputBaseline): RunLimits;
}

export class EmulatedBaseline {
  /** Why trials cannot be emulated; null if they can. */
  cannotEmulate: string | null = null;
  /** Whether the reason is that the original has several threads: with one thread it prints what the instrumented program prints. */
  isThreadDependent = false;
  private readonly timeouts = new Map<string, number>();
  private running: Promise<void> | null = null;

  constructor(
    private readonly context: RunnerContext,
    private readonly costs: TrialCosts,
  ) {}

  get isKnown(): boolean {
    return this.running !== null || this.cannotEmulate !== null;
  }

  isKnownOn(baselines: readonly InputBaseline[]): boolean {
    return baselines.every(({ input }) => this.timeouts.has(input.name));
  }

  /** Runs on the inputs on which it has not run yet. */
  run(): Promise<void> {
    this.running ??= this.runOnAll();
    this.running.catch(() => {
      this.running = null;
    });
    return this.running;
  }

  limitsFor(baseline: InputBaseline): RunLimits {
    const { name } = baseline.input;
    return atMost(this.context.limitsFor(baseline), this.timeouts.get(name) ?? Number.POSITIVE_INFINITY);
  }

  /** A built trial should take about as long as the original program. */
  limitsWhenBuilt(baseline: InputBaseline): RunLimits {
    const [originalMs = Number.POSITIVE_INFINITY] = baseline.record.durationsMs;
    return atMost(this.limitsFor(baseline), ADDED_TIME_LIMIT_MS + MAX_SLOWDOWN * originalMs);
  }

  private async runOnAll(): Promise<void> {
    const { baselines } = this.context;
    for (const baseline of baselines.filter((one) => !this.isKnownOn([one]))) {
      if (this.cannotEmulate !== null) return;
      await this.runOn(baseline);
    }
    if (this.cannotEmulate !== null) return;
    await this.runFirstAgain();
    this.costs.noteEmulated(baselines.reduce((sum, { input }) => sum + this.shortestOn(input.name), 0));
  }

  private async runOn(baseline: InputBaseline): Promise<void> {
    const { bench, place, limitsFor } = this.context;
    const { input } = baseline;
    const emulation = await bench.runs.tryEmulate(baselineConfiguration, limitsFor(baseline));
    if (emulation.kind === 'not-instrumented') {
      this.cannotEmulate = reasonOf(emulation);
      return;
    }
    const outcome = required(emulation);
    const output = outputOfRun(place, outcome);
    const isSame = output?.bytes.equals(baseline.output.bytes) ?? false;
    const isExpectedSame = bench.capabilities.isExact && !isSame && (await this.repeats(baseline));
    if (isExpectedSame && output && (await printsSameWithOneThread(bench, place, limitsFor(baseline), output))) {
      this.isThreadDependent = true;
      this.cannotEmulate = `on input '${input.name}' its output depends on the number of threads (-fopenmp), and emulated runs have only one`;
    } else if (isExpectedSame)
      this.cannotEmulate = `on input '${input.name}' the instrumented program prints something else than the original (a bug in mantissa: see mantissa check)`;
    else if (!isSame && !(output && (await this.isWithin(baseline, output))))
      this.cannotEmulate = `on input '${input.name}' the instrumented program misses the goal in its original formats`;
    // the duration of the program itself, because the first run includes its build
    const durationMs = 'durationMs' in outcome ? outcome.durationMs : 0;
    this.costs.noteRun(input, durationMs);
    this.timeouts.set(input.name, ADDED_TIME_LIMIT_MS + MAX_SLOWDOWN * durationMs);
  }

  /** The first run may include one-time start-up costs. If it is on the shortest input, it is repeated for a better estimate. */
  private async runFirstAgain(): Promise<void> {
    const { bench, baselines } = this.context;
    const [first, ...others] = baselines;
    const msOf = ({ input }: InputBaseline) => this.shortestOn(input.name);
    const isShortest = first && others.length > 0 && others.every((one) => msOf(one) >= msOf(first));
    if (!isShortest || !bench.capabilities.rebuildsCheaply) return;
    const again = await bench.runs.tryEmulate(baselineConfiguration, this.limitsFor(first));
    if ('durationMs' in again && again.kind === 'exited') this.costs.noteRun(first.input, again.durationMs);
  }

  private shortestOn(input: string): number {
    const ms = this.costs.shortestOn(input);
    return Number.isFinite(ms) ? ms : 0;
  }

  /** Whether the original prints the same bytes every time, which the instrumented program must then print, too. */
  private async repeats(baseline: InputBaseline): Promise<boolean> {
    if (baseline.record.noise > 0) return false;
    const { bench, place, limitsFor } = this.context;
    const again = outputOfRun(place, await bench.runs.original(limitsFor(baseline)));
    return again?.bytes.equals(baseline.output.bytes) ?? false;
  }

  private async isWithin({ input, expected }: InputBaseline, output: InputBaseline['output']): Promise<boolean> {
    return (await this.context.judge.judge(input.name, expected, output)).kind === 'within';
  }
}
