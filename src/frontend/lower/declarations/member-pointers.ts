/** `&Cell::rho`: the type of a pointer to member fixes the type of the member, wherever the pointer is stored. */
import { type AstNode, children } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';

export function freezeMembersPointedTo(scope: UnitScope, root: AstNode): void {
  const pending = [root];
  while (pending.length > 0) {
    const node = pending.pop()!;
    pending.push(...children(node));
    if (node.kind !== 'UnaryOperator' || node.opcode !== '&') continue;
    const named = children(node)[0]?.referencedDecl;
    const site = named?.kind === 'FieldDecl' ? scope.sites.get(named.id) : undefined;
    if (site !== undefined) scope.builder.freeze(site, 'member-pointer', node.type?.qualType ?? '');
  }
}
