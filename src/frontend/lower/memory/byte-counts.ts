/**
 * Byte counts: integers that contain the size of memory or an offset into it. Each is a cell; `byte-count` flows lead from a count to the integer it
 * is assigned to, `factor` flows to a product, and `measures` flows from a count to memory. The elements that a count refers to, and whether they
 * match those of the memory, are determined after all calls are known (settle-sizes.ts).
 */
import type { Format } from '../../../numerics/format.js';
import type { CellIndex } from '../../../program/program.js';
import { isScalarValue } from '../../ast/c-types.js';
import { ignoringParenCasts, ignoringParens } from '../../ast/ignoring.js';
import { type AstNode, children, type TypeName } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { integerConstant } from '../expressions/integer-constants.js';
import { NONE, type Result } from '../expressions/results.js';
import { changesSize } from './record-layout.js';
import { type RecordSites, recordSites } from './record-sites.js';

/** The elements that bytes belong to: numbers, records, or elements of a fixed size (pointers, integers, a plain number of bytes). */
export type Element =
  | { readonly kind: 'numbers'; readonly format: Format | null }
  | { readonly kind: 'record'; readonly record: RecordSites }
  | { readonly kind: 'fixed' };

export const FIXED: Element = { kind: 'fixed' };

/** The elements of a count or of memory. */
export interface SizeFact {
  readonly cell: CellIndex;
  readonly role: 'counts' | 'holds';
  readonly element: Element;
  /** An object of the record's type was stored in the memory. */
  readonly isStored?: true;
  /** The place where the memory is accessed as integers: `unsigned int at sum.c:4`. */
  readonly asIntegers?: string;
}

/** A count whose expression determines its elements: `sizeof(struct point)`, `64 * 4`. */
export function newCount(body: BodyLowering, node: AstNode, element: Element): CellIndex {
  const range = body.place(node)?.range ?? null;
  const cell = body.builder.newCarrier('byte-count', range ? body.builder.places.text(range) : '', range);
  body.builder.sizeFacts.push({ cell, role: 'counts', element });
  return cell;
}

/**
 * `printf("%zu", sizeof x)`, `sizeof x == 4`, `cout << n * sizeof(struct point)`: a size whose value is used reveals the format. The size of a
 * written number type does not, because it only changes with the memory that it measures.
 */
export function noteObservedSize(body: BodyLowering, node: AstNode, { cell }: Result): void {
  const at = ignoringParenCasts(node);
  if (at.kind === 'BinaryOperator' && /^[-+*]$/.test(at.opcode ?? ''))
    for (const operand of children(at)) noteObservedSize(body, operand, NONE);
  const measured = sizedType(body, at);
  if (!measured) return;
  const record = recordSites(body.scope, measured.type);
  if (record && measured.kind === 'size' && !changesSize(body.scope, measured.type)) return;
  for (const site of record?.values ?? []) body.builder.freeze(site, 'unsized', `at ${body.placeText(at)}`);
  // sizeof of a written type measures no variable
  const isWritten = measured.kind === 'offset' || (at.argType !== undefined && !isTypeParameter(body, cell));
  if (cell !== null && !isWritten) body.builder.freezeCell(cell, 'unsized', `at ${body.placeText(at)}`);
}

/** `printf("%zu", bytes)`: the elements of an integer or a function's result are determined after all calls are known. */
export function notePrintedCount(body: BodyLowering, node: AstNode, { cell }: Result): void {
  const place = body.place(node);
  if (cell !== null && place && body.types(node).isInteger) body.builder.printedCounts.push({ cell, place });
}

/** `enum { BYTES = sizeof(struct point) }`: an enumerator is an ordinary number. */
export function noteEnumeratorSizes(body: BodyLowering, node: AstNode): void {
  for (const child of children(node))
    if (child.kind === 'EnumConstantDecl') noteEnumeratorSizes(body, child);
    else if (node.kind === 'EnumConstantDecl') noteObservedSize(body, child, NONE);
}

