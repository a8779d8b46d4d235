/**
 * `const double &larger = std::max(a, b);`: the reference refers to one of the arguments. The arguments and the reference keep their formats, because
 * a converted copy would not follow later assignments.
 */
import { isScalarValue } from '../../ast/c-types.js';
import { ignoringParenNoopCasts } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import type { Argument } from '../calls/argument-memory.js';
import { calledFunction } from '../calls/called-function.js';
import type { UnitScope } from '../unit-scope.js';

/** Whether a reference or pointer is bound to an argument returned by a library function. */
export function bindReferenceToArgument(scope: UnitScope, value: AstNode | undefined): boolean {
  const call = value && ignoringParenNoopCasts(value);
  if (call?.kind !== 'CallExpr' || call.valueCategory !== 'lvalue' || !isScalarValue(scope.types.read(call.type)))
    return false;
  if (calledFunction(scope, call) !== null) return false;
  scope.boundCalls.add(call.id);
  for (const argument of children(call).slice(1)) bindReferenceToArgument(scope, argument);
  return true;
}

export function freezeReferencedArguments(
  body: BodyLowering,
  node: AstNode,
  name: string,
  args: readonly Argument[],
): void {
  for (const { node: argument, result } of args)
    if (argument.valueCategory === 'lvalue' && result.site !== null && result.site !== undefined)
      body.builder.freeze(result.site, 'referred-to', `${name} at ${body.placeText(node)}`);
}
