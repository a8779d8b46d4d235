/** What somebody else found out about a proposal, instead of the study's own workbench: a cluster, another tool, a fake. */
import type { Goal, TrialRecord } from '../../journal/records.js';
import { failed, modelled, type TrialResult } from '../../journal/trial-record.js';
import { meetsBound } from '../../numerics/metrics.js';
import { type Proposal, recordOf, tooSlow } from './trial-judgement.js';

export type ToldOutcome =
  /** `error` is by the goal's metric, the worst over the inputs; `speedup` is baseline ÷ candidate, null where nobody timed it. */
  | { readonly kind: 'accurate'; readonly error: number; readonly speedup: number | null }
  | { readonly kind: 'build-failed' | 'run-failed' | 'timed-out' | 'infeasible'; readonly evidence: string };

/**
 * As the journal keeps it. Whether it meets the goal is the study's to say; a speedup comes without the runs that would show its
 * uncertainty, so it counts as modelled until the study has timed it.
 */
export function externalTrial(proposal: Proposal, told: ToldOutcome, goal: Goal): TrialRecord {
  return recordOf(proposal, 'known', resultOf(told, goal), 0);
}

function resultOf(told: ToldOutcome, goal: Goal): TrialResult {
  if (told.kind !== 'accurate') return failed(told.kind, told.evidence);
  const { error } = told;
  const speed = modelled(told.speedup);
  if (!isWithin(error, goal)) {
    const evidence = `its error is ${error} as told, not ${goal.bound}`;
    return { outcome: 'inaccurate', error, ...speed, accepted: false, evidence };
  }
  const evidence = tooSlow(speed, goal, 'as told');
  return { outcome: 'accurate', error, ...speed, accepted: evidence === null, evidence };
}

function isWithin(error: number, { metric, bound }: Goal): boolean {
  return meetsBound(metric, error, bound);
}
