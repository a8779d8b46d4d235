import { calleeName } from '../frontend/ast/callee.js';
import { isAssignment, isNamedCall } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';

/** True if evaluating an expression twice differs from evaluating it once. */
export function hasEffects(node: AstNode): boolean {
  if (isNamedCall(node) && !ACCESSES.has(calleeName(node))) return true;
  if (isAssignment(node) || mayAct(node)) return true;
  return children(node).some(hasEffects);
}

/** Container members that return the place of an element. */
const ACCESSES: ReadonlySet<string> = new Set(['operator[]', 'at', 'data', 'front', 'back']);
const mayAct = ofKind('CXXNewExpr', 'LambdaExpr', 'StmtExpr');
