import type { Trial, TrialRecord } from '../../journal/records.js';
import { hasSpeedup } from '../timing/gain.js';

/** Every format that differs from the declared one, including those of partial sums. */
export function changedFormats({ formats, accumulators = {} }: Trial): TrialRecord['formats'] {
  const partial = Object.entries(accumulators).flatMap(([id, way]) => (typeof way === 'string' ? [] : [[id, way.in]]));
  return { ...formats, ...Object.fromEntries(partial) };
}

/** Number of changes to the original program: formats, summation methods and block sizes. */
export function changeCount({ formats, accumulators = {}, blocks = {} }: Trial): number {
  return Object.keys(formats).length + Object.keys(accumulators).length + Object.keys(blocks).length;
}

/** Whether a trial met the goal and changes something. */
export function isCandidate<Some extends Trial>(trial: Some): trial is Extract<Some, { outcome: 'accurate' }> {
  return trial.accepted && changeCount(trial) > 0;
}

/** Whether the model does not rule out a speedup. */
export function mayBeFaster({ speedup }: Trial): boolean {
  return hasSpeedup({ measurement: null, speedup }) !== false;
}
