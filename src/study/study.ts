/**
 * A study: a strategy proposes, the workbench judges, the journal remembers.
 * - the baseline runs first, several times, and must agree with itself;
 * - every proposal is emulated and judged against the goal; what the journal already knows is not run again;
 * - the best is built from the rewritten source, and must print what was emulated.
 */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../execution/engine.js';
import type { Journal } from '../journal/journal.js';
import type { TrialRecord } from '../journal/records.js';
import { findOffence, type Metric, measureError, meetsBound } from '../numerics/error-metrics.js';
import type { Format } from '../numerics/format.js';
import type { SiteIndex } from '../program/program.js';
import type { Outcome, Point, SearchSpace, Strategy } from '../search/strategy.js';
import { isWider } from '../space/promotion.js';
import { baselineConfiguration, type Configuration, resolve } from '../space/resolve.js';
import { seededRandom } from '../support/random.js';
import { modelledCost } from './modelled-cost.js';
import { numbersIn } from './output-numbers.js';
import type { OperationProfile, RunLimits, Workbench } from './workbench.js';

export interface StudyPlan {
  readonly goal: { readonly metric: Metric; readonly bound: number };
  readonly formats: readonly Format[];
  /** The sites a configuration may change. */
  readonly scope: ReadonlySet<SiteIndex>;
  readonly strategy: Strategy;
  readonly options: unknown;
  readonly seed: number;
  readonly maxTrials: number;
  readonly deadlineMs: number;
  readonly limits: RunLimits;
}

export interface StudyEvents {
  baseline(values: readonly number[], durationMs: number): void;
  trial(record: TrialRecord, resumed: boolean, best: TrialRecord | null): void;
}

export interface StudyResult {
  readonly baseline: readonly number[];
  readonly trials: readonly TrialRecord[];
  readonly best: TrialRecord | null;
  readonly stopped: 'finished' | 'trials' | 'time';
  readonly executions: { readonly emulated: number; readonly built: number };
}

const BASELINE_RUNS = 3;

/** One dimension per group that may change: its declared format, then the narrower ones asked for, widest first. */
export function searchSpace(
  bench: Workbench,
  plan: Pick<StudyPlan, 'formats' | 'scope'>,
): { space: SearchSpace; groups: readonly number[] } {
  const groups = bench.groups.groups.flatMap((group, index) =>
    group.frozen === null && group.sites.some((site) => plan.scope.has(site)) ? [index] : [],
  );
  const dimensions = groups.map((index) => {
    const { sites } = bench.groups.groups[index]!;
    const declared = bench.program.sites[sites[0]!]!.format;
    const narrower = plan.formats
      .filter((format) => isWider(declared, format))
      .sort((a, b) => (isWider(a, b) ? -1 : isWider(b, a) ? 1 : 0));
    // a group goes by a member of its own, the kernel's if there is one: people know names, not numbers
    const named = sites.find((site) => bench.program.sites[site]!.inDeviceCode) ?? sites[0]!;
    return { id: bench.program.sites[named]!.id, formats: [declared, ...narrower] };
  });
  return { space: { dimensions }, groups };
}

export class Study {
  private readonly known = new Map<string, TrialRecord>();
  private readonly trials: TrialRecord[] = [];
  private baseline: number[] = [];
  private profile: readonly OperationProfile[] = [];
  private emulated = 0;
  private built = 0;

  constructor(
    private readonly bench: Workbench,
    private readonly plan: StudyPlan,
    private readonly journal: Journal,
    private readonly events: StudyEvents,
  ) {
    for (const record of journal.records) if (record.kind === 'trial') this.known.set(keyOf(record.formats), record);
  }

