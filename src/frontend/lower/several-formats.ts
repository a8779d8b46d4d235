import type { FunctionIndex } from '../../program/program.js';
import { type AstNode, children } from '../ast/node.js';
import type { UnitScope } from './unit-scope.js';

/**
 * Templates whose instantiations compute in different formats (or one of them in none): their one text means several things, so
 * nothing declared in it can change.
 */
export function functionsOfSeveralFormats(scope: UnitScope): FunctionIndex[] {
  const nodes = new Map<FunctionIndex, AstNode[]>();
  for (const { function: index, node } of scope.bodies) nodes.set(index, [...(nodes.get(index) ?? []), node]);
  return [...nodes]
    .filter(([, all]) => all.length > 1 && new Set(all.map((node) => formatsIn(scope, node).join(' '))).size > 1)
    .map(([index]) => index);
}

/** The format of every expression and declaration in a function, in order. */
function formatsIn(scope: UnitScope, node: AstNode): string[] {
  const own = scope.types.read(node.type).format ?? '-';
  return [own, ...children(node).flatMap((child) => (child.kind.endsWith('Attr') ? [] : formatsIn(scope, child)))];
}
