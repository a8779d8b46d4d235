/** What somebody else found out about a proposal, instead of the study's own workbench: a cluster, another tool, a fake. */
import type { Goal, TrialRecord } from '../journal/records.js';
import { meetsBound } from '../numerics/metrics.js';
import type { Proposal } from './trial-judgement.js';

export type ToldOutcome =
  /** `error` is by the goal's metric, the worst over the inputs; `speedup` is baseline ÷ candidate, null where nobody timed it. */
  | { readonly kind: 'measured'; readonly error: number; readonly speedup: number | null }
  | { readonly kind: 'build-failed' | 'run-failed' | 'timed-out' | 'infeasible'; readonly evidence: string };

/**
 * As the journal keeps it. Whether it meets the goal is the study's to say; a speedup comes without the runs that would show its
 * uncertainty, so it counts as modelled until the study has timed it.
 */
export function toldTrial(proposal: Proposal, told: ToldOutcome, goal: Goal): TrialRecord {
  const { number, formats, sets, resolution } = proposal;
  const trial = (rest: Pick<TrialRecord, 'outcome' | 'error' | 'speedup' | 'evidence'>): TrialRecord => ({
    kind: 'trial',
    number,
    formats,
    ...(sets && { sets: [...sets] }),
    resolution,
    how: 'known',
    speedupKind: rest.speedup === null ? null : 'modelled',
    accepted: rest.outcome === 'measured' && rest.evidence === null,
    ...rest,
    durationMs: 0,
  });
  if (told.kind !== 'measured')
    return trial({ outcome: told.kind, error: null, speedup: null, evidence: told.evidence });
  const { error, speedup } = told;
  if (!isWithin(error, goal))
    return trial({
      outcome: 'inaccurate',
      error,
      speedup,
      evidence: `its error is ${error} as told, not ${goal.bound}`,
    });
  const isTooSlow = speedup !== null && speedup < (goal.minSpeedup ?? 0);
  const evidence = isTooSlow ? `${speedup.toFixed(2)}× as told, less than ${goal.minSpeedup}×` : null;
  return trial({ outcome: 'measured', error, speedup, evidence });
}

function isWithin(error: number, { metric, bound }: Goal): boolean {
  return meetsBound(metric, error, bound);
}
