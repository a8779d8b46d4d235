import { formats } from '../numerics/format.js';
import { fitIn, type ValueRange } from '../numerics/value-range.js';
import { onAccumulators } from './accumulated-nodes.js';
import type { SeenRange } from './check-numbers.js';
import { type LaneNode, type LaneProgram, nodesOf, operandsOf } from './lane-program.js';
import { isMask } from './masks.js';
import { refusal } from './refusal.js';
import type { VectorFormat } from './vector-format.js';

/** What must be computed in float because it, or something it is computed from, leaves the format's range on the program's input. */
export function keptInFloat(program: LaneProgram, format: VectorFormat, ranges: readonly SeenRange[]): Set<LaneNode> {
  const sizes = new Map(ranges.map(({ node, most }) => [node, most]));
  const isBeyond = (node: LaneNode) => {
    const size = node.kind === 'constant' ? Math.abs(node.value) : (sizes.get(node) ?? 0);
    return fitIn(format, rangeOf(size, 0)) === 'overflows';
  };
  refuseStored(program, format, isBeyond, sizes);
  const beyond = nodesOf(program).filter(
    (node) =>
      !isMask(node) &&
      node.kind !== 'load' &&
      node.kind !== 'constant' &&
      node.kind !== 'uniform' &&
      [node, ...operandsOf(node)].some(isBeyond),
  );
  return new Set([...beyond, ...onAccumulators(program)]);
}

/** Arrays are in the format as they are declared: an element that does not fit is lost. */
function refuseStored(
  program: LaneProgram,
  format: VectorFormat,
  isBeyond: (node: LaneNode) => boolean,
  sizes: ReadonlyMap<LaneNode, number>,
): void {
  const loads = nodesOf(program).flatMap((node) =>
    node.kind === 'load' ? [{ node, array: node.access.array, place: node.place }] : [],
  );
  const stores = program.stores.map(({ value, access, place }) => ({ node: value, array: access.array, place }));
  const lost = [...loads, ...stores].find(({ node }) => isBeyond(node));
  if (lost)
    throw refusal(
      'MX4072',
      `${lost.array} holds ${sizes.get(lost.node)?.toPrecision(4) ?? 'a constant'}, beyond ${formats[format].largest.toPrecision(5)}, the largest ${format}`,
      lost.place,
      format === 'fp16' ? 'use --format bf16 or fp32, or scale the array' : 'use --format fp32',
    );
}

export function rangeOf(largest: number, smallest: number): ValueRange {
  return { largest, smallest, hasInfinity: false, hasNaN: false };
}
