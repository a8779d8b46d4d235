/** Functions of the program that read what they like and change nothing but variables of their own: where they are called makes no difference to others. */
import { type AstNode, children } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { FunctionIndex } from '../program/program.js';

const known = new WeakMap<UnitScope, Map<FunctionIndex, boolean>>();

/** `isHarmlessCall` knows what is not the program's own. A function of another unit, and one that calls itself, is taken to change something. */
export function changesNothing(
  scope: UnitScope,
  index: FunctionIndex,
  isHarmlessCall: (call: AstNode) => boolean,
): boolean {
  const found = known.get(scope) ?? new Map<FunctionIndex, boolean>();
  known.set(scope, found);
  const before = found.get(index);
  if (before !== undefined) return before;
  found.set(index, false);
  const [definition, ...others] = scope.bodies.filter((one) => one.function === index);
  const isQuiet = definition !== undefined && others.length === 0 && !disturbs(definition.node, new Set<string>());
  found.set(index, isQuiet);
  return isQuiet;

  function disturbs(node: AstNode, own: Set<string>): boolean {
    if (/\bvolatile\b/.test(node.type?.qualType ?? '')) return true;
    if (/^(?:Var|ParmVar)Decl$/.test(node.kind)) {
      if (node.storageClass !== undefined || node.tls !== undefined) return true;
      if (!/[&*]/.test(node.type?.desugaredQualType ?? node.type?.qualType ?? '&')) own.add(node.id);
    }
    if (CALL.test(node.kind)) {
      const callee = calledFunction(scope, node);
      if (callee === null ? !isHarmlessCall(node) : !changesNothing(scope, callee, isHarmlessCall)) return true;
    }
    if (CHANGES.test(node.kind)) return true;
    const isAssigned =
      node.kind === 'CompoundAssignOperator' ||
      (/^(?:BinaryOperator|UnaryOperator)$/.test(node.kind) && /^(?:=|\+\+|--)$/.test(node.opcode ?? ''));
    if (isAssigned && !isOwnVariable(children(node)[0]!, own)) return true;
    return children(node).some((child) => disturbs(child, own));
  }
}

const CALL = /^(?:CallExpr|CXXMemberCallExpr|CXXOperatorCallExpr|UserDefinedLiteral)$/;
const CHANGES =
  /^(?:CXX(?:New|Delete|Throw|Construct|TemporaryObject)Expr|CXXTryStmt|StmtExpr|LambdaExpr|Coawait.*|.*AsmStmt|AtomicExpr)$/;

/** A variable, an element of an array or a field of it: nothing that a pointer or a reference leads to. */
function isOwnVariable(target: AstNode, own: ReadonlySet<string>): boolean {
  const [inner] = children(target);
  switch (target.kind) {
    case 'DeclRefExpr':
      return own.has(target.referencedDecl?.id ?? '');
    case 'ParenExpr':
      return isOwnVariable(inner!, own);
    case 'MemberExpr':
      return !target.isArrow && inner !== undefined && isOwnVariable(inner, own);
    case 'ArraySubscriptExpr':
      return inner?.castKind === 'ArrayToPointerDecay' && isOwnVariable(children(inner)[0]!, own);
    default:
      return false;
  }
}
