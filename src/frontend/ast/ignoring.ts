/** Functions that skip nodes without meaning of their own, named like clang's `IgnoreParenImpCasts`. */
import { isExplicitCast } from './kinds.js';
import { type AstNode, children, ofKind } from './node.js';

type IsThrough = (node: AstNode) => boolean;

const isParen = ofKind('ParenExpr');
/** clang's full expressions, which only wrap their operand. */
const isFullExpression = ofKind('ExprWithCleanups', 'ConstantExpr');
const isImplicitCast = ofKind('ImplicitCastExpr');
const isTemporary = ofKind('MaterializeTemporaryExpr', 'CXXBindTemporaryExpr');
/** The substitution of a template parameter; the text contains the name of the parameter. */
export const isSubstituted = ofKind('SubstNonTypeTemplateParmExpr');

/** Nodes without text that pass on the value of their operand, except substituted template parameters. */
export const isImplicit: IsThrough = (node) => isImplicitCast(node) || isFullExpression(node) || isTemporary(node);
/** Implicit nodes and parentheses. */
export const isParenOrImplicit: IsThrough = (node) => isParen(node) || isImplicit(node);
/** Implicit nodes, parentheses and casts. */
export const isParenOrCast: IsThrough = (node) => isParenOrImplicit(node) || isExplicitCast(node);

function ignoring(node: AstNode, isThrough: IsThrough): AstNode {
  let at = node;
  while (isThrough(at)) {
    const inner = children(at).at(-1);
    if (!inner) break;
    at = inner;
  }
  return at;
}

export const ignoringParens = (node: AstNode): AstNode => ignoring(node, isParen);
export const ignoringImplicitCasts = (node: AstNode): AstNode =>
  ignoring(node, (one) => isImplicitCast(one) || isFullExpression(one));
export const ignoringImplicit = (node: AstNode): AstNode => ignoring(node, isImplicit);
export const ignoringParenImpCasts = (node: AstNode): AstNode => ignoring(node, isParenOrImplicit);
export const ignoringParenCasts = (node: AstNode): AstNode => ignoring(node, isParenOrCast);
/** Skips parentheses and lvalue-to-rvalue conversions. */
export const ignoringParenLValueCasts = (node: AstNode): AstNode =>
  ignoring(node, (one) => isParen(one) || one.castKind === 'LValueToRValue');
/** Skips parentheses, full expressions, and casts that only change qualifiers. */
export const ignoringParenNoopCasts = (node: AstNode): AstNode =>
  ignoring(node, (one) => isParen(one) || isFullExpression(one) || one.castKind === 'NoOp');
