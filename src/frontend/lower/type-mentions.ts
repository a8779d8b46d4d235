/** Types spelt inside expressions: `sizeof(double)`, `new double[n]`. They change along with the memory they measure or make. */
import { type AstNode, children } from '../ast/node.js';
import { lower, NONE, type Result } from './expressions.js';
import type { BodyLowering } from './function-body.js';

/** `sizeof(double)` is a byte count of whatever memory it ends up measuring; `sizeof x` follows x by itself. */
export function lowerSizeof(body: BodyLowering, node: AstNode): Result {
  if (node.name !== 'sizeof') return NONE;
  if (!node.argType) {
    body.unevaluated++;
    const operand = children(node)[0];
    const result = operand ? lower(body, operand) : NONE;
    body.unevaluated--;
    return { cell: result.cell };
  }
  const facts = body.scope.types.read(node.argType);
  if (facts.format === null || facts.isPointer) return NONE;
  return {
    cell: body.builder.newCarrier(
      'type-mention',
      `sizeof(${node.argType.qualType})`,
      body.place(node)?.range ?? null,
      facts.format,
    ),
  };
}

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
  for (const child of children(node)) lower(body, child);
  return { cell };
}

/** A type spelt around a value, as in `(double *) p` or `device_ptr<double>(p)`: it changes with the value's memory. */
export function mentionType(body: BodyLowering, node: AstNode, result: Result): Result {
  const mention = body.builder.newCarrier(
    'type-mention',
    `(${node.type?.qualType ?? ''})`,
    body.place(node)?.range ?? null,
    body.types(node).format,
  );
  body.join(mention, result.cell, 'cast', node);
  return { cell: mention, site: result.site ?? null };
}
