import { ignoringParenImpCasts } from './ignoring.js';
import { isFunctionDeclaration } from './kinds.js';
import { type AstNode, children } from './node.js';

/** The callee expression without implicit nodes and parentheses. */
export function calleeOf(call: AstNode): AstNode | undefined {
  const callee = children(call)[0];
  return callee && ignoringParenImpCasts(callee);
}

/** The name of the called function or member. */
export function calleeName(call: AstNode): string {
  const callee = calleeOf(call);
  return callee?.kind === 'MemberExpr' ? (callee.name ?? '') : (callee?.referencedDecl?.name ?? '');
}

/** Whether an expression is the name of a function. */
export function namesFunction(node: AstNode | undefined): boolean {
  return isFunctionDeclaration(node?.referencedDecl);
}
