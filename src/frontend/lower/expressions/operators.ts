/** Lowers operators: arithmetic and comparisons to operations, assignments to stores and joins, and arithmetic on byte counts. */
import type { Place } from '../../../program/place.js';
import type { CellIndex, OperationKind, ValueIndex } from '../../../program/program.js';
import { isScalarValue, type TypeFacts } from '../../ast/c-types.js';
import { ignoringParens } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import {
  assignCount,
  combineCounts,
  isZero,
  measure,
  noteObservedSize,
  oneOf,
  updateCount,
} from '../memory/byte-counts.js';
import { recordsAround } from '../memory/record-sites.js';
import { NOWHERE } from '../places.js';
import { bindReferenceToArgument } from './reference-to-argument.js';
import { elementFormat, NONE, type Result, readValue, storeInto, useInPlace } from './results.js';

const ARITHMETIC: Readonly<Record<string, OperationKind>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' };

const COMPARISON = /^(?:<|>|<=|>=|==|!=|<=>)$/;

export function lowerUnary(body: BodyLowering, node: AstNode): Result {
  const child = children(node)[0]!;
  const facts = body.types(node);
  if (node.opcode === '&') bindReferenceToArgument(body.scope, child);
  const operand = body.lower(child);
  switch (node.opcode) {
    case '-': {
      if (!isScalarValue(facts)) return { cell: operand.cell };
      const value = readValue(body, operand, child);
      return {
        cell: null,
        value: body.operation({ kind: 'neg', symbol: '-', node, format: facts.format!, operands: [value] }),
      };
    }
    case '+':
      return isScalarValue(facts) ? { cell: null, value: readValue(body, operand, child) } : operand;
    case '++':
    case '--': {
      if (!isScalarValue(facts)) {
        if (facts.isInteger) assignCount(body, operand, NONE, node, node);
        else stepPointer(body, facts, operand.cell, NONE, node);
        return operand;
      }
      useInPlace(body, operand, node.opcode, node);
      const before = readValue(body, operand, child);
      const one = body.add({ kind: 'literal', format: facts.format!, text: '1', place: body.place(node) ?? NOWHERE });
      const kind = node.opcode === '++' ? 'add' : 'sub';
      const after = body.operation({ kind, symbol: node.opcode, node, format: facts.format!, operands: [before, one] });
      const stored = storeInto(body, operand, after, node);
      return { ...operand, value: node.isPostfix ? before : stored };
    }
    case '*':
      return { cell: operand.cell, site: operand.site ?? null, format: elementFormat(facts) };
    case '&':
      takeFieldAddress(body, operand, child, node);
      return {
        cell: operand.cell,
        site: operand.site ?? null,
        ...(operand.integer === undefined ? {} : { integer: operand.integer }),
        ...(operand.function === undefined ? {} : { function: operand.function }),
      };
    default:
      return NONE;
  }
}

/** `&s.place`: pointer arithmetic from there may reach the neighbouring fields. */
function takeFieldAddress(body: BodyLowering, operand: Result, child: AstNode, node: AstNode): void {
  const at = ignoringParens(child);
  const site = at.kind === 'MemberExpr' ? (operand.site ?? null) : null;
  if (site === null || !/^(?:scalar|vector)$/.test(body.builder.sites[site]!.shape)) return;
  const around = body.builder.sites[site]!.kind === 'field' ? recordsAround(body.scope, site) : null;
  const place = body.place(node);
  if (around && place) body.builder.fieldAddresses.push({ field: site, around, place });
}

export function lowerBinary(body: BodyLowering, node: AstNode): Result {
  const [left, right] = children(node);
  if (!left || !right) return NONE;
  const opcode = node.opcode ?? '';
  if (opcode === '=') return lowerAssignment(body, node, left, right);
  if (opcode === ',') {
    body.lower(left);
    return body.lower(right);
  }
  if (opcode === '&&' || opcode === '||') {
    body.lower(left);
    body.branch([() => body.lower(right)], true);
    return NONE;
  }
  const a = body.lower(left);
  const b = body.lower(right);
  const facts = body.types(node);
  const leftFacts = body.types(left);
  if (COMPARISON.test(opcode)) {
    noteObservedSize(body, left, a);
    noteObservedSize(body, right, b);
  }
  const arithmetic = ARITHMETIC[opcode];
  if (arithmetic && isScalarValue(facts)) {
    const operands = [readValue(body, a, left), readValue(body, b, right)];
    return {
      cell: null,
      value: body.operation({
        kind: arithmetic,
        symbol: opcode,
        node,
        at: operatorPlace(body, left, right),
        format: facts.format!,
        operands,
      }),
    };
  }
  if (COMPARISON.test(opcode) && isScalarValue(leftFacts)) {
    const operands = [readValue(body, a, left), readValue(body, b, right)];
    body.operation({
      kind: 'compare',
      symbol: opcode,
      node,
      at: operatorPlace(body, left, right),
      format: leftFacts.format!,
      operands,
    });
    return NONE;
  }
  if (facts.isPointer) {
    const isLeft = leftFacts.isPointer || leftFacts.shape === 'array';
    const [base, step, stepNode] = isLeft ? [a, b, right] : [b, a, left];
    stepPointer(body, facts, base.cell, step, stepNode);
    return { cell: base.cell, site: base.site ?? null };
  }
  return facts.isInteger && leftFacts.isInteger ? combineCounts(body, node, a, b) : NONE;
}

/** A step of an untyped pointer is a number of bytes; a step of a typed one leads beyond the number pointed to. */
export function stepPointer(
  body: BodyLowering,
  facts: TypeFacts,
  memory: CellIndex | null,
  step: Result,
  node: AstNode,
): void {
  if (memory === null || facts.pointerLevels > 1 || isZero(body, node)) return;
  if (facts.isUntypedPointer) measure(body, step, node, memory);
  else if (facts.format !== null) body.builder.traversed.add(memory);
}

