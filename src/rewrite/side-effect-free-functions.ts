/** Functions of the program without side effects: they may read anything, and change only their own variables. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName } from '../frontend/ast/callee.js';
import { isAssignment, isCall, isConstruction, isVariable } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind, type TypeName } from '../frontend/ast/node.js';
import { calledConstructor, calledFunction } from '../frontend/lower/calls/called-function.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { FunctionIndex } from '../program/program.js';

const known = new WeakMap<UnitScope, Map<FunctionIndex, boolean>>();

/** Decides about functions outside the program. */
type IsHarmlessCall = (call: AstNode) => boolean;

/** A function of another unit, or a recursive one, counts as having side effects. The object that a constructor makes counts as its own. */
export function hasNoSideEffects(scope: UnitScope, index: FunctionIndex, isHarmlessCall: IsHarmlessCall): boolean {
  const found = known.get(scope) ?? new Map<FunctionIndex, boolean>();
  known.set(scope, found);
  const before = found.get(index);
  if (before !== undefined) return before;
  found.set(index, false);
  const definitions = scope.bodies.filter((one) => one.function === index);
  const isQuiet = definitions.length > 0 && !definitions.some(({ node }) => disturbs(node, ownOf(node)));
  found.set(index, isQuiet);
  return isQuiet;

  function disturbs(node: AstNode, own: Set<string>): boolean {
    if (/\bvolatile\b/.test(node.type?.qualType ?? '')) return true;
    if (isVariable(node)) {
      if (node.storageClass !== undefined || node.tls !== undefined) return true;
      if (destructorHasSideEffects(scope, node.type, isHarmlessCall)) return true;
      if (!/[&*]/.test(node.type?.desugaredQualType ?? node.type?.qualType ?? '&')) own.add(node.id);
    }
    if (isCall(node)) {
      const callee = calledFunction(scope, node);
      const assigned = callee === null ? assignedObject(node) : null;
      const isQuietCall = callee === null ? isHarmlessCall(node) : hasNoSideEffects(scope, callee, isHarmlessCall);
      if (!(assigned ? isOwnVariable(scope, assigned, own) : isQuietCall)) return true;
    }
    if (actsByItself(node)) return true;
    if (isConstruction(node) && !constructsWithoutSideEffects(scope, node, isHarmlessCall)) return true;
    if (isAssignment(node) && !isOwnVariable(scope, children(node)[0]!, own)) return true;
    return children(node).some((child) => disturbs(child, own));
  }
}

/** True if constructing the object has no side effects. */
export function constructsWithoutSideEffects(
  scope: UnitScope,
  construction: AstNode,
  isHarmlessCall: IsHarmlessCall,
): boolean {
  const own = calledConstructor(scope, construction);
  if (own !== null) return hasNoSideEffects(scope, own, isHarmlessCall);
  return copiesQuietly(scope, construction.type, isHarmlessCall);
}

/** True for a type with a destructor of the program, its own or a member's, that may have side effects. */
export function destructorHasSideEffects(
  scope: UnitScope,
  type: TypeName | undefined,
  isHarmlessCall: IsHarmlessCall,
): boolean {
  const info = /[&*]/.test(type?.qualType ?? '') ? null : scope.recordOf(elementOf(type));
  if (!info) return false;
  const name = `~${info.name.replace(/<.*>/s, '').split('::').at(-1)}`;
  const isLoud = scope.functionNodes.some(
    ({ function: index, node }) =>
      node.kind === 'CXXDestructorDecl' &&
      node.name?.replace(/<.*>/s, '') === name &&
      !hasNoSideEffects(scope, index, isHarmlessCall),
  );
  return (
    isLoud ||
    [...info.bases, ...info.fields.map((field) => field.type)].some((one) =>
      destructorHasSideEffects(scope, one, isHarmlessCall),
    )
  );
}

/** True for numbers, addresses, and types made only of these, without constructors that have side effects. */
function copiesQuietly(scope: UnitScope, type: TypeName | undefined, isHarmlessCall: IsHarmlessCall): boolean {
  const element = elementOf(type);
  if (/[*&](?:\s*const)?$/.test(element.qualType)) return true;
  const facts = scope.types.read(element);
  if (facts.isInteger || isScalarValue(facts) || facts.shape === 'vector') return true;
  const info = scope.recordOf(element);
  if (!info) return LIBRARY_VALUES.test(element.qualType) && !namesRecord(scope, element.qualType);
  const constructors = [...scope.constructors].filter(([label]) =>
    label.startsWith(`${info.name.replace(/<.*>/s, '')} `),
  );
  return (
    constructors.every(([, index]) => hasNoSideEffects(scope, index, isHarmlessCall)) &&
    [...info.bases, ...info.fields.map((field) => field.type)].every((one) => copiesQuietly(scope, one, isHarmlessCall))
  );
}

function namesRecord(scope: UnitScope, type: string): boolean {
  return (type.match(/\w+/g) ?? []).some((word) => scope.record(word) !== null);
}

/** The element type of an array; otherwise the type itself. */
function elementOf(type: TypeName | undefined): TypeName {
  return { qualType: (type?.desugaredQualType ?? type?.qualType ?? '').replace(/\[\w*\]/g, '').trim() };
}

const LIBRARY_VALUES =
  /^(?:const )?(?:std::(?:\w+::)?(?:array|vector|pair|tuple|complex|initializer_list|basic_string)<.*>|__half2?|__nv_bfloat162?)$/;

/** The object that a constructor makes counts as one of its variables. */
const OBJECT = 'this';
function ownOf(definition: AstNode): Set<string> {
  return new Set(definition.kind === 'CXXConstructorDecl' ? [OBJECT] : []);
}

/** A variable, an element of an array or a field of it: nothing behind a pointer or a reference. */
function isOwnVariable(scope: UnitScope, target: AstNode, own: ReadonlySet<string>): boolean {
  const [inner] = children(target);
  switch (target.kind) {
    case 'DeclRefExpr':
      return own.has(target.referencedDecl?.id ?? '');
    case 'CXXThisExpr':
      return own.has(OBJECT);
    case 'ParenExpr':
      return isOwnVariable(scope, inner!, own);
    case 'MemberExpr':
      if (!inner || leadsElsewhere(scope, inner)) return false;
      return (!target.isArrow || inner.kind === 'CXXThisExpr') && isOwnVariable(scope, inner, own);
    case 'ArraySubscriptExpr':
      return inner?.castKind === 'ArrayToPointerDecay' && isOwnVariable(scope, children(inner)[0]!, own);
    default:
      return false;
  }
}

/** `p = {x, y}` with an assignment operator of the compiler or a library. */
function assignedObject(call: AstNode): AstNode | null {
  return call.kind === 'CXXOperatorCallExpr' && calleeName(call) === 'operator=' ? children(call)[1]! : null;
}

/** An object with references among its fields, whose targets are not its own. */
function leadsElsewhere(scope: UnitScope, { type }: AstNode): boolean {
  const object = (type?.desugaredQualType ?? type?.qualType ?? '').replace(/[\s*]+$/, '');
  const fields = scope.recordOf({ qualType: object })?.fields;
  return fields ? fields.some((field) => /&/.test(field.type?.qualType ?? '&')) : /&/.test(object);
}

const actsByItself = ofKind(
  ...(['CXXNewExpr', 'CXXDeleteExpr', 'CXXThrowExpr', 'CXXTryStmt', 'StmtExpr', 'LambdaExpr'] as const),
  ...(['CoyieldExpr', 'CoawaitExpr', 'CoreturnStmt', 'GCCAsmStmt', 'MSAsmStmt', 'AtomicExpr'] as const),
);
