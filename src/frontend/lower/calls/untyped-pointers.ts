import type { TypeFacts } from '../../ast/c-types.js';
import { isParenOrCast } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import type { UnitScope } from '../unit-scope.js';

/** The type that an argument points to before its conversion to `void *`. */
export function pointee(body: BodyLowering, node: AstNode): TypeFacts {
  return body.types(beforeVoidCast(body.scope, node));
}

/** The pointer expression before its conversion to `void *`. */
export function beforeVoidCast(scope: UnitScope, node: AstNode): AstNode {
  let at = node;
  while (isParenOrCast(at) && scope.types.read(at.type).isUntypedPointer) at = children(at).at(-1) ?? at;
  return at;
}
