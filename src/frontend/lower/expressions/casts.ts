import type { CellIndex, SiteIndex } from '../../../program/program.js';
import { isScalarValue, isUnnamed, type TypeFacts } from '../../ast/c-types.js';
import { ignoringParens, isParenOrImplicit } from '../../ast/ignoring.js';
import { isSign } from '../../ast/kinds.js';
import { type AstNode, type CastNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { type Element, FIXED, measure, newMemory, noteObservedSize, readBytes } from '../memory/byte-counts.js';
import { type RecordSites, recordSites } from '../memory/record-sites.js';
import { viewAsOtherRecord, viewRecord } from '../memory/record-views.js';
import { NOWHERE } from '../places.js';
import { declareCast } from './cast-sites.js';
import { factsOfElement } from './library-elements.js';
import { chosenValue } from './operators.js';
import { elementFormat, literal, NONE, type Result, readValue } from './results.js';
import { mentionType } from './spelled-types.js';
import { freezeTypeQueryByText } from './type-queries.js';

const CONVERTS = /^(?:FloatingCast|IntegralToFloating|BooleanToFloating|FloatingToIntegral|FloatingToBoolean)$/;

/** Conversions of values become operations; conversions of pointers join, view or freeze the memory behind them. */
export function lowerCast(body: BodyLowering, node: CastNode): Result {
  const child = children(node).at(-1);
  if (!child) return NONE;
  const explicit = node.kind !== 'ImplicitCastExpr';
  if (explicit) freezeTypeQueryByText(body, node);
  // clang prints `(float)x` as a no-op cast around a converting one
  if (explicit && child.isPartOfExplicitCast && CONVERTS.test(child.castKind))
    return lowerCast(body, { ...node, castKind: child.castKind, inner: children(child) });
  const to = body.types(node);
  const from = body.types(child);
  switch (node.castKind) {
    case 'LValueToRValue': {
      const chosen = isScalarValue(to) ? chosenValue(body, child) : null;
      if (chosen !== null) return { cell: null, value: chosen };
      const result = body.lower(child);
      if (to.isInteger && result.integer === undefined && result.cell !== null && !from.isReference) {
        readBytes(body, result.cell, node);
        return NONE;
      }
      return isScalarValue(to) ? { cell: null, value: readValue(body, result, child) } : result;
    }
    case 'IntegralToFloating':
    case 'BooleanToFloating':
      return lowerFromInteger(body, node, child, explicit);
    case 'FloatingCast':
      return lowerBetweenFormats(body, node, child, explicit);
    case 'FloatingToIntegral':
    case 'FloatingToBoolean': {
      const operand = readValue(body, body.lower(child), child);
      body.operation({
        kind: 'convert',
        symbol: node.castKind === 'FloatingToBoolean' ? 'bool' : 'integer',
        node,
        format: from.format ?? 'fp64',
        operands: [operand],
        implicit: !explicit,
      });
      return NONE;
    }
    case 'FunctionToPointerDecay':
      return body.lower(child);
    case 'NullToPointer':
    case 'PointerToBoolean':
    case 'ToVoid':
      body.lower(child);
      return NONE;
    case 'LValueBitCast':
      return lowerReferenceCast(body, node, child, explicit);
    default: {
      const stepped = explicit && to.isPointer ? byteStepOf(body, child, to) : null;
      const converts = isScalarValue(to) && explicit && isScalarValue(from);
      const castTo = converts ? declareCast(body, node) : null;
      const result = stepped ? lowerByteStep(body, stepped) : body.lower(child);
      if (stepped) return mentionType(body, node, result);
      if (converts)
        return { cell: null, value: conversion(body, node, readValue(body, result, child), to, false, castTo) };
      if (isScalarValue(to) && result.value !== undefined) return result;
      if (node.castKind === 'NoOp' && !explicit) return result; // adds at most a const
      if (explicit && to.shape === 'container' && to.format !== null) return mentionType(body, node, result);
      return lowerPointerCast(body, node, result, factsOfElement(body, from, result), to, explicit);
    }
  }
}

/** `reinterpret_cast<float4 &>(a[i])` is equivalent to `*(float4 *) &a[i]`. */
function lowerReferenceCast(body: BodyLowering, node: AstNode, child: AstNode, explicit: boolean): Result {
  const addressOf = ({ type }: AstNode): TypeFacts => {
    const { qualType = '', desugaredQualType } = type ?? {};
    return body.scope.types.read({ qualType: `${desugaredQualType ?? qualType} *` });
  };
  const viewed = lowerPointerCast(body, node, body.lower(child), addressOf(child), addressOf(node), explicit);
  return { cell: viewed.cell, site: viewed.site ?? null, format: elementFormat(body.types(node)) };
}

/** `(float *) ((char *) p + row * pitch)`: a row of pitched memory is part of the same memory with the same numbers. */
function byteStepOf(body: BodyLowering, node: AstNode, to: TypeFacts): { base: AstNode; step: AstNode } | null {
  const sum = ignoringParens(node);
  if (to.format === null || sum.kind !== 'BinaryOperator' || !/^[-+]$/.test(sum.opcode ?? '')) return null;
  const [left, right] = children(sum);
  const cast = left && ignoringParens(left);
  if (!cast || !right || (cast.kind !== 'CStyleCastExpr' && cast.kind !== 'CXXReinterpretCastExpr')) return null;
  const base = children(cast).at(-1);
  return base && body.types(cast).isUntypedPointer && body.types(base).format === to.format
    ? { base, step: right }
    : null;
}

function lowerByteStep(body: BodyLowering, { base, step }: { base: AstNode; step: AstNode }): Result {
  const result = body.lower(base);
  const bytes = body.lower(step);
  measure(body, bytes, step, result.cell);
  return result;
}

function lowerFromInteger(body: BodyLowering, node: AstNode, child: AstNode, explicit: boolean): Result {
  const to = body.types(node);
  if (to.format === null) {
    body.lower(child);
    return NONE;
  }
  if (isIntegerLiteral(child) && !explicit) return { cell: null, value: literal(body, node, to.format) }; // the literal in `2 * x` adapts to x
  const castTo = explicit ? declareCast(body, node) : null;
  noteObservedSize(body, child, body.lower(child));
  const integer = body.add({ kind: 'integer', place: body.place(child) ?? NOWHERE });
  return { cell: null, value: conversion(body, node, integer, to, !explicit, castTo) };
}

function lowerBetweenFormats(body: BodyLowering, node: AstNode, child: AstNode, explicit: boolean): Result {
  const to = body.types(node);
  const castTo = explicit && to.format !== null ? declareCast(body, node) : null;
  const operand = readValue(body, body.lower(child), child);
  if (to.format === null) return NONE;
  if (!explicit && child.kind === 'FloatingLiteral') return { cell: null, value: operand };
  return { cell: null, value: conversion(body, node, operand, to, !explicit, castTo) };
}

function conversion(
  body: BodyLowering,
  node: AstNode,
  operand: number | null,
  to: TypeFacts,
  implicit: boolean,
  castTo: SiteIndex | null,
): number {
  return body.operation({
    kind: 'convert',
    symbol: to.format!,
    node,
    format: to.format!,
    operands: [operand],
    implicit,
    castTo,
  });
}

function isIntegerLiteral(node: AstNode): boolean {
  if (node.kind === 'IntegerLiteral') return true;
  const inner = children(node);
  return inner.length === 1 && (isParenOrImplicit(node) || isSign(node)) && isIntegerLiteral(inner[0]!);
}

function lowerPointerCast(
  body: BodyLowering,
  node: AstNode,
  result: Result,
  from: TypeFacts,
  to: TypeFacts,
  explicit: boolean,
): Result {
  // `*(void **) p = q`: the stored pointer is found again through p
  if (result.cell !== null && from.isUntypedPointer && to.pointerLevels > 1 && REINTERPRETS.test(node.castKind ?? ''))
    body.builder.untypedPointers.delete(result.cell);
  if (!to.isPointer && !to.isReference) {
    // a pointer cast to an integer can no longer be followed; an integer cast to another integer is the same byte count
    if (!from.isPointer || !to.isInteger) return result;
    const pointed = from.format === null && from.pointerLevels < 2 ? recordSites(body.scope, from.record) : null;
    if (pointed) freezeRecord(body, node, pointed);
    if (result.cell !== null)
      body.builder.freezeCell(result.cell, 'reinterpreted', `as an integer at ${body.placeText(node)}`);
    return result;
  }
  if (to.format !== null) {
    if (from.format !== null && from.format !== to.format) return reinterpret(body, node, result);
    // `(double *) (rows + n)`: one block of pointers and numbers, whose size follows from neither type
    if (from.format !== null && from.isPointer && from.pointerLevels !== to.pointerLevels && explicit)
      return reinterpret(body, node, result);
    if (from.format === null && from.record !== null && !from.isUntypedPointer && body.scope.record(from.record))
      return viewRecord(body, node, result, from.record, explicit);
    if (from.format === null && REINTERPRETS.test(node.castKind ?? '')) {
      if (!from.isUntypedPointer && !isUntypedMemory(body, result)) return reinterpret(body, node, result); // integers, or a vector type of the compiler
      if (result.cell === null) return unknownMemory(body, node);
      holds(body, result.cell, from, to, node);
    }
    if (!explicit) return result;
    return mentionType(body, node, result);
  }
  if (to.isUntypedPointer && from.format !== null && !isVoid(node)) return reinterpret(body, node, result); // accessed as bytes
  const record = from.format === null && !from.isUntypedPointer ? recordSites(body.scope, from.record) : null;
  if (record && REINTERPRETS.test(node.castKind ?? '') && from.pointerLevels < 2) {
    if (to.isUntypedPointer) return recordAsBytes(body, node, record);
    if (recordSites(body.scope, to.record) === null) freezeRecord(body, node, record);
    else viewAsOtherRecord(body, node, from.record!, to.record!);
  }
  if (from.isUntypedPointer && result.cell !== null) holds(body, result.cell, from, to, node);
  if (to.isUntypedPointer || result.cell === null) return result;
  if (to.record !== null && from.format !== null) return viewRecord(body, node, result, to.record, explicit);
  if (from.format !== null) return reinterpret(body, node, result);
  return from.isUntypedPointer ? { cell: result.cell } : result;
}

const REINTERPRETS = /^(?:BitCast|LValueBitCast|IntegralToPointer)$/;

/** `extern __shared__ int memory[]` does not declare the type of its contents. */
function isUntypedMemory(body: BodyLowering, { cell }: Result): boolean {
  const carrier = cell !== null && cell < 0 ? body.builder.carriers[-cell - 1]! : null;
  return carrier?.what === 'void-pointer' && carrier.format === null;
}

/** Records the type of the contents of untyped memory. */
function holds(body: BodyLowering, cell: CellIndex, from: TypeFacts, to: TypeFacts, node: AstNode): void {
  if (cell >= 0 || from.pointerLevels > 1 || to.isUntypedPointer || !to.isPointer) return;
  const record = to.format === null ? recordSites(body.scope, node.type) : null;
  if (record === null && isDeclaredInside(body, node, to))
    body.builder.freezeCell(cell, 'reinterpreted', `as an unnamed record type at ${body.placeText(node)}`);
  const element: Element =
    to.pointerLevels > 1
      ? FIXED
      : to.format !== null
        ? { kind: 'numbers', format: to.format }
        : record
          ? { kind: 'record', record }
          : FIXED;
  const asIntegers =
    to.isIntegerPointer && to.pointerLevels === 1 ? `as ${node.type?.qualType} at ${body.placeText(node)}` : undefined;
  body.builder.sizeFacts.push({ cell, role: 'holds', element, ...(asIntegers && { asIntegers }) });
}

/** `(struct { double v; int n; } *) p`: clang's tree does not contain such a record. */
function isDeclaredInside(body: BodyLowering, node: AstNode, { record }: TypeFacts): boolean {
  if (record === null) return false;
  const range = node.kind === 'ImplicitCastExpr' ? undefined : body.place(node)?.range;
  return isUnnamed(record) || (range !== undefined && body.builder.places.text(range).includes('{'));
}

/** Numbers in memory of unknown size from outside the program. */
function unknownMemory(body: BodyLowering, node: AstNode): Result {
  const cell = body.builder.newCarrier(
    'type-mention',
    `(${node.type?.qualType ?? ''})`,
    body.place(node)?.range ?? null,
  );
  body.builder.freezeCell(
    cell,
    'unsized',
    `it is allocated outside the program and cast to numbers at ${body.placeText(node)}`,
  );
  return { cell };
}

/** `(void *) &s` still refers to the record; `(char *) &s` accesses its bytes. */
function recordAsBytes(body: BodyLowering, node: AstNode, record: RecordSites): Result {
  if (!isVoid(node)) freezeRecord(body, node, record);
  return { cell: newMemory(body, node, { kind: 'record', record }, true) };
}

function freezeRecord(body: BodyLowering, node: AstNode, { values }: RecordSites): void {
  const evidence = `as ${node.type?.qualType ?? 'another type'} at ${body.placeText(node)}`;
  for (const site of values) body.builder.freeze(site, 'reinterpreted', evidence);
}

function isVoid(node: AstNode): boolean {
  return /\bvoid\b/.test(node.type?.desugaredQualType ?? node.type?.qualType ?? '');
}

function reinterpret(body: BodyLowering, node: AstNode, result: Result): Result {
  if (result.cell !== null)
    body.builder.freezeCell(
      result.cell,
      'reinterpreted',
      `as ${node.type?.qualType ?? 'another type'} at ${body.placeText(node)}`,
    );
  const carrier = body.builder.newCarrier(
    'type-mention',
    `(${node.type?.qualType ?? ''})`,
    body.place(node)?.range ?? null,
  );
  body.builder.freezeCell(carrier, 'reinterpreted', `at ${body.placeText(node)}`);
  body.join(carrier, result.cell, 'viewed', node);
  return { cell: carrier };
}
