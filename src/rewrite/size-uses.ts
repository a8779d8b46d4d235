/**
 * Whether the sizes of numbers are only multiplied and handed on. Whoever divides by one, or has rows that CUDA puts apart, relies on bytes that are
 * whole numbers of elements, which those of a carrier whose size is no power of two need not be.
 */
import { calleeName } from '../frontend/ast/callee.js';
import { isParenOrCast } from '../frontend/ast/ignoring.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { libraryFunction } from '../program/library/library.js';
import type { SourceEdits } from './source-edits.js';

export function multipliesSizesAlone({ syntax }: Pick<SourceEdits, 'syntax'>): boolean {
  return syntax.roots.every((root) => isHarmless(root, null, false));
}

/** `around`: the nearest node that is neither a cast nor a product; `isFactor`: there was a product in between. */
function isHarmless(node: AstNode, around: AstNode | null, isFactor: boolean): boolean {
  if (node.kind === 'CallExpr' && libraryFunction(calleeName(node)).isPitched) return false;
  if (node.kind === 'UnaryExprOrTypeTraitExpr' && node.name === 'sizeof') {
    const isDivisor = ['/', '/=', '%', '%='].includes(around?.opcode ?? '');
    return !isDivisor && (isFactor || around?.kind === 'CallExpr');
  }
  const isProduct = node.kind === 'BinaryOperator' && node.opcode === '*';
  const isSeenThrough = isParenOrCast(node) || isProduct;
  return children(node).every((child) =>
    isSeenThrough ? isHarmless(child, around, isFactor || isProduct) : isHarmless(child, node, false),
  );
}
