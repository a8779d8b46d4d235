/** The ways of looking through nodes that say nothing of their own, by the names that clang gives them. */
import { isExplicitCast } from './kinds.js';
import { type AstNode, children, ofKind } from './node.js';

type IsThrough = (node: AstNode) => boolean;

const isParen = ofKind('ParenExpr');
/** clang's full expressions: nothing but a frame around their operand. */
const isFullExpression = ofKind('ExprWithCleanups', 'ConstantExpr');
const isImplicitCast = ofKind('ImplicitCastExpr');
const isTemporary = ofKind('MaterializeTemporaryExpr', 'CXXBindTemporaryExpr');
/** A parameter of a template, around what it stands for: the text has the name of the parameter. */
export const isSubstituted = ofKind('SubstNonTypeTemplateParmExpr');

/** Nodes without a text of their own that hand on the value of their operand. They do not hide parameters of templates. */
export const isImplicit: IsThrough = (node) => isImplicitCast(node) || isFullExpression(node) || isTemporary(node);
/** The same, and parentheses. */
export const isParenOrImplicit: IsThrough = (node) => isParen(node) || isImplicit(node);
/** The same, and casts. */
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
/** Without parentheses, and without the read of a place. */
export const ignoringParenLValueCasts = (node: AstNode): AstNode =>
  ignoring(node, (one) => isParen(one) || one.castKind === 'LValueToRValue');
/** Without parentheses, frames, and casts that change nothing but qualifiers. */
export const ignoringParenNoopCasts = (node: AstNode): AstNode =>
  ignoring(node, (one) => isParen(one) || isFullExpression(one) || one.castKind === 'NoOp');
