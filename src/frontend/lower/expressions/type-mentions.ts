/** Types spelt inside expressions: `sizeof(double)`, `new double[n]`. They change along with the memory they measure or make. */
import { isScalarValue } from '../../ast/c-types.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { newCount } from '../memory/byte-counts.js';
import { recordSites } from '../memory/record-sites.js';
import { freezeAskedIn } from './asked-types.js';
import { elementFormat, lower, NONE, type Result } from './expressions.js';
import { lowerInitialiser } from './initialisers.js';
import { declaresOpenType, deducedTemporary, isDeducedTemporary } from './types-of-values.js';

/** `sizeof(double)` is a byte count of whatever memory it ends up measuring; `sizeof x` follows x by itself. */
export function lowerSizeof(body: BodyLowering, node: AstNode): Result {
  if (node.name !== 'sizeof') return NONE;
  const operand = node.argType ? undefined : children(node)[0];
  const type = node.argType ?? operand?.type;
  body.unevaluated++;
  const result = operand ? lower(body, operand) : NONE;
  body.unevaluated--;
  const facts = body.scope.types.read(type);
  if (facts.isPointer || (facts.shape === 'container' && !/\barray\s*</.test(body.scope.types.expand(type!.qualType))))
    return NONE; // one size in every format
  if (facts.format === null) {
    const record = recordSites(body.scope, type);
    return record ? { cell: newCount(body, node, { kind: 'record', record }) } : NONE;
  }
  if (!node.argType) {
    if (operand && (result.cell === null || isOpenNumber(body, operand))) freezeAskedIn(body, operand, node);
    return { cell: result.cell };
  }
  return {
    cell: body.builder.newCarrier(
      'type-mention',
      `sizeof(${node.argType.qualType})`,
      body.place(node)?.range ?? null,
      facts.format,
    ),
  };
}

/** `auto x` by value: its size measures no memory. */
function isOpenNumber(body: BodyLowering, operand: AstNode): boolean {
  const named = operand.kind === 'ParenExpr' ? children(operand)[0]! : operand;
  const declared = body.scope.others.get(named.referencedDecl?.id ?? '');
  return isScalarValue(body.types(named)) && !!declared && declaresOpenType(body.builder.places, declared);
}

/** `(double[]){x, y}`: nameless memory, whose type changes with the pointer it becomes. */
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
    const { cell: given } = lower(body, child);
    if (node.isPlacement !== true || cell === null || !body.types(child).isPointer) continue;
    // the numbers lie in memory that was made for something else
    for (const one of [cell, given])
      if (one !== null) body.builder.freezeCell(one, 'unsized', `new at ${body.placeText(node)}`);
  }
  return { cell };
}

/** A type spelt around a value, as in `(double *) p` or `device_ptr<double>(p)`: it changes with the value's memory. */
export function mentionType(body: BodyLowering, node: AstNode, result: Result): Result {
  if (isDeducedTemporary(body.builder.places, node)) return deducedTemporary(body, node, result);
  const mention = body.builder.newCarrier(
    'type-mention',
    `(${node.type?.qualType ?? ''})`,
    body.place(node)?.range ?? null,
    body.types(node).format,
  );
  body.join(mention, result.cell, 'cast', node);
  return { cell: mention, site: result.site ?? null };
}