/** The place of the operator, between the texts of its operands. */
export function operatorPlace(body: BodyLowering, left: AstNode, right: AstNode): Place | null {
  const [a, b] = [body.place(left), body.place(right)];
  if (!a || !b || a.range.file !== b.range.file || a.range.end > b.range.begin) return null;
  const { tokens } = body.builder.places.files[a.range.file]!.source;
  const between = tokens.within({ begin: a.range.end, end: b.range.begin });
  const begin = between.find(({ text }) => '-+*/<>=!'.includes(text[0]!))?.begin;
  return begin === undefined ? null : { range: { file: a.range.file, begin, end: begin + 1 }, spelling: null };
}

function lowerAssignment(body: BodyLowering, node: AstNode, left: AstNode, right: AstNode): Result {
  const source = body.lower(right);
  const target = body.lower(left);
  const facts = body.types(left);
  if (isScalarValue(facts)) {
    return { ...target, value: storeInto(body, target, readValue(body, source, right), node) };
  }
  if (facts.isInteger) assignCount(body, target, source, right, node);
  else if (facts.isPointer || facts.shape === 'container') {
    const isExternal = target.isExternal === true || (target.cell === null && facts.isUntypedPointer);
    if (isExternal && source.cell !== null) storeInLibraryObject(body, left, source.cell);
    else body.join(source.cell, target.cell, 'assigned', node);
  } else if (facts.shape === 'vector') storeInto(body, target, readValue(body, source, right), node);
  return target;
}

/** `description.res.linear.devPtr = data`: what the library does with the pointer is unknown. */
function storeInLibraryObject(body: BodyLowering, left: AstNode, cell: CellIndex): void {
  const place = body.place(left);
  const text = place ? body.builder.places.text(place.range) : 'a library structure';
  body.builder.freezeCell(cell, 'escapes', `it is stored in ${text} at ${body.placeText(left)}`);
}

export function lowerCompoundAssignment(body: BodyLowering, node: AstNode): Result {
  const [left, right] = children(node);
  if (!left || !right) return NONE;
  const source = body.lower(right);
  const target = body.lower(left);
  const compute = body.scope.types.read(node.computeResultType ?? node.type);
  const kind = ARITHMETIC[(node.opcode ?? '').slice(0, -1)];
  const targetFacts = body.types(left);
  if (!kind || !isScalarValue(compute)) {
    if (targetFacts.isInteger) updateCount(body, target, source, right, node);
    else if (targetFacts.isPointer) stepPointer(body, targetFacts, target.cell, source, right);
    return target;
  }
  let before =
    targetFacts.format === null
      ? body.add({ kind: 'integer', place: body.place(left) ?? NOWHERE })
      : readValue(body, target, left);
  if (targetFacts.format !== compute.format)
    before = body.operation({
      kind: 'convert',
      symbol: compute.format!,
      node: left,
      format: compute.format!,
      operands: [before],
      implicit: true,
    });
  const operands = [before, readValue(body, source, right)];
  let after = body.operation({
    kind,
    symbol: node.opcode!,
    node,
    at: operatorPlace(body, left, right),
    format: compute.format!,
    operands,
  });
  if (targetFacts.format !== compute.format)
    after = body.operation({
      kind: 'convert',
      symbol: targetFacts.format ?? 'integer',
      node,
      format: targetFacts.format ?? compute.format!,
      operands: [after],
      implicit: true,
    });
  return { ...target, value: targetFacts.format === null ? null : storeInto(body, target, after, node) };
}

/** `c ? a : b` as a number: either value, without joining the storage of a and b; null for any other expression. */
export function chosenValue(body: BodyLowering, node: AstNode): ValueIndex | null {
  const at = ignoringParens(node);
  if (at.kind !== 'ConditionalOperator') return null;
  const { value } = lowerConditional(body, { ...at, valueCategory: 'prvalue' });
  if (value !== undefined && value !== null) body.isValueOf(at, value);
  return value ?? null;
}

function throws(node: AstNode): boolean {
  return ignoringParens(node).kind === 'CXXThrowExpr';
}

export function lowerConditional(body: BodyLowering, node: AstNode): Result {
  const inner = children(node);
  const [otherwise, then] = [inner.at(-1)!, inner.at(-2)!];
  for (const part of inner.slice(0, -2)) body.lower(part);
  const facts = body.types(node);
  const scalar = isScalarValue(facts);
  const arm = (part: AstNode) => () => {
    const result = body.lower(part);
    return { result, value: scalar && node.valueCategory === 'prvalue' ? readValue(body, result, part) : null };
  };
  const [a, b] = body.branch([arm(then), arm(otherwise)], false);
  if (facts.isPointer || node.valueCategory === 'lvalue') {
    body.join(a!.result.cell, b!.result.cell, 'selected', node);
    return {
      cell: a!.result.cell ?? b!.result.cell,
      site: a!.result.site ?? b!.result.site ?? null,
      format: elementFormat(facts),
    };
  }
  if (facts.isInteger) return oneOf(body, node, [a!.result, b!.result]);
  // an arm that throws has no value
  if (scalar && (a!.value === null) !== (b!.value === null) && [then, otherwise].some(throws))
    return { cell: null, value: a!.value ?? b!.value };
  if (!scalar || a!.value === null || b!.value === null) return NONE;
  return {
    cell: null,
    value: body.add({ kind: 'select', operands: [a!.value, b!.value], place: body.place(node) ?? NOWHERE }),
  };
}
