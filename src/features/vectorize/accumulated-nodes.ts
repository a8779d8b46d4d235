import { type LaneNode, type LaneProgram, operandsOf, reachedFrom, rootsOf } from './lane-program.js';
import { isMask } from './masks.js';

/** Nodes computed from an accumulator. They are computed in float, because an accumulator sums thousands of values. */
export function onAccumulators(program: LaneProgram): Set<LaneNode> {
  const found = new Set<LaneNode>();
  for (const node of reachedFrom(rootsOf(program)))
    if (!isMask(node) && (node.kind === 'accumulator' || operandsOf(node).some((one) => found.has(one))))
      found.add(node);
  return found;
}