  async run(): Promise<StudyResult> {
    await this.establishBaseline();
    this.profile = await this.bench.profile('count', this.plan.limits);
    const { space, groups } = searchSpace(this.bench, this.plan);
    const search = this.plan.strategy.propose({
      space,
      options: this.plan.options,
      random: seededRandom(this.plan.seed),
    });
    let stopped: StudyResult['stopped'] = 'finished';
    const started = performance.now();
    for (let step = search.next(); !step.done; ) {
      if (this.trials.length >= this.plan.maxTrials) stopped = 'trials';
      if (performance.now() - started > this.plan.deadlineMs) stopped = 'time';
      if (stopped !== 'finished') break;
      step = search.next(await this.trial(step.value, space, groups));
    }
    const best = await this.confirmedBest(groups, space);
    this.journal.append({ kind: 'study-ended', reason: stopped, best: best?.number ?? null });
    return {
      baseline: this.baseline,
      trials: this.trials,
      best,
      stopped,
      executions: { emulated: this.emulated, built: this.built },
    };
  }

  private async establishBaseline(): Promise<void> {
    const outputs: string[] = [];
    let durationMs = 0;
    for (let run = 0; run < BASELINE_RUNS; run++) {
      const outcome = await this.bench.runOriginal(this.plan.limits);
      if (outcome.kind !== 'exited' || outcome.exitCode !== 0)
        throw new MantissaError('MX4009', `it ${describeEnd(outcome)}`);
      outputs.push(outcome.stdout.toString('latin1'));
      durationMs = outcome.durationMs;
    }
    this.baseline = numbersIn(outputs[0]!);
    if (this.baseline.length === 0)
      throw new MantissaError('MX4009', 'it prints no numbers on stdout', {
        remedy: 'print the results, with 17 significant digits',
      });
    const odd = this.baseline.findIndex((value) => !Number.isFinite(value));
    if (odd >= 0) throw new MantissaError('MX4009', `value ${odd + 1} of its output is ${this.baseline[odd]}`);
    for (const output of outputs.slice(1)) {
      const numbers = numbersIn(output);
      const offence = findOffence(this.baseline, numbers);
      const noise = offence ? null : measureError(this.plan.goal.metric, this.baseline, numbers);
      if (noise === null || !meetsBound(this.plan.goal.metric, noise, this.plan.goal.bound)) {
        throw new MantissaError(
          'MX4009',
          `two runs of it differ by ${noise ?? 'the number of values'} (${this.plan.goal.metric}), more than the bound ${this.plan.goal.bound}`,
        );
      }
    }
    if (!this.journal.records.some((record) => record.kind === 'baseline'))
      this.journal.append({ kind: 'baseline', values: this.baseline, runs: BASELINE_RUNS, durationMs });
    this.events.baseline(this.baseline, durationMs);
  }

  private async trial(point: Point, space: SearchSpace, groups: readonly number[]): Promise<Outcome> {
    const formats = Object.fromEntries(
      point.flatMap((format, index) =>
        format === space.dimensions[index]!.formats[0] ? [] : [[space.dimensions[index]!.id, format]],
      ),
    );
    const known = this.known.get(keyOf(formats));
    const repeated = this.trials.find((one) => keyOf(one.formats) === keyOf(formats));
    if (repeated) return outcomeOf(repeated);
    const record = known ?? (await this.judge(this.trials.length + 1, formats, this.configurationOf(point, groups)));
    if (!known) this.journal.append(record);
    this.trials.push(record);
    this.events.trial(record, known !== undefined, this.best());
    return outcomeOf(record);
  }

  private configurationOf(point: Point, groups: readonly number[]): Configuration {
    const sites = new Map<SiteIndex, Format>();
    point.forEach((format, index) => {
      for (const site of this.bench.groups.groups[groups[index]!]!.sites)
        if (this.bench.program.sites[site]!.format !== format) sites.set(site, format);
    });
    return { sites, operations: new Map() };
  }

