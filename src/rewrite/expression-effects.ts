import { type AstNode, children } from '../frontend/ast/node.js';
import { calleeName } from './source-edits.js';

/** True where evaluating an expression twice is not the same as once. */
export function hasEffects(node: AstNode): boolean {
  if (/^(?:CompoundAssignOperator|CallExpr|CXXMemberCallExpr|CXXNewExpr|LambdaExpr|StmtExpr)$/.test(node.kind))
    return !/^(?:operator\[\]|at|data|front|back)$/.test(calleeName(node));
  if (/^(?:BinaryOperator|UnaryOperator)$/.test(node.kind) && /^(?:=|\+\+|--)$/.test(node.opcode ?? '')) return true;
  return children(node).some(hasEffects);
}
