/** Turns a proposal into a trial: checks that it can be written, judges its accuracy, and models its speed. */
import type { Goal, TrialRecord } from '../../journal/records.js';
import type { StudyState } from '../../journal/replay.js';
import {
  type Failed,
  failed,
  modelled,
  NO_SPEED,
  type Speed,
  type TrialResult,
  type Tried,
} from '../../journal/trial-record.js';
import type { Configuration } from '../../space/resolve.js';
import { reasonOf } from '../../workbench/attempts.js';
import { isModelled } from '../../workbench/bench.js';
import { checkSourcesUnchanged } from '../../workbench/unchanged-sources.js';
import type { StudyContext } from '../study-context.js';
import { describeFormats, findConstraint, minimalCombination } from './constraints.js';
import { trialConfiguration } from './trial-configuration.js';

/** A configuration that a strategy proposes. */
export interface Proposal {
  /** Number of its trial. */
  readonly number: number;
  /** Site or group id → format, where it differs from the original program; the input of `parseConfiguration`. */
  readonly formats: TrialRecord['formats'];
  /** Site id → summation method, for sums that are changed. */
  readonly accumulators?: TrialRecord['accumulators'];
  /** Changed thread-block sizes by id. */
  readonly blocks?: TrialRecord['blocks'];
  /** The sets of operations it lowers; null if the search is not over sets. */
  readonly sets: readonly string[] | null;
  /** Its iteration in a tuning plan. */
  readonly iteration?: number;
  /** Proposals with equal digests are the same program. */
  readonly resolution: string;
}

type TrialJudgementContext = Pick<
  StudyContext,
  'ahead' | 'bench' | 'facts' | 'journal' | 'plan' | 'preparation' | 'report' | 'time' | 'tuning' | 'watched'
>;

export class TrialJudgement {
  constructor(private readonly context: TrialJudgementContext) {}

  /** `sideBySide`: number of proposals judged at the same time. */
  async judge(proposal: Proposal, constraints: StudyState['constraints'], sideBySide = 1): Promise<TrialRecord> {
    const started = performance.now();
    const { bench, plan, preparation, time, watched, ahead, report } = this.context;
    const { number, formats } = proposal;
    let beforeMs = 0;
    const record = (how: TrialRecord['how'], result: TrialResult, deviations?: TrialRecord['deviations']) => ({
      ...recordOf(proposal, how, result, beforeMs + performance.now() - started),
      ...(deviations && { deviations }),
    });
    const constraint = findConstraint(constraints, formats);
    if (constraint) {
      const evidence = `${describeFormats(constraint.formats)}, as in trial ${constraint.trial}: ${constraint.reason}`;
      return record('known', failed('infeasible', evidence));
    }
    const runner = await preparation.runner();
    checkSourcesUnchanged(bench.program);
    report({ kind: 'running', number, formats });
    const { how, buildMsBefore, ...finding } = await (ahead.take(proposal.resolution) ??
      runner.judgeAccuracy(this.configurationOf(proposal), sideBySide));
    beforeMs = buildMsBefore ?? 0;
    const deviations = watched?.deviations(number, runner.baselines, finding.outputs);
    const isFirst = buildMsBefore !== undefined;
    switch (finding.outcome) {
      case 'accurate': {
        const reason = how === 'rebuilt' ? null : await this.cannotBeWritten(proposal);
        if (reason !== null) return record(how, failed('infeasible', reason));
        const { outcome, error } = finding;
        // the first trial is timed at once and does not wait for the model
        const speed = isFirst ? NO_SPEED : await this.modelledSpeed(proposal);
        const evidence = isModelled(bench) ? tooSlow(speed, plan.goal, 'modelled') : null;
        return record(how, { outcome, error, ...speed, accepted: evidence === null, evidence }, deviations);
      }
      case 'inaccurate': {
        const { outcome, error, evidence } = finding;
        // the modelled speed of inaccurate trials shows the cost of the bound
        const speed = isFirst && time.isLimited ? NO_SPEED : await this.modelledSpeed(proposal);
        return record(how, { outcome, error, ...speed, accepted: false, evidence }, deviations);
      }
      default:
        return record(how, failed(finding.outcome, finding.evidence));
    }
  }

  /** Starts likely next proposals early, except those excluded by a known constraint. */
  runSpeculatively(proposals: readonly Pick<Proposal, 'formats' | 'resolution'>[], sideBySide: number): void {
    const { ahead, journal, preparation } = this.context;
    for (const proposal of proposals) {
      if (findConstraint(journal.state.constraints, proposal.formats)) continue;
      const configuration = this.configurationOf(proposal);
      ahead.begin(proposal.resolution, async () =>
        (await preparation.runner()).judgeAccuracy(configuration, sideBySide),
      );
    }
  }

  private async modelledSpeed(proposal: Proposal): Promise<Speed> {
    const { facts, tuning } = this.context;
    const plain = tuning.resolve(proposal.formats);
    if (!proposal.accumulators) return modelled(await facts.modelledSpeedup(plain));
    return modelled(await facts.speedupWithSums(plain, this.configurationOf(proposal)));
  }

  private configurationOf(proposal: Pick<Proposal, 'formats' | 'accumulators' | 'blocks'>): Configuration {
    const { bench, tuning } = this.context;
    return trialConfiguration(bench.program, tuning, proposal);
  }

  /** Records the smallest infeasible part of an infeasible trial as a constraint. */
  async learnConstraint({ number, formats, evidence }: Tried & Failed): Promise<void> {
    const minimal = await minimalCombination(
      formats,
      async (part) => (await this.cannotBeWritten({ formats: part })) !== null,
    );
    this.context.journal.append({ kind: 'constraint', trial: number, formats: minimal, reason: evidence });
  }

  private async cannotBeWritten(trial: Pick<Proposal, 'formats' | 'accumulators' | 'blocks'>): Promise<string | null> {
    const rewriting = await this.context.bench.variants.tryRewrite(this.configurationOf(trial));
    return rewriting.kind === 'infeasible' ? reasonOf(rewriting) : null;
  }
}

/** Evidence that a trial misses the required speedup; null if it does not, or its speed is unknown. */
export function tooSlow({ speedup }: Speed, { minSpeedup }: Goal, source: string): string | null {
  const isSlow = speedup !== null && minSpeedup !== null && speedup < minSpeedup;
  return isSlow ? `its ${source} speedup is ${speedup.toFixed(2)}×, less than ${minSpeedup}×` : null;
}

export function recordOf(
  { number, formats, accumulators, blocks, sets, iteration, resolution }: Proposal,
  how: TrialRecord['how'],
  result: TrialResult,
  durationMs: number,
): TrialRecord {
  const which = { number, formats, ...(accumulators && { accumulators }), ...(sets && { sets: [...sets] }) };
  const planned = { ...(blocks && { blocks }), ...(iteration !== undefined && { iteration }) };
  return { kind: 'trial', ...which, ...planned, resolution, how, ...result, durationMs };
}
