import { type LaneNode, type LaneProgram, operandsOf, rootsOf } from './lane-program.js';

/**
 * Fuses products that are only used in a sum into multiply-adds, as nvcc does, with one rounding instead of two.
 * The source has explicit fma calls, so that every compiler produces the same.
 */
export function fuseProducts(program: LaneProgram): LaneProgram {
  const uses = useCounts(program);
  const known = new Map<LaneNode, LaneNode>();
  const fused = (node: LaneNode): LaneNode => {
    const before = known.get(node);
    if (before) return before;
    const made = fuse(withOperands(node, fused), node);
    known.set(node, made);
    return made;
  };
  const fuse = (node: LaneNode, original: LaneNode): LaneNode => {
    if (node.kind !== 'arithmetic' || (node.operator !== '+' && node.operator !== '-')) return node;
    const [left, right] = node.operands;
    const given = (original as typeof node).operands;
    const isOnlyAdded = (at: 0 | 1) => {
      const operand = node.operands[at];
      return (
        operand.kind === 'arithmetic' &&
        operand.operator === '*' &&
        operand.format === node.format && // a product in another format has its own rounding
        uses.get(given[at]) === 1
      );
    };
    const { order, place, name, format } = node;
    const basis = { order, place, name, format, kind: 'fma' as const };
    if (isOnlyAdded(1) && right.kind === 'arithmetic') {
      const [a, b] = right.operands;
      // c − a·b: the sign goes to a constant factor if there is one
      const [first, second] =
        node.operator === '+' ? [a, b] : b.kind === 'constant' ? [a, negated(b)] : [negated(a), b];
      return { ...basis, operands: [first, second, left] };
    }
    if (isOnlyAdded(0) && left.kind === 'arithmetic')
      return { ...basis, operands: [...left.operands, node.operator === '+' ? right : negated(right)] };
    return node;
  };
  return {
    ...program,
    stores: program.stores.map((store) => ({
      ...store,
      value: fused(store.value),
      condition: store.condition && fused(store.condition),
    })),
    reductions: program.reductions.map((reduction) => ({ ...reduction, next: fused(reduction.next) })),
  };
}

/** Number of uses of each node as an operand, in stores and in reductions. */
export function useCounts(program: Pick<LaneProgram, 'stores' | 'reductions'>): Map<LaneNode, number> {
  const uses = new Map<LaneNode, number>();
  const use = (node: LaneNode): void => {
    const before = uses.get(node) ?? 0;
    uses.set(node, before + 1);
    if (before === 0) for (const operand of operandsOf(node)) use(operand);
  };
  for (const root of rootsOf(program)) use(root);
  return uses;
}

function negated(node: LaneNode): LaneNode {
  if (node.kind === 'constant') return { ...node, value: -node.value };
  const { order, place, format } = node;
  return { order, place, name: null, format, kind: 'negation', operand: node };
}

function withOperands(node: LaneNode, change: (operand: LaneNode) => LaneNode): LaneNode {
  switch (node.kind) {
    case 'constant':
    case 'uniform':
    case 'counter':
    case 'condition':
    case 'accumulator':
      return node;
    case 'load':
      return node.condition ? { ...node, condition: change(node.condition) } : node;
    case 'negation':
    case 'conversion':
    case 'not':
      return { ...node, operand: change(node.operand) };
    case 'select':
      return { ...node, condition: change(node.condition), operands: pairOf(node.operands, change) };
    case 'arithmetic':
    case 'comparison':
    case 'logic':
      return { ...node, operands: pairOf(node.operands, change) };
    case 'fma': {
      const [a, b, c] = node.operands;
      return { ...node, operands: [change(a), change(b), change(c)] };
    }
    case 'call':
      return { ...node, operands: node.operands.map(change) };
  }
}

function pairOf([a, b]: readonly [LaneNode, LaneNode], change: (operand: LaneNode) => LaneNode): [LaneNode, LaneNode] {
  return [change(a), change(b)];
}
