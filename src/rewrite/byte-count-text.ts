/** Rewrites byte counts in the text: in the bytes of another format, or as a number of elements. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { ignoringImplicitCasts, ignoringParenImpCasts } from '../frontend/ast/ignoring.js';
import { isPrimary } from '../frontend/ast/kinds.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Format } from '../numerics/format.js';
import { isWithin, type Range } from '../program/place.js';
import type { SourceEdits } from './source-edits.js';

/** A byte count of numbers declared in one format. */
export interface WrittenCount {
  readonly scope: UnitScope;
  readonly node: AstNode;
  /** Its text, which may be a macro use. */
  readonly range: Range;
  readonly declared: Format;
}

/** Converts a count in bytes of type `from` into bytes of type `to`. The definition of a named count may be written in place of its name. */
export function rescaleCount(
  edits: SourceEdits,
  count: WrittenCount,
  from: string,
  to: string,
  definition: AstNode | null = null,
): void {
  const { node, range } = count;
  const product = definition && edits.rangeOf(definition);
  const factor = product && writtenSize(edits, { ...count, range: product }, sizesIn(count, definition));
  if (factor)
    return edits.replace(range, 'bytes', (inner) => {
      inner(range.begin, range.end);
      return `${edits.text({ ...product, end: factor.begin })}sizeof(${to})${edits.text({ ...product, begin: factor.end })}`;
    });
  const size = writtenSize(edits, count, sizesIn(count, node));
  if (size)
    return edits.replace(size, 'size', (inner) => {
      inner(size.begin, size.end); // takes along the edits inside
      return `sizeof(${to})`;
    });
  edits.replace(
    range,
    'bytes',
    (inner) => `${grouped(node, inner(range.begin, range.end))} / sizeof(${from}) * sizeof(${to})`,
  );
}

/** `n` for `n * sizeof(double)`; any other count is divided by its element size. */
export function elementsText(
  edits: SourceEdits,
  count: WrittenCount,
  counted: string,
  inner: (begin: number, end: number) => string,
): string {
  const { node, range } = count;
  const whole = inner(range.begin, range.end);
  const at = ignoringParenImpCasts(node);
  if (isSize(count, at) && writtenSize(edits, count, [at])) return '1';
  const factors = at.kind === 'BinaryOperator' && at.opcode === '*' ? children(at) : [];
  const size = writtenSize(
    edits,
    count,
    factors.map(ignoringParenImpCasts).filter((factor) => isSize(count, factor)),
  );
  if (size) {
    const before = /^(.*?)\s*\*\s*$/s.exec(edits.text({ ...range, end: size.begin }))?.[1];
    const after = /^\s*\*\s*/.exec(edits.text({ ...range, begin: size.end }))?.[0];
    if (before && size.end === range.end && isBalanced(before)) return inner(range.begin, range.begin + before.length);
    if (after !== undefined && size.begin === range.begin) return inner(size.end + after.length, range.end);
  }
  return `${grouped(node, whole)} / sizeof(${counted})`;
}

/** The text of the only size in a count, if it is part of the count's own text. */
function writtenSize(edits: SourceEdits, { range }: WrittenCount, sizes: readonly AstNode[]): Range | null {
  const size = sizes.length === 1 ? edits.rangeOf(sizes[0]!) : null;
  return size && isWithin(size, range) ? size : null;
}

/** The element sizes among the factors of a product. */
function sizesIn(count: WrittenCount, node: AstNode): AstNode[] {
  const at = ignoringParenImpCasts(node);
  if (isSize(count, at)) return [at];
  return at.kind === 'BinaryOperator' && at.opcode === '*'
    ? children(at).flatMap((operand) => sizesIn(count, operand))
    : [];
}

function isSize({ scope, declared }: WrittenCount, node: AstNode): boolean {
  if (node.kind !== 'UnaryExprOrTypeTraitExpr' || node.name !== 'sizeof') return false;
  const facts = scope.types.read(node.argType ?? children(node)[0]?.type);
  return isScalarValue(facts) && !facts.isVector && facts.format === declared;
}

function isBalanced(text: string): boolean {
  return text.split('(').length === text.split(')').length;
}

/** In parentheses, if a division would otherwise apply only to a part of the text. */
function grouped(count: AstNode, text: string): string {
  const at = ignoringImplicitCasts(count);
  const isProduct = at.kind === 'BinaryOperator' && (at.opcode === '*' || at.opcode === '/');
  return isProduct || isPrimary(at) ? text : `(${text})`;
}
