/** Byte counts as they are written, and what they are in the bytes of another format, or as a number of elements. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Format } from '../numerics/format.js';
import type { SourceEdits } from './source-edits.js';

type Inner = (begin: number, end: number) => string;

/** Gives a count in the bytes of `to` that is written in those of `from`; false where it has no text of its own. */
export function rescaleCount(
  edits: SourceEdits,
  scope: UnitScope,
  count: AstNode,
  declared: Format,
  from: string,
  to: string,
): boolean {
  const sizes = sizesIn(scope, count, declared);
  const only = sizes.length === 1 ? edits.editableRange(sizes[0]!, `size ${to}`) : null;
  if (only) {
    edits.replace(only, 'size', (inner) => {
      inner(only.begin, only.end); // what was to be edited in it goes with it
      return `sizeof(${to})`;
    });
    return true;
  }
  const range = edits.editableRange(count, `bytes ${to}`);
  if (!range) return false;
  edits.replace(
    range,
    'bytes',
    (inner) => `${grouped(count, inner(range.begin, range.end))} / sizeof(${from}) * sizeof(${to})`,
  );
  return true;
}

/** `n` for `n * sizeof(double)`; anything else is divided by the size of what it counts. */
export function elementsText(
  edits: SourceEdits,
  scope: UnitScope,
  count: AstNode,
  declared: Format,
  counted: string,
  inner: Inner,
): string | null {
  const range = edits.rangeOfWhole(count);
  if (!range) return null;
  const at = bare(count);
  const text = inner(range.begin, range.end);
  if (isSize(scope, at, declared)) return '1';
  if (at.kind === 'BinaryOperator' && at.opcode === '*') {
    const [left, right] = children(at) as [AstNode, AstNode];
    const others = [left, right].filter((operand) => !isSize(scope, bare(operand), declared));
    const factor = others.length === 1 ? edits.rangeOfWhole(bare(others[0]!)) : null;
    if (factor) return inner(factor.begin, factor.end);
  }
  return `${grouped(count, text)} / sizeof(${counted})`;
}

/** The sizes of one number among the factors of a product. */
function sizesIn(scope: UnitScope, count: AstNode, declared: Format): AstNode[] {
  const at = bare(count);
  if (isSize(scope, at, declared)) return [at];
  return at.kind === 'BinaryOperator' && at.opcode === '*'
    ? children(at).flatMap((operand) => sizesIn(scope, operand, declared))
    : [];
}

function isSize(scope: UnitScope, node: AstNode, declared: Format): boolean {
  if (node.kind !== 'UnaryExprOrTypeTraitExpr' || node.name !== 'sizeof') return false;
  const facts = scope.types.read(node.argType ?? children(node)[0]?.type);
  return isScalarValue(facts) && !facts.isVector && facts.format === declared;
}

function bare(node: AstNode): AstNode {
  const inner = children(node).at(-1);
  return /^(?:ParenExpr|ImplicitCastExpr)$/.test(node.kind) && inner ? bare(inner) : node;
}

/** In parentheses, where a division would take only a part of it. */
function grouped(count: AstNode, text: string): string {
  let at = count;
  while (at.kind === 'ImplicitCastExpr' && children(at)[0]) at = children(at)[0]!;
  const isWhole =
    /^(?:DeclRefExpr|MemberExpr|IntegerLiteral|ParenExpr|CallExpr|CXXMemberCallExpr|ArraySubscriptExpr|UnaryExprOrTypeTraitExpr)$/.test(
      at.kind,
    ) ||
    (at.kind === 'BinaryOperator' && /^[*/]$/.test(at.opcode ?? ''));
  return isWhole ? text : `(${text})`;
}
