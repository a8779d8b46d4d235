import { type LaneNode, type LaneProgram, operandsOf, reachedFrom, rootsOf } from './lane-program.js';
import { isMask } from './masks.js';

/** What is computed from what a reduction has so far: in float, since thousands of numbers go into it. */
export function onAccumulators(program: LaneProgram): Set<LaneNode> {
  const found = new Set<LaneNode>();
  for (const node of reachedFrom(rootsOf(program)))
    if (!isMask(node) && (node.kind === 'accumulator' || operandsOf(node).some((one) => found.has(one))))
      found.add(node);
  return found;
}
