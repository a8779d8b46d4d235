/** The site that an expression reads or writes. */
import { type AstNode, children } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { SiteIndex } from '../program/program.js';

/** The site behind an lvalue or pointer: any member of its group, since these share one format. */
export function siteOf(scope: UnitScope, node: AstNode): SiteIndex | null {
  const inner = children(node);
  switch (node.kind) {
    case 'DeclRefExpr':
      return scope.sites.get(node.referencedDecl?.id ?? '') ?? null;
    case 'MemberExpr':
      return scope.sites.get(node.referencedMemberDecl ?? '') ?? (inner[0] ? siteOf(scope, inner[0]) : null);
    case 'ArraySubscriptExpr':
      return siteOf(scope, inner[0]!) ?? siteOf(scope, inner[1]!);
    case 'CompoundAssignOperator':
      return siteOf(scope, inner[0]!);
    case 'BinaryOperator':
      if (node.opcode === '=') return siteOf(scope, inner[0]!);
      return /^[-+]$/.test(node.opcode ?? '')
        ? (siteOf(scope, inner[0]!) ?? siteOf(scope, inner[1]!))
        : siteOf(scope, inner.at(-1)!);
    case 'CXXOperatorCallExpr':
    case 'CallExpr':
    case 'CXXMemberCallExpr':
      return siteOfCall(scope, node, inner);
    case 'ConditionalOperator':
      return siteOf(scope, inner[1]!) ?? siteOf(scope, inner[2]!);
    case 'IntegerLiteral':
    case 'FloatingLiteral':
      return null;
    default:
      return inner.length > 0 ? siteOf(scope, inner.at(-1)!) : null;
  }
}

function siteOfCall(scope: UnitScope, node: AstNode, inner: readonly AstNode[]): SiteIndex | null {
  const own = calledFunction(scope, node);
  if (own !== null) return scope.builder.functions[own]!.returnSite;
  if (node.kind === 'CXXMemberCallExpr') return siteOf(scope, inner[0]!); // the object of a library container
  return inner[1] ? siteOf(scope, inner[1]) : null;
}
