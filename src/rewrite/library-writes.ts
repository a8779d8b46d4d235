/** Numbers that library templates write through their arguments (`std::transform`, `std::tie`), without any text of the program that rounds them. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName, calleeOf } from '../frontend/ast/callee.js';
import { isAssignment, isCall } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { libraryFunction } from '../program/library/library.js';
import { siteOf } from './site-of.js';

/** The ends of the range that a library algorithm reads; null for other calls, and if the ends cannot be evaluated twice. */
export function rangeRead(scope: UnitScope, call: AstNode): readonly [AstNode, AstNode] | null {
  if (!isLibraryTemplate(scope, call) || !libraryFunction(calleeName(call)).readsRange) return null;
  const args = children(call).slice(1);
  for (const at of [0, 1]) {
    const [first, last] = args.slice(at, at + 2);
    if (first && last && isRange(scope, first, last)) return [first, last];
  }
  return null;
}

function isLibraryTemplate(scope: UnitScope, call: AstNode): boolean {
  if (call.kind !== 'CallExpr' || calledFunction(scope, call) !== null) return false;
  return calleeOf(call)?.foundReferencedDecl?.kind === 'FunctionTemplateDecl';
}

/** The arguments through which a library call may write numbers of other formats. */
export function writtenThrough(scope: UnitScope, call: AstNode): AstNode[] {
  if (!isLibraryTemplate(scope, call) || libraryFunction(calleeName(call)).leavesValues) return [];
  return children(call)
    .slice(1)
    .filter((argument) => {
      const facts = scope.types.read(argument.type);
      if (isScalarValue(facts)) return argument.valueCategory === 'lvalue' && !facts.isConst;
      return !facts.isInteger && !facts.isFunction;
    });
}

/** `a.begin(), a.end()` or `p, p + n`, if they can be evaluated again. */
function isRange(scope: UnitScope, first: AstNode, last: AstNode): boolean {
  const types = [first, last].map(({ type }) => type?.desugaredQualType ?? type?.qualType);
  if (types[0] !== types[1] || isScalarValue(scope.types.read(first.type)) || scope.types.read(first.type).isInteger)
    return false;
  return isPure(first) && isPure(last);
}

function isPure(node: AstNode): boolean {
  if (isCall(node)) {
    if (!/^(?:c?(?:begin|end)|data|size|operator[-+*[\]]+|operator->)$/.test(calleeName(node))) return false;
  } else if (isAssignment(node) || mayAct(node)) return false;
  return children(node).every(isPure);
}

/** An iterator, a stream or a range of unknown type, whose numbers become elements of a container. */
export function isForeign(scope: UnitScope, value: AstNode): boolean {
  const facts = scope.types.read(value.type);
  return !facts.isInteger && !facts.isFunction && !isScalarValue(facts) && siteOf(scope, value) === null;
}

const mayAct = ofKind('CXXNewExpr', 'LambdaExpr', 'StmtExpr', 'CXXTemporaryObjectExpr');
