import { calleeName } from '../frontend/ast/callee.js';
import { isAssignment, isNamedCall } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';

/** True where evaluating an expression twice is not the same as once. */
export function hasEffects(node: AstNode): boolean {
  if (isNamedCall(node)) return !/^(?:operator\[\]|at|data|front|back)$/.test(calleeName(node));
  if (isAssignment(node) || mayAct(node)) return true;
  return children(node).some(hasEffects);
}

const mayAct = ofKind('CXXNewExpr', 'LambdaExpr', 'StmtExpr');
