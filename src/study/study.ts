/**
 * A study: a strategy proposes, the workbench judges, the journal records.
 * - The work is divided into stages (stages/stages.ts). The first stage that is due runs, until none is due or the time is up.
 * - The search is a stage that asks for trials. The workbench (`judge`) or the caller (`tell`) provides their outcomes.
 * - The journal contains every result. A resumed study passes through the same stages and repeats no run.
 */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Journal } from '../journal/journal.js';
import type { AccurateTrial, StudyState } from '../journal/replay.js';
import type { Bench } from '../workbench/bench.js';
import type { StudyEvent, StudyPlan, StudyResult } from './plan.js';
import { stages } from './stages/stages.js';
import { StudyContext } from './study-context.js';
import type { Batch, ExternalTrials } from './trials/batches.js';
import { type ExternalOutcome, externalTrial } from './trials/external-outcome.js';
import type { Proposal } from './trials/trial-judgement.js';

export { Interrupted, type StudyEvent, type StudyPlan, type StudyResult } from './plan.js';

const NO_EXTERNAL_TRIALS: ExternalTrials = new Map();

export class Study {
  private readonly context: StudyContext;

  constructor(bench: Bench, plan: StudyPlan, journal: Journal, listener: (event: StudyEvent) => void) {
    this.context = new StudyContext(bench, plan, journal, listener);
  }

  /** Asks and judges until the study ends. */
  async run(): Promise<StudyResult> {
    while (await this.ask()) await this.judge();
    return this.result;
  }

  /**
   * Returns the proposals to judge next, which may run in parallel; null at the end of the study. Proposals with an outcome in the journal are
   * not returned. Proposals of the last call that have no outcome yet are returned again. Between searches, this call also builds, confirms and
   * times trials on the workbench.
   */
  ask(): Promise<readonly Proposal[] | null> {
    const { batches, end } = this.context;
    return end.orEnd(async () => {
      for (let batch = await this.next(); batch; batch = await this.next()) {
        const open = batches.openIn(batch);
        if (open.length > 0) return open;
        await this.judgeBatch(batch, NO_EXTERNAL_TRIALS);
      }
      return null;
    });
  }

  /** Judges the open proposals on the workbench. */
  async judge(): Promise<void> {
    await this.context.end.orEnd(() => this.judgeBatch(this.openBatch, NO_EXTERNAL_TRIALS));
  }

  /** Takes outcomes that the caller obtained: one for each open proposal, in the same order. */
  async tell(outcomes: readonly ExternalOutcome[]): Promise<void> {
    const { batches, end, plan } = this.context;
    const open = batches.openIn(this.openBatch);
    if (open.length !== outcomes.length)
      throw new MantissaError('MX2047', `tell() got ${outcomes.length} outcomes for ${open.length} proposals`);
    const trials = open.map((one, at) => [one.resolution, externalTrial(one, outcomes[at]!, plan.goal)] as const);
    await end.orEnd(() => this.judgeBatch(this.openBatch, new Map(trials)));
  }

  /** The result, once `ask` has returned null. */
  get result(): StudyResult {
    const { ahead, end, journal, plan, preparation, timing } = this.context;
    if (end.reached === null) throw new MantissaError('MX2047', 'there is no result yet: ask() has not returned null');
    return {
      trials: journal.state.trials(),
      ...end.reached,
      front: plan.front ? (journal.state.front ?? []).map((one) => this.confirmedTrial(one)) : null,
      executions: {
        emulated: preparation.currentRunner?.emulatedRuns ?? 0,
        built: preparation.currentRunner?.builtVariants ?? 0,
        timed: timing.timedRuns,
        ahead: ahead.summary,
      },
    };
  }

  /** Everything known so far. */
  get state(): StudyState {
    return this.context.journal.state;
  }

  /** Closes the journal. Opening the study again continues it. */
  close(): void {
    this.context.journal.close();
  }

  /** The main loop: runs the first stage that is due, again and again, until a stage opens a batch of trials or no stage is due. */
  private async next(): Promise<Batch | null> {
    const { context } = this;
    while (context.openBatch === null && context.end.reached === null) {
      const due = stages.find((stage) => stage.isDue(context));
      if (due === undefined) {
        context.end.complete();
      } else {
        context.stagesRun.add(due.name);
        await due.run(context);
      }
    }
    return context.openBatch;
  }

  /** Judges the open proposals of a batch, or takes their outcomes from the caller, and passes all outcomes to the search. */
  private async judgeBatch(batch: Batch, external: ExternalTrials): Promise<void> {
    const { context } = this;
    const { batches, end, preparation, search, bestSoFar, time } = context;
    const outcomes = await batches.judge(batch, external);
    context.openBatch = null;
    bestSoFar.isStale = true;
    // a string names the limit that was reached before all outcomes were known
    if (typeof outcomes === 'string') end.exhausted = outcomes;
    else if (!search.hasBegun) return;
    else if (await time.unlessUp(preparation.finishRunner().then(() => true))) search.answer(outcomes);
    else end.exhausted = 'time';
  }

  private get openBatch(): Batch {
    if (this.context.openBatch) return this.context.openBatch;
    throw new MantissaError('MX2047', 'there is no open proposal: call ask() first');
  }

  private confirmedTrial(number: number): AccurateTrial {
    const trial = this.context.journal.state.trial(number);
    if (trial?.outcome === 'accurate') return trial;
    throw new MantissaError('MX1006', `trial ${number} is confirmed but not within tolerance`);
  }
}
