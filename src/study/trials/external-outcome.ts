/** The outcome of a proposal that the caller obtained instead of the study's workbench, for example with another tool. */
import type { Goal, TrialRecord } from '../../journal/records.js';
import { failed, modelled, type TrialResult } from '../../journal/trial-record.js';
import { meetsBound } from '../../numerics/metrics.js';
import { type Proposal, recordOf, tooSlow } from './trial-judgement.js';

export type ExternalOutcome =
  /** `error`: in the goal's metric, the largest over the inputs; `speedup`: baseline time ÷ candidate time, null if it was not timed. */
  | { readonly kind: 'accurate'; readonly error: number; readonly speedup: number | null }
  | { readonly kind: 'build-failed' | 'run-failed' | 'timed-out' | 'infeasible'; readonly evidence: string };

/**
 * The record of an external outcome. The study decides whether it meets the goal. A speedup without an uncertainty counts as modelled until the
 * study has timed the trial.
 */
export function externalTrial(proposal: Proposal, told: ExternalOutcome, goal: Goal): TrialRecord {
  return recordOf(proposal, 'known', resultOf(told, goal), 0);
}

function resultOf(told: ExternalOutcome, goal: Goal): TrialResult {
  if (told.kind !== 'accurate') return failed(told.kind, told.evidence);
  const { error } = told;
  const speed = modelled(told.speedup);
  if (!isWithin(error, goal)) {
    const evidence = `the reported error ${error} misses the bound ${goal.bound}`;
    return { outcome: 'inaccurate', error, ...speed, accepted: false, evidence };
  }
  const evidence = tooSlow(speed, goal, 'reported');
  return { outcome: 'accurate', error, ...speed, accepted: evidence === null, evidence };
}

function isWithin(error: number, { metric, bound }: Goal): boolean {
  return meetsBound(metric, error, bound);
}
