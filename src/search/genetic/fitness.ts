/**
 * Objective (1) of the AMPT-GA paper (section 4.1), to be minimised: perf(PV) + (error(PV) − T) · K, where K is 1 within the bound T and P,
 * larger than any perf, beyond it. perf is in percent of the baseline's time and the error in multiples of the bound: within the bound the
 * second term is worth at most one percent and decides between equally fast vectors, in any unit of the metric.
 */
import { timesBound } from '../bound.js';
import type { Outcome } from '../strategy.js';

const BASELINE = 100;
const PENALTY = 1e6;

/** The result of a vector: its error in multiples of the bound (1 just meets it), infinite without one. */
export interface Verdict {
  readonly error: number;
  readonly isWithin: boolean;
  readonly fitness: number;
}

/** `perf` is the model's; null to use the time in the outcome. */
export function judge(outcome: Outcome, bound: number, perf: number | null): Verdict {
  switch (outcome.kind) {
    case 'accurate': {
      const error = timesBound(outcome.error, bound);
      return { error, isWithin: true, fitness: (perf ?? BASELINE / outcome.speedup) + (error - 1) };
    }
    case 'inaccurate': {
      const error = outcome.error === null ? Number.POSITIVE_INFINITY : timesBound(outcome.error, bound);
      return { error, isWithin: false, fitness: (perf ?? BASELINE) + (error - 1) * PENALTY };
    }
    case 'build-failed':
    case 'run-failed':
    case 'timed-out':
    case 'infeasible':
    case 'unsafe':
    case 'probed': // this search does not ask for runs on the shortest input only
      return { error: Number.POSITIVE_INFINITY, isWithin: false, fitness: Number.POSITIVE_INFINITY };
  }
}

/** perf(PV) of a predicted time, which is relative to the baseline's. */
export function perfOf(predictedTime: number): number {
  return BASELINE * predictedTime;
}
