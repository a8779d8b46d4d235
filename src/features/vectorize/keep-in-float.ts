import { formats } from '../../numerics/format.js';
import { constantForm, isConstant, sum } from '../../numerics/linear-form.js';
import { roundTo } from '../../numerics/rounding.js';
import { fitIn, type ValueRange } from '../../numerics/value-range.js';
import { onAccumulators } from './accumulated-nodes.js';
import { withCounter } from './affine.js';
import type { SeenRange } from './check-numbers.js';
import { type LaneNode, type LaneProgram, nodesOf, operandsOf } from './lane-program.js';
import { isMask } from './masks.js';
import { nodeName } from './node-name.js';
import { refusal } from './refusal.js';
import type { VectorFormat } from './vector-format.js';

/** Of an integer of unknown size. */
const LARGEST_COUNT = 2 ** 31;

/**
 * Nodes that must be computed in float: values observed outside the format's range on the program's input, and values computed from them;
 * and everything computed from a constant outside the format's range, such as the 1e-8 that keeps a divisor from 0, or from a counter or a
 * size that may exceed it.
 */
export function keptInFloat(
  program: LaneProgram,
  format: VectorFormat,
  ranges: readonly SeenRange[] = [],
): Set<LaneNode> {
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
  return new Set([...beyond, ...onAccumulators(program), ...comeOfLost(program, format, sizes)]);
}

function comeOfLost(program: LaneProgram, format: VectorFormat, sizes: ReadonlyMap<LaneNode, number>): Set<LaneNode> {
  const found = new Set<LaneNode>();
  for (const node of nodesOf(program))
    if (
      isLargeCount(node, program, format, sizes) ||
      operandsOf(node).some((one) => isLost(one, format) || (found.has(one) && !isMask(one)))
    )
      found.add(node);
  return found;
}

/** Whether an integer may exceed the format: it does in a run, or no run and no constant bound shows that it does not. */
function isLargeCount(
  node: LaneNode,
  { begin, end }: LaneProgram,
  format: VectorFormat,
  sizes: ReadonlyMap<LaneNode, number>,
): boolean {
  if (node.kind !== 'counter' || node.format !== null) return false;
  const inLoop = [begin, sum(end, constantForm(1), -1)].map((counter) => withCounter(node.value, counter));
  const bound = inLoop.every(isConstant) ? Math.max(...inLoop.map(({ constant }) => Math.abs(constant))) : undefined;
  return (sizes.get(node) ?? bound ?? LARGEST_COUNT) > formats[format].largest;
}

/** Whether integers are in float because they may exceed the format. */
export function hasLargeCounts(program: LaneProgram, inFloat: (node: LaneNode) => boolean): boolean {
  return nodesOf(program).some((node) => node.kind === 'counter' && node.format === null && inFloat(node));
}

/** Whether the format rounds a constant to 0 or to infinity. */
function isLost(node: LaneNode, format: VectorFormat): node is LaneNode & { kind: 'constant' } {
  if (node.kind !== 'constant' || node.value === 0 || !Number.isFinite(node.value)) return false;
  const rounded = roundTo(format, node.value);
  return rounded === 0 || !Number.isFinite(rounded);
}

/** Messages about constants outside the format's range. */
export function lostConstantsText(program: LaneProgram, format: VectorFormat): string[] {
  const lines = nodesOf(program).flatMap((user) =>
    operandsOf(user).flatMap((node) => {
      if (!isLost(node, format) || user.format !== null) return [];
      const where = user.place ? `line ${user.place.line}: ` : '';
      const isZero = roundTo(format, node.value) === 0;
      const why = isZero
        ? `rounded to 0 in ${format}`
        : `above ${formats[format].largest.toPrecision(5)}, the largest ${format}`;
      return [`${where}${Number(node.value.toPrecision(6))} is ${why}; values computed from it are in float`];
    }),
  );
  const counts = nodesOf(program).filter((node) => isLargeCount(node, program, format, new Map()));
  const names = new Set(counts.map((node) => nodeName(node, program)));
  const largest = formats[format].largest;
  if (names.size > 0)
    lines.push(
      `${[...names].join(', ')} may exceed ${largest}, the largest ${format}; values computed from counts are in float`,
    );
  return [...new Set(lines)];
}

/** Throws if an array in the format would receive a value out of range. */
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
  // only a run shows which value a select chooses
  const mayBeBeyond = (node: LaneNode): boolean =>
    isBeyond(node) || (node.kind === 'select' && !sizes.has(node) && node.operands.some(mayBeBeyond));
  const lost = [...loads, ...stores].find(({ node }) => mayBeBeyond(node));
  if (lost)
    throw refusal(
      'MX4072',
      `${lost.array} stores ${sizes.get(lost.node)?.toPrecision(4) ?? 'a constant'}, above ${formats[format].largest.toPrecision(5)}, the largest ${format}`,
      lost.place,
      format === 'fp16' ? 'use --format bf16 or fp32, or scale the array' : 'use --format fp32',
    );
}

export function rangeOf(largest: number, smallest: number): ValueRange {
  return { largest, smallest, hasInfinity: false, hasNaN: false };
}
