/** Conversions and copies that the source leaves to the language. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeOf } from '../frontend/ast/callee.js';
import { ignoringParenNoopCasts, isImplicit, isParenOrImplicit } from '../frontend/ast/ignoring.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { libraryFunction } from '../program/library/library.js';

/** True for a number without storage of its own that a reference is bound to: `const double &r = 2 * x;`. */
export function bindsTemporary(scope: UnitScope, node: AstNode): boolean {
  let at = node;
  while (at.kind !== 'MaterializeTemporaryExpr' && isParenOrImplicit(at) && children(at)[0]) at = children(at)[0]!;
  if (at.kind !== 'MaterializeTemporaryExpr') return false;
  const facts = scope.types.read(at.type);
  return isScalarValue(facts) || facts.shape === 'vector';
}

/**
 * True if a reference is bound to a copy because the type of the value differs: `const double &r = f;` with a float. In one format the reference
 * would be bound to the variable itself.
 */
export function bindsConverted(node: AstNode): boolean {
  const at = ignoringParenNoopCasts(node);
  const made = at.kind === 'MaterializeTemporaryExpr' ? children(at)[0] : null;
  return made?.castKind === 'FloatingCast' && children(made)[0]?.castKind === 'LValueToRValue';
}

/** True for a number converted to `long double`. */
export function becomesLongDouble(scope: UnitScope, { castKind, type }: AstNode): boolean {
  return castKind === 'FloatingCast' && /^(?:const )?long double$/.test(scope.types.expand(type?.qualType ?? ''));
}

/** The value as written in the source, before its conversion to the target type. */
export function withoutConversion(value: AstNode): AstNode {
  const inner = children(value)[0];
  return isImplicit(value) && value.castKind !== 'LValueToRValue' && inner ? withoutConversion(inner) : value;
}

/** The conversion function that a cast of an object calls: `operator double` for `static_cast<double>(mass)`. */
export function conversionFunction({ conversionFunc }: AstNode): string | null {
  return conversionFunc?.kind === 'CXXConversionDecl' ? (conversionFunc.name ?? null) : null;
}

/** The value that a temporary is made from. */
export function withoutTemporary(node: AstNode): AstNode {
  const isTemporary = node.kind === 'MaterializeTemporaryExpr' || node.kind === 'ExprWithCleanups';
  return isTemporary ? withoutTemporary(children(node)[0]!) : node;
}

/** The expression that a vector is copied from, without the copies. */
export function vectorSource(node: AstNode): AstNode {
  const inner = children(node);
  const copies = isParenOrImplicit(node) || node.kind === 'CXXConstructExpr';
  return copies && inner.length === 1 ? vectorSource(inner[0]!) : node;
}

/** For `make_double3(…)`: the node of its name, and its number of components. */
export function vectorMaker(call: AstNode): { readonly name: AstNode; readonly lanes: number } | null {
  if (call.kind !== 'CallExpr') return null;
  const callee = calleeOf(call);
  const lanes = libraryFunction(callee?.referencedDecl?.name ?? '').vectorLanes;
  return lanes && callee ? { name: callee, lanes } : null;
}
