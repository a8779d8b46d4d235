import { isAssignment } from '../../ast/kinds.js';
import { type AstNode, children } from '../../ast/node.js';

/**
 * Ids of declarations that are used other than by reading or assigning their whole value: their address is taken, or they are bound to a reference or
 * captured by reference.
 */
export function declarationsUsedAsMemory(root: AstNode): Set<string> {
  const found = new Set<string>();
  const visit = (node: AstNode, plain: boolean, insideLambda: boolean): void => {
    if (node.kind === 'DeclRefExpr') {
      if ((!plain || insideLambda) && node.referencedDecl) found.add(node.referencedDecl.id);
      return;
    }
    const inner = children(node);
    const lambda = insideLambda || node.kind === 'LambdaExpr';
    inner.forEach((child, position) => {
      const reads = node.kind === 'ImplicitCastExpr' && node.castKind === 'LValueToRValue';
      const assigns = position === 0 && isAssignment(node);
      visit(child, reads || assigns || (plain && node.kind === 'ParenExpr'), lambda);
    });
  };
  visit(root, false, false);
  return found;
}
