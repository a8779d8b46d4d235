import { calleeName } from '../frontend/ast/callee.js';
import { isAssignment, isNamedCall } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';

/** True where evaluating an expression twice is not the same as once. */
export function hasEffects(node: AstNode): boolean {
  if (isNamedCall(node) && !ACCESSES.has(calleeName(node))) return true;
  if (isAssignment(node) || mayAct(node)) return true;
  return children(node).some(hasEffects);
}

/** Members of containers that say where an element is. */
const ACCESSES: ReadonlySet<string> = new Set(['operator[]', 'at', 'data', 'front', 'back']);
const mayAct = ofKind('CXXNewExpr', 'LambdaExpr', 'StmtExpr');
