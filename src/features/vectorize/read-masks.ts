import type { Comparison, LaneNode, NodeBasis } from './lane-program.js';
import type { TypedValue } from './llvm-ir/module.js';

/** Ordered comparisons; LLVM's unordered ones are negations of the opposite ordered ones. */
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

/** The comparison of an `fcmp`; null if unsupported. */
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

/** `a && b` and `a || b` on masks, which LLVM writes as selects; null for other selects between masks. */
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
