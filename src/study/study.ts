/**
 * A study: a strategy proposes, the workbench judges, the journal remembers.
 * - the baseline runs first, several times, and must agree with itself as far as the goal can tell;
 * - every proposal is judged on every input; what the journal already knows is not run again;
 * - the fastest that pass are built from the rewritten source, run on the held-out inputs too, and timed where there is a clock to trust:
 *   at the end, or with `timing: 'every'` as soon as they pass, so that the search knows;
 * - where all that passed is refuted there, the search goes on with the margin that taught (stricter-limit.ts).
 */
import { findChains } from '../analysis/chains.js';
import { PerformanceModel } from '../analysis/performance-model.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { count } from '../inspection/table.js';
import type { Journal } from '../journal/journal.js';
import type { TrialRecord } from '../journal/records.js';
import type { JudgedTrial } from '../journal/replay.js';
import { countsDigits } from '../numerics/error-metrics.js';
import { percentOfIdeal } from '../numerics/percent-of-ideal.js';
import type { FisetSearchOptions } from '../search/fisets.js';
import { NO_FACTS, type Outcome, type Point, type SearchFacts } from '../search/strategy.js';
import { seededRandom } from '../support/random.js';
import type { Bench } from './bench.js';
import { BuiltTrials } from './built-trials.js';
import { describeFormats, findConstraint, minimalCombination } from './constraints.js';
import { ErrorCommand } from './error-command.js';
import { meritKind } from './figure-of-merit.js';
import { measureIdeal, modelledIdeal } from './ideal.js';
import { errorText, OutputJudge } from './judge-output.js';
import { BRISK } from './measurement.js';
import { establishSets } from './operation-sets.js';
import { Interrupted, orInterrupted, type StudyEvent, type StudyPlan, type StudyResult } from './plan.js';
import { Preparation } from './preparation.js';
import { recommend } from './recommendation.js';
import { type ConfigurationSpace, digestResolution, TuningSpace } from './search-space.js';
import { stricterLimit } from './stricter-limit.js';
import { isExact } from './trial-runner.js';
import { checkSourcesUnchanged } from './unchanged-sources.js';

export { Interrupted, type StudyEvent, type StudyPlan, type StudyResult } from './plan.js';

/** A strategy that asks only for what it knows already goes in circles. */
const MOST_REPEATS = 1000;
/** So often everything may be refuted before the study gives up. */
const MOST_ROUNDS = 10;

interface Proposal {
  readonly number: number;
  readonly formats: TrialRecord['formats'];
  readonly sets: readonly string[] | null;
  readonly resolution: string;
}

export class Study {
  /** Groups of sites, whatever the strategy's dimensions are: the ideal is theirs. */
  private readonly groups: TuningSpace;
  private tuning: ConfigurationSpace;
  private readonly preparation: Preparation;
  private readonly built: BuiltTrials;
  private readonly judged = new Map<string, TrialRecord>();
  private proposals = 0;
  private repeats = 0;
  private modelled: Promise<PerformanceModel | null> | null = null;
  private fastest: TrialRecord | null = null;
  /** How far off a trial may be, in the goal's metric: the bound, until trials that met it were refuted. */
  private limit: number;
  private round = 0;
  private readonly counted = new Set<string>();
  private readonly begun = performance.now();

  constructor(
    private readonly bench: Bench,
    private readonly plan: StudyPlan,
    private readonly journal: Journal,
    private readonly report: (event: StudyEvent) => void,
  ) {
    const { goal } = plan;
    this.limit = goal.bound;
    this.groups = new TuningSpace(bench, plan.formats, plan.scope);
    this.tuning = this.groups;
    const judge = new OutputJudge(goal, goal.command && new ErrorCommand(goal.command, bench.project.root));
    this.preparation = new Preparation(bench, plan, journal, judge, report);
    this.built = this.builtTrials();
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
    const { preparation } = this;
    if (preparation.tuningInputs().some(({ name }) => !this.journal.state.baselines.has(name)))
      await preparation.runner();
    let stopped = await this.search();
    let best = await this.recommended();
    while (best === null && stopped === 'finished' && this.learnFromRefuted()) {
      stopped = await this.search();
      best = await this.recommended();
    }
    const { ended } = this.journal.state;
    if (ended?.reason !== stopped || ended.best !== (best?.number ?? null))
      this.journal.append({ kind: 'study-ended', reason: stopped, best: best?.number ?? null });
    return {
      trials: this.journal.state.trials(),
      best,
      stopped,
      executions: {
        emulated: preparation.made?.emulatedRuns ?? 0,
        built: preparation.made?.builtVariants ?? 0,
        timed: this.built.timedRuns,
      },
    };
  }

