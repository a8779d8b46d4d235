/** The function of the program that an expression calls. */
import type { FunctionIndex } from '../../../program/program.js';
import { calleeOf } from '../../ast/callee.js';
import { isConstruction } from '../../ast/kinds.js';
import type { AstNode } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';

/** For a call through a pointer, one of its possible targets, which all have the same declared types. */
export function calledFunction(scope: UnitScope, call: AstNode): FunctionIndex | null {
  const callee = calleeOf(call);
  if (!callee) return null;
  const id = callee.kind === 'MemberExpr' ? callee.referencedMemberDecl : callee.referencedDecl?.id;
  return scope.functions.get(id ?? '') ?? scope.pointerCalls.get(call.id)?.callee ?? null;
}

export function calledConstructor(scope: UnitScope, node: AstNode): FunctionIndex | null {
  if (!isConstruction(node)) return null;
  const facts = scope.types.read(node.type);
  if (!facts.record) return null;
  const type = node.ctorType.qualType;
  const name = (scope.record(facts.record)?.name ?? facts.record).replace(/<.*>/s, '');
  return scope.constructors.get(`${name} ${type}`) ?? null;
}
