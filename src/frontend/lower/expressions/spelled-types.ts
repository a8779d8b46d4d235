/** Types written in expressions: `sizeof(double)`, `(double *)p`. They change with the memory that they measure or refer to. */
import { isScalarValue } from '../../ast/c-types.js';
import { ignoringParens } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { newCount } from '../memory/byte-counts.js';
import { recordSites } from '../memory/record-sites.js';
import { deducedTemporary, hasDeducedType, isDeducedTemporary } from './deduced-containers.js';
import { NONE, type Result } from './results.js';
import { freezeTypeQuery } from './type-queries.js';

/** `sizeof(double)` is a byte count of the memory that it measures; `sizeof x` follows x automatically. */
export function lowerSizeof(body: BodyLowering, node: AstNode): Result {
  if (node.name !== 'sizeof') return NONE;
  const operand = node.argType ? undefined : children(node)[0];
  const type = node.argType ?? operand?.type;
  body.unevaluated++;
  const result = operand ? body.lower(operand) : NONE;
  body.unevaluated--;
  const facts = body.scope.types.read(type);
  if (facts.isPointer || (facts.shape === 'container' && !/\barray\s*</.test(body.scope.types.expand(type!.qualType))))
    return NONE; // the same size in every format
  if (facts.format === null) {
    const record = recordSites(body.scope, type);
    return record ? { cell: newCount(body, node, { kind: 'record', record }) } : NONE;
  }
  if (!node.argType) {
    if (operand && (result.cell === null || isDeducedNumber(body, operand))) freezeTypeQuery(body, operand, node);
    return { cell: result.cell };
  }
  const mention = body.builder.newCarrier(
    'type-mention',
    `sizeof(${node.argType.qualType})`,
    body.place(node)?.range ?? null,
    facts.format,
  );
  if (body.scope.types.namesVectors(node.argType)) body.builder.vectorMentions.add(mention);
  return { cell: mention };
}

/** For `auto x` by value, sizeof measures no memory. */
function isDeducedNumber(body: BodyLowering, operand: AstNode): boolean {
  const named = ignoringParens(operand);
  const declared = body.scope.others.get(named.referencedDecl?.id ?? '');
  return isScalarValue(body.types(named)) && !!declared && hasDeducedType(body.builder.places, declared);
}

/** A type written around a value, as in `(double *) p` or `device_ptr<double>(p)`, which changes with the value's memory. */
export function mentionType(body: BodyLowering, node: AstNode, result: Result): Result {
  if (isDeducedTemporary(body.builder.places, node)) return deducedTemporary(body, node, result);
  const mention = body.builder.newCarrier(
    'type-mention',
    `(${node.type?.qualType ?? ''})`,
    body.place(node)?.range ?? null,
    body.types(node).format,
  );
  if (body.scope.types.namesVectors(node.type)) body.builder.vectorMentions.add(mention);
  body.join(mention, result.cell, 'cast', node);
  return { cell: mention, site: result.site ?? null };
}
