/** Expressions that create objects of a written type: `(double[]){x, y}`, `new double[n]`. The type changes with the memory. */
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { lowerInitialiser } from './initialisers.js';
import { elementFormat, NONE, type Result } from './results.js';

/** `(double[]){x, y}`: unnamed memory, whose type changes with the pointer to it. */
export function lowerCompoundLiteral(body: BodyLowering, node: AstNode): Result {
  const facts = body.types(node);
  const { cell } = lowerInitialiser(body, NOTHING_NAMED, node);
  if (facts.format === null) return facts.isUntypedPointer ? { cell } : NONE;
  return {
    format: elementFormat(facts),
    cell: body.builder.newCarrier(
      'type-mention',
      `(${node.type?.qualType ?? ''})`,
      body.place(node)?.range ?? null,
      facts.format,
    ),
  };
}

const NOTHING_NAMED = { cell: null, site: null };

export function lowerNew(body: BodyLowering, node: AstNode): Result {
  const facts = body.types(node);
  const cell =
    facts.format === null
      ? null
      : body.builder.newCarrier(
          'type-mention',
          `new ${node.type?.qualType ?? ''}`,
          body.place(node)?.range ?? null,
          facts.format,
        );
  for (const child of children(node)) {
    const { cell: given } = body.lower(child);
    if (node.isPlacement !== true || cell === null || !body.types(child).isPointer) continue;
    // the numbers are constructed in memory that was allocated for something else
    for (const one of [cell, given])
      if (one !== null) body.builder.freezeCell(one, 'unsized', `new at ${body.placeText(node)}`);
  }
  return { cell };
}
