/**
 * A study: a strategy proposes, the workbench judges, the journal remembers.
 * - the baseline runs first, several times, and must agree with itself as far as the goal can tell;
 * - every proposal is judged on every input; what the journal already knows is not run again;
 * - the fastest that pass are built from the rewritten source, run on the held-out inputs too, and timed where there is a clock to trust.
 */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Journal } from '../journal/journal.js';
import type { BaselineRecord, Goal, OutputPlace, StudyEnded, StudyInput, TrialRecord } from '../journal/records.js';
import type { JudgedTrial } from '../journal/replay.js';
import { countsDigits } from '../numerics/error-metrics.js';
import type { Format } from '../numerics/format.js';
import type { SiteIndex } from '../program/program.js';
import { NO_FACTS, type Outcome, type Point, type Strategy } from '../search/strategy.js';
import { baselineConfiguration, resolve } from '../space/resolve.js';
import { seededRandom } from '../support/random.js';
import { establishBaseline, type InputBaseline } from './baseline.js';
import type { Bench } from './bench.js';
import { describeFormats, findConstraint, minimalCombination } from './constraints.js';
import { ErrorCommand } from './error-command.js';
import { OutputJudge } from './judge-output.js';
import { modelledCost } from './modelled-cost.js';
import { filesToCollect } from './program-output.js';
import { Recommendation } from './recommendation.js';
import { digestResolution, TuningSpace } from './search-space.js';
import { isExact, TrialRunner } from './trial-runner.js';
import { checkSourcesUnchanged } from './unchanged-sources.js';
import type { OperationProfile, RunLimits } from './workbench.js';

export interface StudyPlan {
  readonly goal: Goal;
  readonly inputs: readonly StudyInput[];
  readonly output: OutputPlace;
  readonly formats: readonly Format[];
  /** The sites a configuration may change. */
  readonly scope: ReadonlySet<SiteIndex>;
  readonly strategy: Strategy;
  readonly options: unknown;
  readonly seed: number;
  readonly maxTrials: number;
  readonly deadlineMs: number;
  /** Accuracy trials at the same time; timed runs are always alone. */
  readonly jobs: number;
  readonly limits: Omit<RunLimits, 'arguments' | 'collect'>;
  readonly signal?: AbortSignal;
}

export type StudyEvent =
  | { readonly kind: 'note'; readonly text: string }
  /** Something that takes a while and is no trial. */
  | { readonly kind: 'preparing'; readonly what: string }
  | { readonly kind: 'baseline'; readonly record: BaselineRecord }
  | { readonly kind: 'running'; readonly number: number; readonly formats: TrialRecord['formats'] }
  | {
      readonly kind: 'trial';
      readonly trial: TrialRecord;
      readonly resumed: boolean;
      readonly fastest: TrialRecord | null;
    }
  | { readonly kind: 'confirming'; readonly trial: number }
  | { readonly kind: 'timing'; readonly trial: number; readonly done: number; readonly of: number };

export interface StudyResult {
  readonly trials: readonly JudgedTrial[];
  readonly best: JudgedTrial | null;
  readonly stopped: Exclude<StudyEnded['reason'], 'interrupted'>;
  /** Of this session: what came from the journal ran earlier. */
  readonly executions: { readonly emulated: number; readonly built: number; readonly timed: number };
}

/** The user stopped it; everything that had finished is in the journal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** A strategy that asks only for what it knows already goes in circles. */
const MOST_REPEATS = 1000;

interface Proposal {
  readonly number: number;
  readonly formats: TrialRecord['formats'];
  readonly resolution: string;
}

export class Study {
  private readonly tuning: TuningSpace;
  private readonly judge: OutputJudge;
  private readonly judged = new Map<string, TrialRecord>();
  private readonly baselines = new Map<string, Promise<InputBaseline>>();
  private preparation: Promise<{ runner: TrialRunner; profile: readonly OperationProfile[] | null }> | null = null;
  private runner: TrialRunner | null = null;
  private timedRuns = 0;
  private proposals = 0;
  private repeats = 0;
  private fastest: TrialRecord | null = null;
  private readonly counted = new Set<string>();
  private readonly begun = performance.now();

