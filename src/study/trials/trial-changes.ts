import type { Trial, TrialRecord } from '../../journal/records.js';
import { buysTime } from '../timing/gain.js';

/** Every format that differs from the declared one, of sums that are folded into a wide one too. */
export function changedIn({ formats, accumulators = {} }: Trial): TrialRecord['formats'] {
  const partial = Object.entries(accumulators).flatMap(([id, way]) => (typeof way === 'string' ? [] : [[id, way.in]]));
  return { ...formats, ...Object.fromEntries(partial) };
}

/** How much of a program is another than as written. */
export function lowered({ formats, accumulators = {}, blocks = {} }: Trial): number {
  return Object.keys(formats).length + Object.keys(accumulators).length + Object.keys(blocks).length;
}

/** It met the goal and changes something. */
export function isCandidate<Some extends Trial>(trial: Some): trial is Extract<Some, { outcome: 'accurate' }> {
  return trial.accepted && lowered(trial) > 0;
}

/** By the model. */
export function isHopeful({ speedup }: Trial): boolean {
  return buysTime({ measurement: null, speedup }) !== false;
}
