/**
 * Checks that element sizes are only multiplied and passed on. A program that divides by a size, or has rows with a pitch, relies on byte counts
 * that are whole numbers of elements, which fails for a carrier whose size is no power of two.
 */
import { calleeName } from '../frontend/ast/callee.js';
import { isParenOrCast } from '../frontend/ast/ignoring.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { libraryFunction } from '../program/library/library.js';
import type { SourceEdits } from './source-edits.js';

export function onlyMultipliesSizes({ syntax }: Pick<SourceEdits, 'syntax'>): boolean {
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
