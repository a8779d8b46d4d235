import type { LaneNode } from './lane-program.js';

/** Whether a node says yes or no lane by lane, and has no format. */
export function isMask({ kind }: LaneNode): boolean {
  return kind === 'comparison' || kind === 'logic' || kind === 'not';
}
