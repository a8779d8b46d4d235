/** Which of the program's own functions an expression calls. */
import type { FunctionIndex } from '../../../program/program.js';
import { type AstNode, children } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';

/** For a call through a pointer one of those that it may lead to, once that is known: they are declared alike. */
export function calledFunction(scope: UnitScope, call: AstNode): FunctionIndex | null {
  let callee = children(call)[0];
  while (callee && (callee.kind === 'ImplicitCastExpr' || callee.kind === 'ParenExpr')) callee = children(callee)[0];
  if (!callee) return null;
  const id = callee.kind === 'MemberExpr' ? callee.referencedMemberDecl : callee.referencedDecl?.id;
  return scope.functions.get(id ?? '') ?? scope.pointerCalls.get(call.id)?.callee ?? null;
}

export function calledConstructor(scope: UnitScope, node: AstNode): FunctionIndex | null {
  if (!/^CXX(?:Construct|TemporaryObject)Expr$/.test(node.kind)) return null;
  const facts = scope.types.read(node.type);
  if (!facts.record) return null;
  const type = (node.ctorType as { qualType: string } | undefined)?.qualType;
  const name = (scope.record(facts.record)?.name ?? facts.record).replace(/<.*>/s, '');
  return scope.constructors.get(`${name} ${type}`) ?? null;
}