  constructor(
    private readonly bench: Bench,
    private readonly plan: StudyPlan,
    private readonly journal: Journal,
    private readonly report: (event: StudyEvent) => void,
  ) {
    const { goal } = plan;
    this.tuning = new TuningSpace(bench, plan.formats, plan.scope);
    this.judge = new OutputJudge(goal, goal.command && new ErrorCommand(goal.command, bench.project.root));
    for (const trial of journal.state.trials()) {
      const record = journal.state.trialRecord(trial.number)!;
      if (record.outcome !== 'duplicate') this.judged.set(record.resolution, record);
    }
  }

  async run(): Promise<StudyResult> {
    try {
      return await this.runToEnd();
    } catch (error) {
      if (error instanceof Interrupted)
        this.journal.append({ kind: 'study-ended', reason: 'interrupted', best: this.fastest?.number ?? null });
      throw error;
    }
  }

  private async runToEnd(): Promise<StudyResult> {
    // however little is left to do, a baseline that was never established is established first
    if (this.tuningInputs().some(({ name }) => !this.journal.state.baselines.has(name))) await this.prepared();
    const stopped = await this.search();
    const best = await this.recommend();
    const { ended } = this.journal.state;
    if (ended?.reason !== stopped || ended.best !== (best?.number ?? null))
      this.journal.append({ kind: 'study-ended', reason: stopped, best: best?.number ?? null });
    return {
      trials: this.journal.state.trials(),
      best,
      stopped,
      executions: {
        emulated: this.runner?.emulatedRuns ?? 0,
        built: this.runner?.builtVariants ?? 0,
        timed: this.timedRuns,
      },
    };
  }

  private async search(): Promise<StudyResult['stopped']> {
    const search = this.plan.strategy.propose({
      space: this.tuning.space,
      facts: NO_FACTS,
      bound: this.oriented(this.plan.goal.bound),
      options: this.plan.options,
      random: seededRandom(this.plan.seed),
    });
    for (let step = search.next(); !step.done && this.repeats < MOST_REPEATS; ) {
      const outcomes = await this.judgeSideBySide(step.value);
      if (typeof outcomes === 'string') return outcomes;
      step = search.next(outcomes);
    }
    return 'finished';
  }

