import { ignoringParenImpCasts } from './ignoring.js';
import { isFunctionDeclaration } from './kinds.js';
import { type AstNode, children } from './node.js';

/** The expression that says what is called, without what clang puts around a name. */
export function calleeOf(call: AstNode): AstNode | undefined {
  const callee = children(call)[0];
  return callee && ignoringParenImpCasts(callee);
}

/** The name of what is called, of a function or a member. */
export function calleeName(call: AstNode): string {
  const callee = calleeOf(call);
  return callee?.kind === 'MemberExpr' ? (callee.name ?? '') : (callee?.referencedDecl?.name ?? '');
}

/** Whether an expression is the name of a function. */
export function namesFunction(node: AstNode | undefined): boolean {
  return isFunctionDeclaration(node?.referencedDecl);
}
