/** Memory from external code, and memory passed to it. */

import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { type Argument, namesMemory } from '../calls/argument-memory.js';
import { NONE, type Result } from './results.js';

/** An expression that refers to external memory, whose format is fixed. */
export function externalMemory(body: BodyLowering, node: AstNode, name: string): Result {
  const facts = body.types(node);
  const isPlace = node.valueCategory !== 'prvalue' && facts.format !== null;
  if (!isPlace && !(facts.isPointer && (facts.format !== null || facts.isUntypedPointer))) return NONE;
  const cell = body.builder.newCarrier('void-pointer', name, body.place(node)?.range ?? null);
  if (facts.format === null)
    body.builder.freezeCell(cell, 'unsized', `it is allocated outside the program: ${name} at ${body.placeText(node)}`);
  else body.builder.freezeCell(cell, 'escapes', `it comes from ${name} at ${body.placeText(node)}`);
  return {
    cell,
    isExternal: true,
    format: facts.shape === 'scalar' || facts.shape === 'reference' ? facts.format : null,
  };
}

/** `va_arg(list, double *)`: the caller's argument is frozen as well. */
export function lowerVariadicArgument(body: BodyLowering, node: AstNode, otherwise: () => Result): Result {
  const facts = body.types(node);
  if (!facts.isPointer || facts.format === null) return otherwise();
  const cell = body.builder.newCarrier('type-mention', 'va_arg', body.place(node)?.range ?? null);
  body.builder.freezeCell(cell, 'variadic', body.placeText(node));
  return { cell };
}

/** Arguments stored in a library object of unknown contents: `std::vector<void *>`, `std::any`. */
export function freezeStoredArguments(body: BodyLowering, node: AstNode, args: readonly Argument[]): void {
  if (/\btuple<[^<>]*&/.test(typeName(node))) return; // `std::tie(x, y) = pair` copies to the variables
  for (const { node: argument, result } of args)
    if (result.cell !== null && namesMemory(body, argument))
      body.builder.freezeCell(result.cell, 'escapes', `${typeName(node)} at ${body.placeText(node)}`);
}

/** The type of a constructed object, or of the object of a method call. */
function typeName(node: AstNode): string {
  const member = node.kind === 'CXXMemberCallExpr' ? children(children(node)[0]!)[0] : undefined;
  const object = node.kind === 'CXXOperatorCallExpr' ? children(node)[1] : member;
  return (object ?? node).type?.qualType ?? 'a library';
}

/** A library object with untyped contents: `std::pair<void *, int>`. */
export function holdsUntyped(body: BodyLowering, node: AstNode): boolean {
  const { record, format, isPointer, isArray } = body.types(node);
  return format === null && record !== null && !isPointer && !isArray && isLibraryType(body, node);
}

/** A record that is neither declared in the program nor generated for a lambda. */
export function isLibraryType(body: BodyLowering, node: AstNode): boolean {
  return body.scope.recordOf(node.type) === null && !/\((?:lambda|unnamed|anonymous) /.test(node.type?.qualType ?? '');
}
