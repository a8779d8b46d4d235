/** A proposal becomes a trial: whether it can be written, how far off its output is, how fast it should be. */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Journal } from '../journal/journal.js';
import type { Goal, TrialRecord } from '../journal/records.js';
import type { StudyState } from '../journal/replay.js';
import { type Bench, isModelled } from '../workbench/bench.js';
import { checkSourcesUnchanged } from '../workbench/unchanged-sources.js';
import { describeFormats, findConstraint, minimalCombination } from './constraints.js';
import type { StudyEvent } from './plan.js';
import type { Preparation } from './preparation.js';
import type { ConfigurationSpace } from './search-space.js';
import type { StudyFacts } from './study-facts.js';

/** A configuration that a strategy wants to know about. */
export interface Proposal {
  /** Of its trial. */
  readonly number: number;
  /** Site or group id → format, for what differs from the program as written; `parseConfiguration` takes it. */
  readonly formats: TrialRecord['formats'];
  /** The sets of operations it lowers, where the search is over sets. */
  readonly sets: readonly string[] | null;
  /** Two proposals with one digest are one program. */
  readonly resolution: string;
}

export interface TrialJudgementContext {
  readonly bench: Bench;
  readonly goal: Goal;
  readonly journal: Journal;
  readonly preparation: Preparation;
  readonly facts: StudyFacts;
  readonly tuning: ConfigurationSpace;
  report(event: StudyEvent): void;
}

export class TrialJudgement {
  constructor(private readonly context: TrialJudgementContext) {}

  async judge(
    { number, formats, sets, resolution }: Proposal,
    constraints: StudyState['constraints'],
  ): Promise<TrialRecord> {
    const started = performance.now();
    const { bench, goal, preparation, facts, tuning, report } = this.context;
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
    const runner = await preparation.runner();
    checkSourcesUnchanged(bench.program);
    report({ kind: 'running', number, formats });
    const { outputs: _, ...finding } = await runner.judgeAccuracy(tuning.configurationOf(formats));
    const reason = finding.outcome === 'measured' ? await this.cannotBeWritten(formats) : null;
    if (reason !== null) return record({ outcome: 'infeasible', how: finding.how, evidence: reason });
    const { outcome, how, error, evidence } = finding;
    // how fast an inaccurate one would be shows what the bound costs
    const isRun = /^(?:measured|inaccurate)$/.test(outcome);
    const speedup = isRun ? await facts.modelledSpeedup(tuning.resolve(formats)) : null;
    const speedupKind = speedup === null ? null : 'modelled';
    if (outcome !== 'measured') return record({ outcome, how, error, evidence, speedup, speedupKind });
    const tooSlow = isModelled(bench) && speedup !== null && speedup < (goal.minSpeedup ?? 0);
    return record({
      outcome,
      how,
      error,
      speedup,
      speedupKind,
      accepted: !tooSlow,
      evidence: tooSlow ? `${speedup?.toFixed(2)}× modelled, less than ${goal.minSpeedup}×` : null,
    });
  }

  /** The smallest part of what cannot be written that cannot be written either: whatever holds it need not be tried. */
  async learnConstraint({ number, formats, evidence }: TrialRecord): Promise<void> {
    const minimal = await minimalCombination(formats, async (part) => (await this.cannotBeWritten(part)) !== null);
    this.context.journal.append({ kind: 'constraint', trial: number, formats: minimal, reason: evidence ?? '' });
  }

  private async cannotBeWritten(formats: TrialRecord['formats']): Promise<string | null> {
    const { bench, tuning } = this.context;
    try {
      await bench.rewrite(tuning.configurationOf(formats));
      return null;
    } catch (error) {
      if (error instanceof MantissaError && error.code === 'MX4006') return error.findings[0]?.text ?? error.message;
      throw error;
    }
  }
}