  /** The outcomes of points in their order, or which budget ran out before all of them had one. */
  private async judgeSideBySide(points: readonly Point[]): Promise<Outcome[] | 'trials' | 'time'> {
    const proposals = points.map((point) => this.number(point));
    // a repeat of a neighbour waits for it; it costs nothing and counts for nothing
    const fresh = proposals.filter(
      ({ resolution }, index) =>
        !this.counted.has(resolution) && proposals.findIndex((one) => one.resolution === resolution) === index,
    );
    const affordable = fresh.slice(0, this.plan.maxTrials - this.counted.size);
    const constraints = [...this.journal.state.constraints]; // as before these points, so that their order in time decides nothing
    const waiting = [...affordable];
    let isLate = false;
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        isLate ||= performance.now() - this.begun > this.plan.deadlineMs && !this.judged.has(next.resolution);
        if (isLate) return;
        await this.settle(next, constraints);
      }
    };
    await this.orInterrupted(Promise.all(Array.from({ length: Math.max(1, this.plan.jobs) }, lane)));
    if (isLate) return 'time';
    if (affordable.length < fresh.length) return 'trials';
    for (const proposal of proposals) if (!fresh.includes(proposal)) this.repeat(proposal);
    return proposals.map(({ resolution }) => this.outcomeOf(this.judged.get(resolution)!));
  }

  private number(point: Point): Proposal {
    const formats = this.tuning.formatsOf(point);
    let known: TrialRecord | null;
    // a journal written by another version of a strategy holds other proposals: their numbers are taken
    do known = this.journal.state.trialRecord(++this.proposals);
    while (known && !sameFormats(known.formats, formats));
    const resolution = known?.resolution ?? digestResolution(this.tuning.resolve(formats));
    return { number: this.proposals, formats, resolution };
  }

  private async settle(proposal: Proposal, constraints: Parameters<typeof findConstraint>[0]): Promise<void> {
    const known = this.judged.get(proposal.resolution);
    if (known && known.number !== proposal.number) {
      this.counted.add(proposal.resolution);
      return this.repeat(proposal);
    }
    const record = known ?? (await this.judgeNew(proposal, constraints));
    if (!known) {
      this.journal.append(record);
      if (record.outcome === 'infeasible' && record.how !== 'known') await this.learnConstraint(record);
    }
    this.judged.set(proposal.resolution, record);
    this.counted.add(proposal.resolution);
    this.repeats = 0;
    if (isCandidate(record) && (record.speedup ?? 0) > (this.fastest?.speedup ?? 0)) this.fastest = record;
    this.report({ kind: 'trial', trial: record, resumed: known !== undefined, fastest: this.fastest });
  }

  /** Writes down that a proposal is a program the study has judged before. */
  private repeat({ number, formats, resolution }: Proposal): void {
    this.repeats++;
    if (this.journal.state.trialRecord(number)) return;
    const first = this.judged.get(resolution)!;
    this.journal.append({
      kind: 'trial',
      number,
      formats,
      resolution,
      how: 'known',
      outcome: 'duplicate',
      error: first.error,
      speedup: first.speedup,
      speedupKind: first.speedupKind,
      accepted: false,
      evidence: `the same program as trial ${first.number}`,
      durationMs: 0,
    });
  }

  private async judgeNew(
    { number, formats, resolution }: Proposal,
    constraints: Parameters<typeof findConstraint>[0],
  ): Promise<TrialRecord> {
    const started = performance.now();
    const record = (rest: Partial<TrialRecord> & Pick<TrialRecord, 'outcome' | 'how'>): TrialRecord => ({
      kind: 'trial',
      number,
      formats,
      resolution,
      error: null,
      speedup: null,
      speedupKind: null,
      accepted: false,
      evidence: null,
      ...rest,
      durationMs: performance.now() - started,
    });
    const constraint = findConstraint(constraints, formats);
    if (constraint) {
      const evidence = `${describeFormats(constraint.formats)}, as in trial ${constraint.trial}: ${constraint.reason}`;
      return record({ outcome: 'infeasible', how: 'known', evidence });
    }
    const { runner } = await this.prepared();
    checkSourcesUnchanged(this.bench.program);
    this.report({ kind: 'running', number, formats });
    const { outputs: _, ...finding } = await runner.judgeAccuracy(this.tuning.configurationOf(formats));
    const reason = finding.outcome === 'measured' ? await this.cannotBeWritten(formats) : null;
    if (reason !== null) return record({ outcome: 'infeasible', how: finding.how, evidence: reason });
    const { outcome, how, error, evidence } = finding;
    if (outcome !== 'measured') return record({ outcome, how, error, evidence });
    const speedup = await this.modelledSpeedup(formats);
    const tooSlow = isModelled(this.bench) && speedup !== null && speedup < (this.plan.goal.minSpeedup ?? 0);
    return record({
      outcome,
      how,
      error,
      speedup,
      speedupKind: speedup === null ? null : 'modelled',
      accepted: !tooSlow,
      evidence: tooSlow ? `${speedup?.toFixed(2)}× modelled, less than ${this.plan.goal.minSpeedup}×` : null,
    });
  }

  private async cannotBeWritten(formats: TrialRecord['formats']): Promise<string | null> {
    try {
      await this.bench.rewrite(this.tuning.configurationOf(formats));
      return null;
    } catch (error) {
      if (error instanceof MantissaError && error.code === 'MX4006') return error.findings[0]?.text ?? error.message;
      throw error;
    }
  }

  private async learnConstraint({ number, formats, evidence }: TrialRecord): Promise<void> {
    const minimal = await minimalCombination(formats, async (part) => (await this.cannotBeWritten(part)) !== null);
    this.journal.append({ kind: 'constraint', trial: number, formats: minimal, reason: evidence ?? '' });
  }

  /** Null where nobody could count how often an operation runs. */
  private async modelledSpeedup(formats: TrialRecord['formats']): Promise<number | null> {
    const { profile } = await this.prepared();
    if (!profile) return null;
    const cost = (resolution: Parameters<typeof modelledCost>[2]) =>
      modelledCost(this.bench.program, profile, resolution);
    const speedup = cost(resolve(this.bench.program, baselineConfiguration)) / cost(this.tuning.resolve(formats));
    return Number.isFinite(speedup) ? speedup : null; // a program that computes nothing costs nothing
  }

  /** Baselines, instrumented build and operation counts, made when the first trial needs them. */
  private prepared(): NonNullable<typeof this.preparation> {
    this.preparation ??= this.prepare();
    return this.preparation;
  }

  private async prepare(): Promise<{ runner: TrialRunner; profile: readonly OperationProfile[] | null }> {
    const baselines: InputBaseline[] = [];
    for (const input of this.tuningInputs()) baselines.push(await this.orInterrupted(this.baseline(input)));
    checkSourcesUnchanged(this.bench.program);
    const { bench, judge, plan } = this;
    const limitsFor = ({ input }: InputBaseline) => this.limits(input);
    this.report({ kind: 'preparing', what: 'building the instrumented program' });
    this.runner = await this.orInterrupted(
      TrialRunner.prepare(bench, bench.engineName, judge, plan.output, baselines, limitsFor),
    );
    const { cannotEmulate } = this.runner;
    if (cannotEmulate !== null) {
      this.report({ kind: 'note', text: `every trial is rebuilt, for it cannot be emulated: ${cannotEmulate}` });
      return { runner: this.runner, profile: null };
    }
    this.report({ kind: 'preparing', what: 'counting how often each operation runs' });
    const profile = await this.orInterrupted(bench.profile('count', this.limits(baselines[0]!.input)));
    return { runner: this.runner, profile };
  }

  private baseline(input: StudyInput): Promise<InputBaseline> {
    let established = this.baselines.get(input.name);
    if (!established) {
      const known = this.journal.state.baselines.get(input.name) ?? null;
      this.report({ kind: 'preparing', what: `running the program as written, on ${input.name}` });
      established = establishBaseline(this.bench, this.judge, this.plan.output, input, this.limits(input), known).then(
        (baseline) => {
          if (!known) this.journal.append(baseline.record);
          this.report({ kind: 'baseline', record: baseline.record });
          return baseline;
        },
      );
      this.baselines.set(input.name, established);
    }
    return established;
  }

  private limits(input: StudyInput): RunLimits {
    return { ...this.plan.limits, arguments: input.arguments, collect: filesToCollect(this.plan.output) };
  }

  private tuningInputs(): StudyInput[] {
    return this.plan.inputs.filter(({ heldOut }) => !heldOut);
  }

  /** Accepted trials that change something, the fastest by the model first; without a model, those that lower most. */
  private ranked(): TrialRecord[] {
    return [...this.judged.values()]
      .filter(isCandidate)
      .sort((a, b) => (b.speedup ?? 0) - (a.speedup ?? 0) || lowered(b) - lowered(a) || a.number - b.number);
  }

  private async recommend(): Promise<JudgedTrial | null> {
    const recommendation = new Recommendation({
      bench: this.bench,
      journal: this.journal,
      tuning: this.tuning,
      random: seededRandom(this.plan.seed),
      goal: this.plan.goal,
      output: this.plan.output,
      isModelled: isModelled(this.bench),
      isExact: isExact(this.bench.engineName),
      limits: this.tuningInputs().map((input) => this.limits(input)),
      runner: async () => (await this.prepared()).runner,
      baselines: () => Promise.all(this.plan.inputs.map((input) => this.baseline(input))),
      report: this.report,
      timedRun: () => {
        this.timedRuns++;
      },
    });
    return this.orInterrupted(recommendation.among(this.ranked()));
  }

  private outcomeOf(record: TrialRecord): Outcome {
    const error = record.error === null ? null : this.oriented(record.error);
    switch (record.outcome) {
      case 'measured':
        return {
          kind: 'measured',
          accepted: record.accepted,
          error: error ?? 0,
          speedup: record.speedup ?? 1,
          ofIdeal: null,
        };
      case 'inaccurate':
        return { kind: 'inaccurate', error };
      case 'duplicate':
        throw new MantissaError('MX1006', `trial ${record.number} stands for a program that was never judged`);
      default:
        return { kind: record.outcome };
    }
  }

  /** Strategies know errors, of which less is better. */
  private oriented(figure: number): number {
    const { metric } = this.plan.goal;
    return metric !== 'command' && countsDigits(metric) ? -figure : figure;
  }

  private orInterrupted<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.plan;
    if (!signal) return work;
    work.catch(() => undefined); // what fails while everything is torn down is nobody's business
    return new Promise((resolvePromise, reject) => {
      const stop = () => reject(new Interrupted());
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      work.then(resolvePromise, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }
}

/** The embedded engine's times say nothing about any other machine. */
export function isModelled(bench: Pick<Bench, 'engineName'>): boolean {
  return bench.engineName === 'wasm';
}

function lowered(trial: TrialRecord): number {
  return Object.keys(trial.formats).length;
}

function isCandidate(trial: TrialRecord): boolean {
  return trial.accepted && lowered(trial) > 0;
}

function sameFormats(a: TrialRecord['formats'], b: TrialRecord['formats']): boolean {
  const ids = Object.keys(a);
  return ids.length === Object.keys(b).length && ids.every((id) => a[id] === b[id]);
}