  private async judge(
    number: number,
    formats: Record<string, Format>,
    configuration: Configuration,
  ): Promise<TrialRecord> {
    const started = performance.now();
    const record = (rest: Partial<TrialRecord> & Pick<TrialRecord, 'outcome'>): TrialRecord => ({
      kind: 'trial',
      number,
      formats,
      error: null,
      speedup: null,
      speedupKind: null,
      accepted: false,
      evidence: null,
      ...rest,
      durationMs: performance.now() - started,
    });
    let outcome: RunOutcome;
    try {
      this.emulated++;
      outcome = await this.bench.runEmulated(configuration, this.plan.limits);
    } catch (error) {
      if (error instanceof MantissaError && error.code === 'MX4006')
        return record({ outcome: 'infeasible', evidence: error.message });
      throw error;
    }
    if (outcome.kind === 'timed-out') return record({ outcome: 'timed-out', evidence: describeEnd(outcome) });
    if (outcome.kind !== 'exited' || outcome.exitCode !== 0)
      return record({ outcome: 'run-failed', evidence: describeEnd(outcome) });
    const values = numbersIn(outcome.stdout.toString('latin1'));
    const offence = findOffence(this.baseline, values);
    if (offence)
      return record({
        outcome: 'inaccurate',
        evidence:
          offence.why === 'count'
            ? `${values.length} values instead of ${this.baseline.length}`
            : `value ${offence.index + 1} is ${offence.found} instead of ${offence.expected}`,
      });
    const { metric, bound } = this.plan.goal;
    const error = measureError(metric, this.baseline, values);
    if (!meetsBound(metric, error, bound)) return record({ outcome: 'inaccurate', error });
    const speedup = this.cost(baselineConfiguration) / this.cost(configuration);
    return record({ outcome: 'measured', error, speedup, speedupKind: 'modelled', accepted: true });
  }

  private cost(configuration: Configuration): number {
    return modelledCost(this.bench.program, this.profile, resolve(this.bench.program, configuration));
  }

  private ranked(): TrialRecord[] {
    return this.trials
      .filter((one) => one.accepted && Object.keys(one.formats).length > 0)
      .sort((a, b) => (b.speedup ?? 0) - (a.speedup ?? 0) || a.number - b.number);
  }

  private best(): TrialRecord | null {
    return this.ranked()[0] ?? null;
  }

  /** The fastest accepted trial whose rewritten source builds and prints exactly what was emulated. */
  private async confirmedBest(groups: readonly number[], space: SearchSpace): Promise<TrialRecord | null> {
    for (const candidate of this.ranked()) {
      const point = space.dimensions.map(({ id, formats }) => candidate.formats[id] ?? formats[0]!);
      const configuration = this.configurationOf(point, groups);
      let variant: RunOutcome;
      try {
        this.built++;
        variant = await this.bench.runBuilt(configuration, this.plan.limits);
      } catch (error) {
        if (error instanceof MantissaError && /^MX400[1267]$/.test(error.code)) continue; // cannot be written: the next best
        throw error;
      }
      const emulated = await this.bench.runEmulated(configuration, this.plan.limits);
      if (variant.kind === 'exited' && emulated.kind === 'exited' && variant.stdout.equals(emulated.stdout))
        return candidate;
      throw new MantissaError('MX1006', `trial ${candidate.number} prints something else built than emulated`);
    }
    return null;
  }
}

function outcomeOf(record: TrialRecord): Outcome {
  switch (record.outcome) {
    case 'measured':
      return { kind: 'measured', accepted: record.accepted, error: record.error ?? 0, speedup: record.speedup ?? 1 };
    case 'inaccurate':
      return { kind: 'inaccurate', error: record.error };
    case 'duplicate':
      return { kind: 'infeasible' };
    default:
      return { kind: record.outcome };
  }
}

function keyOf(formats: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(formats).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function describeEnd(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      return `ended with exit code ${outcome.exitCode}`;
    case 'timed-out':
      return `ran past ${outcome.timeoutMs / 1000} s`;
    case 'crashed':
    case 'output-limit':
    case 'memory-limit':
    case 'not-started':
      return outcome.reason;
  }
}
