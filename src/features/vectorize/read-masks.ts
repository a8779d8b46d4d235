import type { Comparison, LaneNode, NodeBasis } from './lane-program.js';
import type { TypedValue } from './llvm-ir/module.js';

/** Ordered ones; LLVM's unordered ones are the opposite ordered ones, denied. */
const COMPARISONS: Readonly<Record<string, [Comparison, boolean]>> = {
  oeq: ['==', false],
  ogt: ['>', false],
  oge: ['>=', false],
  olt: ['<', false],
  ole: ['<=', false],
  une: ['!=', false],
  ugt: ['<=', true],
  uge: ['<', true],
  ult: ['>=', true],
  ule: ['>', true],
};

/** What an `fcmp` says; null where nothing here says it. */
export function comparisonNode(basis: NodeBasis, predicate: string, left: LaneNode, right: LaneNode): LaneNode | null {
  const compare = (operator: Comparison, negated: boolean, a: LaneNode, b: LaneNode): LaneNode => ({
    ...basis,
    name: null,
    kind: 'comparison',
    operator,
    negated,
    operands: [a, b],
  });
  const plain = COMPARISONS[predicate];
  if (plain) return { ...compare(...plain, left, right), name: basis.name };
  const both = (operator: '&' | '|', a: LaneNode, b: LaneNode): LaneNode => ({
    ...basis,
    kind: 'logic',
    operator,
    operands: [a, b],
  });
  switch (predicate) {
    case 'one':
      return both('|', compare('<', false, left, right), compare('>', false, left, right));
    case 'ueq':
      return both('&', compare('>=', true, left, right), compare('<=', true, left, right));
    case 'ord':
      if (right.kind === 'constant' || left === right) return compare('==', false, left, left);
      return both('&', compare('==', false, left, left), compare('==', false, right, right));
    case 'uno':
      if (right.kind === 'constant' || left === right) return compare('!=', false, left, left);
      return both('|', compare('!=', false, left, left), compare('!=', false, right, right));
    default:
      return null;
  }
}

/** LLVM's `a && b` and `a || b` on masks, which it writes as selects; null for another choice between masks. */
export function maskSelect(
  basis: NodeBasis,
  [condition, yes, no]: readonly [TypedValue, TypedValue, TypedValue],
  node: (operand: TypedValue) => LaneNode,
): LaneNode | null {
  if (/^zeroinitializer$|^splat \(i1 false\)$/.test(no.value))
    return { ...basis, kind: 'logic', operator: '&', operands: [node(condition), node(yes)] };
  if (/^splat \(i1 true\)$/.test(yes.value))
    return { ...basis, kind: 'logic', operator: '|', operands: [node(condition), node(no)] };
  return null;
}
