import type { LaneNode } from './lane-program.js';

/** Whether a node is a mask: a boolean per lane, without a format. */
export function isMask({ kind }: LaneNode): boolean {
  return kind === 'comparison' || kind === 'logic' || kind === 'not' || kind === 'condition';
}
