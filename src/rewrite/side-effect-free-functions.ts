/** Functions of the program that read what they like and change nothing but variables of their own: where they are called makes no difference to others. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName } from '../frontend/ast/callee.js';
import { isAssignment, isCall, isConstruction, isVariable } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind, type TypeName } from '../frontend/ast/node.js';
import { calledConstructor, calledFunction } from '../frontend/lower/calls/called-function.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { FunctionIndex } from '../program/program.js';

const known = new WeakMap<UnitScope, Map<FunctionIndex, boolean>>();

/** Knows what is not the program's own. */
type IsHarmlessCall = (call: AstNode) => boolean;

/** A function of another unit, and one that calls itself, is taken to change something. What a constructor makes is its own. */
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

/** True where an object comes to be without anything else having changed. */
export function constructsWithoutSideEffects(
  scope: UnitScope,
  construction: AstNode,
  isHarmlessCall: IsHarmlessCall,
): boolean {
  const own = calledConstructor(scope, construction);
  if (own !== null) return hasNoSideEffects(scope, own, isHarmlessCall);
  return copiesQuietly(scope, construction.type, isHarmlessCall);
}

/** True for a type whose destructor, or that of what it holds, is the program's and may change something. */
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

/** True for numbers, addresses, and whatever holds nothing else and has no constructors, or none that change anything. */
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

/** Of an array what it is an array of. */
function elementOf(type: TypeName | undefined): TypeName {
  return { qualType: (type?.desugaredQualType ?? type?.qualType ?? '').replace(/\[\w*\]/g, '').trim() };
}

const LIBRARY_VALUES =
  /^(?:const )?(?:std::(?:\w+::)?(?:array|vector|pair|tuple|complex|initializer_list|basic_string)<.*>|__half2?|__nv_bfloat162?)$/;

/** The object that a constructor makes is one of its variables. */
const OBJECT = 'this';
function ownOf(definition: AstNode): Set<string> {
  return new Set(definition.kind === 'CXXConstructorDecl' ? [OBJECT] : []);
}

/** A variable, an element of an array or a field of it: nothing that a pointer or a reference leads to. */
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

/** `p = {x, y}` with an assignment that the compiler or a library writes. */
function assignedObject(call: AstNode): AstNode | null {
  return call.kind === 'CXXOperatorCallExpr' && calleeName(call) === 'operator=' ? children(call)[1]! : null;
}

/** Something with references among its fields, which are not its own. */
function leadsElsewhere(scope: UnitScope, { type }: AstNode): boolean {
  const object = (type?.desugaredQualType ?? type?.qualType ?? '').replace(/[\s*]+$/, '');
  const fields = scope.recordOf({ qualType: object })?.fields;
  return fields ? fields.some((field) => /&/.test(field.type?.qualType ?? '&')) : /&/.test(object);
}

const actsByItself = ofKind(
  ...(['CXXNewExpr', 'CXXDeleteExpr', 'CXXThrowExpr', 'CXXTryStmt', 'StmtExpr', 'LambdaExpr'] as const),
  ...(['CoyieldExpr', 'CoawaitExpr', 'CoreturnStmt', 'GCCAsmStmt', 'MSAsmStmt', 'AtomicExpr'] as const),
);
