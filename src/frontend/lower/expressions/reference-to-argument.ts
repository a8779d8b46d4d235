/**
 * `const double &larger = std::max(a, b);`: the reference is one of the arguments themselves. Neither they nor the reference can change
 * their formats by themselves, and the call stays what it is: a copy would be another number from the next assignment on.
 */
import { isScalarValue } from '../../ast/c-types.js';
import { ignoringParenNoopCasts } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import type { Argument } from '../calls/argument-memory.js';
import { calledFunction } from '../calls/called-function.js';
import type { UnitScope } from '../unit-scope.js';

/** True where a reference, or a pointer, is bound to what a library function returns of its arguments. */
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