  /** True where the search may find something else with a stricter limit. */
  private learnFromRefuted(): boolean {
    const { goal } = this.plan;
    const refuted = [...this.judged.values()].filter(isCandidate).map((record) => ({
      judged: record.error ?? 0,
      trial: this.journal.state.trial(record.number)!,
    }));
    const limit = this.plan.recommends === false ? null : stricterLimit(goal, refuted);
    if (limit === null || this.oriented(limit) >= this.oriented(this.limit) || ++this.round > MOST_ROUNDS) return false;
    this.limit = limit;
    this.repeats = 0;
    const what = `${count(refuted.length, 'trial')} that met the goal did not hold when built and run on every input`;
    this.report({
      kind: 'note',
      text: `${what}: the search goes on with ${errorText(goal.metric, limit)} as its limit`,
    });
    return true;
  }

  private async search(): Promise<StudyResult['stopped']> {
    const facts = await this.facts();
    const search = this.plan.strategy.propose({
      space: this.tuning.space,
      facts,
      bound: this.oriented(this.limit),
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
    await orInterrupted(this.plan.signal, Promise.all(Array.from({ length: Math.max(1, this.plan.jobs) }, lane)));
    if (this.plan.timing === 'every') await orInterrupted(this.plan.signal, this.timeAccepted(affordable));
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
    return { number: this.proposals, formats, sets: this.tuning.setsOf(point), resolution };
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
  private repeat({ number, formats, sets, resolution }: Proposal): void {
    this.repeats++;
    if (this.round > 0 || this.journal.state.trialRecord(number)) return; // a second search asks for much of the first again
    const first = this.judged.get(resolution)!;
    this.journal.append({
      kind: 'trial',
      number,
      formats,
      ...(sets && { sets: [...sets] }),
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
    { number, formats, sets, resolution }: Proposal,
    constraints: Parameters<typeof findConstraint>[0],
  ): Promise<TrialRecord> {
    const started = performance.now();
    const record = (rest: Partial<TrialRecord> & Pick<TrialRecord, 'outcome' | 'how'>): TrialRecord => ({
      kind: 'trial',
      number,
      formats,
      ...(sets && { sets: [...sets] }),
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
    const runner = await this.preparation.runner();
    checkSourcesUnchanged(this.bench.program);
    this.report({ kind: 'running', number, formats });
    const { outputs: _, ...finding } = await runner.judgeAccuracy(this.tuning.configurationOf(formats));
    const reason = finding.outcome === 'measured' ? await this.cannotBeWritten(formats) : null;
    if (reason !== null) return record({ outcome: 'infeasible', how: finding.how, evidence: reason });
    const { outcome, how, error, evidence } = finding;
    // how fast an inaccurate one would be shows what the bound costs
    const speedup = /^(?:measured|inaccurate)$/.test(outcome) ? await this.modelledSpeedup(formats) : null;
    const speedupKind = speedup === null ? null : 'modelled';
    if (outcome !== 'measured') return record({ outcome, how, error, evidence, speedup, speedupKind });
    const tooSlow = isModelled(this.bench) && speedup !== null && speedup < (this.plan.goal.minSpeedup ?? 0);
    return record({
      outcome,
      how,
      error,
      speedup,
      speedupKind,
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
    return (await this.model())?.speedup(this.tuning.resolve(formats)) ?? null;
  }

  /** The performance model with the counts of this program; null where nobody could count. */
  private model(): Promise<PerformanceModel | null> {
    const { program, engineName } = this.bench;
    // on a GPU an input is what it is; elsewhere it stands for one that is worth a GPU
    const isFull = !/^(?:cuda|command)$/.test(engineName);
    this.modelled ??= this.preparation
      .counts()
      .then((counts) => counts && new PerformanceModel(program, this.plan.device, counts, isFull));
    return this.modelled;
  }

  /** What the strategy asked to know; the space becomes one of sets, where that is what it searches. */
  private async facts(): Promise<SearchFacts> {
    const { bench, journal, plan, preparation } = this;
    const needs = plan.strategy.needs ?? [];
    if (needs.includes('ideal') || plan.timing === 'every') await this.idealSpeedup();
    const model = needs.includes('model') ? await this.model() : null;
    if (plan.strategy.dimensions !== 'sets') {
      const predictedTime = model && model.baseline.timeMs > 0 ? model.scorer(this.groups.modelDimensions) : null;
      const chains = needs.includes('model') ? findChains(bench.program, this.groups.modelDimensions) : [];
      return { ...NO_FACTS, predictedTime, chains };
    }
    const options = plan.options as FisetSearchOptions;
    const found = establishSets(bench, journal, preparation, plan, options, this.groups);
    const sets = await orInterrupted(plan.signal, found);
    this.tuning = sets.space;
    const predictedTime = (point: Point) =>
      1 / (model?.speedup(this.tuning.resolve(this.tuning.formatsOf(point))) ?? 1);
    return { ...NO_FACTS, predictedTime: model && predictedTime, sets: sets.facts };
  }

  private async idealSpeedup(): Promise<number | null> {
    const { journal, groups, preparation } = this;
    if (!journal.state.ideal && this.plan.ideal) journal.append(this.plan.ideal);
    if (!journal.state.ideal)
      journal.append(
        isModelled(this.bench)
          ? modelledIdeal(groups, await this.modelledSpeedup(groups.narrowest))
          : await orInterrupted(
              this.plan.signal,
              measureIdeal(this.bench, groups, this.built, await preparation.runner()),
            ),
      );
    return journal.state.ideal!.ratio;
  }

  /** Builds and times what a batch of proposals found accurate. */
  private async timeAccepted(proposals: readonly Proposal[]): Promise<void> {
    if (isModelled(this.bench)) return;
    const numbers = proposals.flatMap(({ resolution }) => {
      const record = this.judged.get(resolution); // none where the time was up before its turn
      return record && isCandidate(record) ? [record.number] : [];
    });
    await this.built.buildAhead(numbers);
    for (const number of numbers) {
      const confirmation = await this.built.confirm(number);
      if (confirmation.outcome === 'measured') await this.built.time(number, confirmation, BRISK);
    }
  }

  /** Accepted trials that change something, the fastest first as far as is known; without a model, those that lower most. */
  private ranked(): TrialRecord[] {
    return [...this.judged.values()]
      .map(({ number }) => this.journal.state.trial(number)!)
      .filter(isCandidate)
      .sort((a, b) => (b.speedup ?? 0) - (a.speedup ?? 0) || lowered(b) - lowered(a) || a.number - b.number);
  }

  private async recommended(): Promise<JudgedTrial | null> {
    const { built, journal, plan } = this;
    if (plan.recommends === false) return null;
    const context = { built, journal, minSpeedup: plan.goal.minSpeedup, isModelled: isModelled(this.bench) };
    return orInterrupted(plan.signal, recommend(context, this.ranked()));
  }

  private builtTrials(): BuiltTrials {
    const { bench, journal, plan, preparation, report } = this;
    const study = this;
    return new BuiltTrials({
      bench,
      journal,
      get tuning() {
        return study.tuning;
      },
      random: seededRandom(plan.seed),
      isExact: isExact(bench.engineName),
      merit: plan.merit,
      goal: plan.goal,
      output: plan.output,
      buildJobs: plan.buildJobs,
      limits: preparation.tuningInputs().map((input) => preparation.limits(input)),
      runner: () => preparation.runner(),
      baselines: () => preparation.allBaselines(),
      report,
    });
  }

  /** With `timing: 'every'`, what was built and timed overrules what was emulated and modelled. */
  private outcomeOf(record: TrialRecord): Outcome {
    const latest = this.journal.state.trial(record.number)!;
    const known = this.plan.timing === 'every' || this.round > 0 ? latest : record;
    const error = known.error === null ? null : this.oriented(known.error);
    if (known.outcome === 'measured' && this.round > 0 && this.oriented(record.error ?? 0) > this.oriented(this.limit))
      return { kind: 'inaccurate', error };
    switch (known.outcome) {
      case 'measured':
        return {
          kind: 'measured',
          accepted: known.accepted,
          error: error ?? 0,
          speedup: known.speedup ?? 1,
          ofIdeal: this.ofIdeal(known),
        };
      case 'inaccurate':
        return { kind: 'inaccurate', error };
      case 'duplicate':
        throw new MantissaError('MX1006', `trial ${record.number} stands for a program that was never judged`);
      default:
        return { kind: known.outcome };
    }
  }

  /** Strategies know errors, of which less is better. */
  private oriented(figure: number): number {
    const { metric } = this.plan.goal;
    return metric !== 'command' && countsDigits(metric) ? -figure : figure;
  }

  private ofIdeal({ speedup }: TrialRecord): number | null {
    const ideal = this.journal.state.ideal?.ratio ?? null;
    return speedup === null || ideal === null ? null : percentOfIdeal(speedup, ideal, meritKind(this.plan.merit));
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