/** The operand of `sizeof x`, `sizeof(struct point)` and `offsetof(struct point, y)`. */
function sizedType(body: BodyLowering, node: AstNode): { kind: 'size' | 'offset'; type: TypeName | undefined } | null {
  if (node.kind === 'UnaryExprOrTypeTraitExpr' && node.name === 'sizeof')
    return { kind: 'size', type: node.argType ?? children(node)[0]?.type };
  if (node.kind !== 'OffsetOfExpr') return null;
  const range = body.place(node)?.range;
  const name = range && /\(\s*([\w: ]+?)\s*,/.exec(body.builder.places.text(range))?.[1];
  return name ? { kind: 'offset', type: { qualType: name } } : null;
}

/** `return sizeof x;`, `2 * sizeof x`: the size of a single number may be used anywhere. */
export function noteObservedNumberSizes(body: BodyLowering, node: AstNode): void {
  const at = ignoringParenCasts(node);
  if (at.kind === 'BinaryOperator') for (const operand of children(at)) noteObservedNumberSizes(body, operand);
  if (at.kind !== 'UnaryExprOrTypeTraitExpr' || at.name !== 'sizeof') return;
  const [measured] = children(at);
  const operand = measured && ignoringParens(measured);
  if (operand?.kind !== 'DeclRefExpr' || !isScalarValue(body.types(operand))) return;
  const site = body.scope.sites.get(operand.referencedDecl?.id ?? '');
  if (site !== undefined) body.builder.freeze(site, 'unsized', `at ${body.placeText(at)}`);
}

/** `sizeof(T)` in a template. */
function isTypeParameter({ builder }: BodyLowering, cell: CellIndex | null): boolean {
  return cell !== null && cell < 0 && builder.carrierOrigins[-cell - 1]!.typeParameter !== null;
}

/** Unnamed memory whose elements are known. */
export function newMemory(body: BodyLowering, node: AstNode, element: Element, isStored?: true): CellIndex {
  const range = body.place(node)?.range ?? null;
  const cell = body.builder.newCarrier('void-pointer', range ? body.builder.places.text(range) : '', range);
  body.builder.sizeFacts.push({ cell, role: 'holds', element, ...(isStored && { isStored }) });
  return cell;
}

/** The memory has `count` bytes, or the count is an offset into it. */
export function measure(
  body: BodyLowering,
  count: Result,
  node: AstNode,
  memory: CellIndex | null,
  /**
   * The call and the position of the count, if the text could convert the count to bytes of another format, with the common format if it is known
   * yet.
   */
  convertible: { readonly call: AstNode; readonly argument: number; readonly format: Format | null } | null = null,
): void {
  if (memory === null || isZero(body, node)) return;
  const call = convertible && body.place(convertible.call);
  const mayConvert = convertible !== null && call !== null && count.cell !== null;
  body.join(count.cell ?? newCount(body, node, FIXED), memory, 'measures', node, mayConvert);
  if (!mayConvert || !body.recordsProgram) return;
  const { argument, format } = convertible;
  body.builder.measures.push({ call, argument, count: count.cell, memory, format, sides: 'apart' });
}

export function isZero(body: BodyLowering, node: AstNode): boolean {
  const argument = node.kind === 'CXXDefaultArgExpr' ? children(node)[0] : node;
  return node.kind === 'CXXDefaultArgExpr' && !argument ? true : integerConstant(argument, body.scope.integers) === 0;
}

/** Arithmetic on byte counts. */
export function combineCounts(body: BodyLowering, node: AstNode, a: Result, b: Result): Result {
  const [left, right] = children(node) as [AstNode, AstNode];
  switch (node.opcode) {
    case '*':
      return multiply(body, node, a, b);
    case '+':
    case '-':
      if (isZero(body, right)) return a;
      if (isZero(body, left)) return b;
      return oneOf(body, node, [a, b]);
    case '/':
    case '>>':
      return divide(body, node, a, b);
    case '%':
    case '<<':
    case '&':
    case '|':
    case '^':
      return a.cell === null && b.cell === null ? NONE : oneOf(body, node, [a, b, NONE]);
    default:
      return NONE;
  }
}

/** The product of a count and a number is a count. Which of two integers is the count may follow from the calls only. */
export function multiply(body: BodyLowering, node: AstNode, a: Result, b: Result): Result {
  if (a.cell === null || b.cell === null) return { cell: a.cell ?? b.cell };
  const range = body.place(node)?.range ?? null;
  const product = body.builder.newCarrier('byte-count', range ? body.builder.places.text(range) : '', range);
  body.join(a.cell, product, 'factor', node);
  body.join(b.cell, product, 'factor', node);
  return { cell: product };
}

/** A sum of counts, or one of several values, is a count if all of them are. */
export function oneOf(body: BodyLowering, node: AstNode, parts: readonly Result[]): Result {
  if (parts.every(({ cell }) => cell === null)) return NONE;
  const range = body.place(node)?.range ?? null;
  const name = range ? body.builder.places.text(range) : '';
  const cell = body.builder.newCarrier('byte-count', name, range);
  for (const part of parts)
    if (part.cell !== null) body.join(part.cell, cell, 'byte-count', node);
    else body.builder.sizeFacts.push({ cell, role: 'counts', element: FIXED });
  return { cell };
}

/** `bytes / sizeof(double)` is a number of elements if both have the same elements. */
function divide(body: BodyLowering, node: AstNode, a: Result, b: Result): Result {
  const place = body.place(node);
  if (a.cell === null && b.cell === null) return NONE;
  if (place && (b.cell !== null || dividesBySize(body, node)))
    body.builder.ratios.push({ a: a.cell, b: b.cell, place });
  return b.cell === null ? oneOf(body, node, [a, NONE]) : NONE;
}

/** `bytes / 8`, `bytes >> 3`, `bytes / sizeof(int)`: a number of elements in terms of their current size. */
function dividesBySize(body: BodyLowering, node: AstNode): boolean {
  const [, by] = children(node);
  if (by && ignoringParenCasts(by).kind === 'UnaryExprOrTypeTraitExpr') return node.opcode === '/';
  const divisor = integerConstant(children(node)[1], body.scope.integers);
  return divisor !== null && [2, 4, 8].includes(node.opcode === '>>' ? 2 ** divisor : divisor);
}

/** Assigns to an unnamed integer, such as a function's result. */
export function assignResultCount(body: BodyLowering, target: CellIndex | null, source: Result, value: AstNode): void {
  if (target === null || isZero(body, value)) return;
  if (source.cell === null) body.builder.countPlain(target);
  else body.join(source.cell, target, 'byte-count', value);
}

/** `bytes = n * sizeof(double)`: an integer becomes a byte count by assignment. */
export function assignCount(body: BodyLowering, target: Result, source: Result, value: AstNode, node: AstNode): void {
  if (target.integer === undefined) {
    if (target.cell !== null) readBytes(body, target.cell, node);
    return;
  }
  if (source.cell === null) {
    if (!isZero(body, value)) body.scope.assignPlainInteger(target.integer);
    return;
  }
  body.scope.byteCounts.add(target.integer);
  body.join(source.cell, body.scope.byteCountCell(target.integer), 'byte-count', node);
}

/** `bytes += more`, `bytes *= 2`. */
export function updateCount(body: BodyLowering, target: Result, source: Result, value: AstNode, node: AstNode): void {
  if (target.integer !== undefined && source.cell === null && node.opcode === '*=') return;
  if (target.integer !== undefined && !/^[-+]=$/.test(node.opcode ?? '')) body.scope.assignPlainInteger(target.integer);
  assignCount(body, target, source, value, node);
}

/** Reads or writes single bytes of memory, which depends on the representation of its contents. */
export function readBytes(body: BodyLowering, memory: CellIndex, node: AstNode): void {
  body.builder.freezeCell(memory, 'reinterpreted', `byte by byte at ${body.placeText(node)}`);
}
