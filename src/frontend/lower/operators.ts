/** Lowers operators: arithmetic and comparisons to operations, assignments to stores and joins, byte counts to byte counts. */
import type { Place } from '../../program/place.js';
import type { CellIndex, OperationKind, ValueIndex } from '../../program/program.js';
import { isScalarValue } from '../ast/c-types.js';
import { type AstNode, children } from '../ast/node.js';
import { elementFormat, lower, NONE, type Result, readValue, storeInto, takeFunctionAddress } from './expressions.js';
import { type BodyLowering, NOWHERE } from './function-body.js';

const ARITHMETIC: Readonly<Record<string, OperationKind>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' };

const COMPARISON = /^(?:<|>|<=|>=|==|!=|<=>)$/;

export function lowerUnary(body: BodyLowering, node: AstNode): Result {
  const child = children(node)[0]!;
  const facts = body.types(node);
  const operand = lower(body, child);
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
      if (!isScalarValue(facts)) return operand;
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
      if (operand.function !== undefined) takeFunctionAddress(body, operand.function, node);
      return { cell: operand.cell, site: operand.site ?? null };
    default:
      return NONE;
  }
}

export function lowerBinary(body: BodyLowering, node: AstNode): Result {
  const [left, right] = children(node);
  if (!left || !right) return NONE;
  const opcode = node.opcode ?? '';
  if (opcode === '=') return lowerAssignment(body, node, left, right);
  if (opcode === ',') {
    lower(body, left);
    return lower(body, right);
  }
  if (opcode === '&&' || opcode === '||') {
    lower(body, left);
    body.branch([() => lower(body, right)], true);
    return NONE;
  }
  const a = lower(body, left);
  const b = lower(body, right);
  const facts = body.types(node);
  const leftFacts = body.types(left);
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
  if (facts.isPointer)
    return leftFacts.isPointer || leftFacts.shape === 'array'
      ? { cell: a.cell, site: a.site ?? null }
      : { cell: b.cell, site: b.site ?? null };
  return facts.isInteger ? mergeByteCounts(body, a, b, node) : NONE;
}

/** A sum or product with a byte count in it is a byte count of the same memory. */
function mergeByteCounts(body: BodyLowering, a: Result, b: Result, node: AstNode): Result {
  if (!/^[-+*]$/.test(node.opcode ?? '')) return NONE;
  const sure = [a, b].filter((result) => result.cell !== null && !result.weak);
  if (sure.length === 2 && node.opcode !== '*' && body.builder.formatOf(a.cell!) === body.builder.formatOf(b.cell!))
    body.join(a.cell, b.cell, 'byte-count', node);
  if (sure.length > 0) return { cell: sure[0]!.cell };
  const maybe = [a, b].filter((result) => result.cell !== null);
  return maybe.length === 1 ? { cell: maybe[0]!.cell, weak: true } : NONE;
}

/** `bytes = n * sizeof(double)`: the variable is a byte count from here on. */
export function assignByteCount(body: BodyLowering, target: Result, source: Result, node: AstNode): void {
  if (source.cell === null || target.integer === undefined || source.weak) return;
  body.scope.byteCounts.add(target.integer);
  body.join(source.cell, body.scope.byteCountCell(target.integer), 'byte-count', node);
}

/** The operator itself lies between its operands' texts. */
export function operatorPlace(body: BodyLowering, left: AstNode, right: AstNode): Place | null {
  const [a, b] = [body.place(left), body.place(right)];
  if (!a || !b || a.range.file !== b.range.file || a.range.end > b.range.begin) return null;
  const { text } = body.builder.places.files[a.range.file]!.source;
  const between = text
    .slice(a.range.end, b.range.begin)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
  const at = between.search(/[-+*/<>=!]/);
  if (at < 0) return null;
  const begin = a.range.end + at;
  return { range: { file: a.range.file, begin, end: begin + 1 }, spelling: null };
}

function lowerAssignment(body: BodyLowering, node: AstNode, left: AstNode, right: AstNode): Result {
  const source = lower(body, right);
  const target = lower(body, left);
  const facts = body.types(left);
  if (isScalarValue(facts)) {
    return { ...target, value: storeInto(body, target, readValue(body, source, right), node) };
  }
  if (facts.isInteger) assignByteCount(body, target, source, node);
  else if (facts.isPointer || facts.shape === 'container') {
    body.join(source.cell, target.cell, 'assigned', node);
    if (target.cell === null && source.cell !== null && facts.isUntypedPointer) keptElsewhere(body, left, source.cell);
  } else if (facts.shape === 'vector') storeInto(body, target, readValue(body, source, right), node);
  return target;
}

/** `description.res.linear.devPtr = data`: what a library does with it from here on is not visible. */
function keptElsewhere(body: BodyLowering, left: AstNode, cell: CellIndex): void {
  const place = body.place(left);
  const text = place ? body.builder.places.text(place.range) : 'a library structure';
  body.builder.freezeCell(cell, 'escapes', `it is kept in ${text} at ${body.placeText(left)}`);
}

export function lowerCompoundAssignment(body: BodyLowering, node: AstNode): Result {
  const [left, right] = children(node);
  if (!left || !right) return NONE;
  const source = lower(body, right);
  const target = lower(body, left);
  const compute = body.scope.types.read(node.computeResultType ?? node.type);
  const kind = ARITHMETIC[(node.opcode ?? '').slice(0, -1)];
  const targetFacts = body.types(left);
  if (!kind || !isScalarValue(compute)) {
    if (targetFacts.isInteger) assignByteCount(body, target, source, node);
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

/** `c ? a : b` read as a number: either value, and nothing that ties a's storage to b's; null for any other expression. */
export function chosenValue(body: BodyLowering, node: AstNode): ValueIndex | null {
  let at = node;
  while (at.kind === 'ParenExpr') at = children(at)[0]!;
  if (at.kind !== 'ConditionalOperator') return null;
  const { value } = lowerConditional(body, { ...at, valueCategory: 'prvalue' });
  if (value !== undefined && value !== null) body.isValueOf(at, value);
  return value ?? null;
}

export function lowerConditional(body: BodyLowering, node: AstNode): Result {
  const inner = children(node);
  const [otherwise, then] = [inner.at(-1)!, inner.at(-2)!];
  for (const part of inner.slice(0, -2)) lower(body, part);
  const facts = body.types(node);
  const scalar = isScalarValue(facts);
  const arm = (part: AstNode) => () => {
    const result = lower(body, part);
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
  if (!scalar || a!.value === null || b!.value === null) return NONE;
  return {
    cell: null,
    value: body.add({ kind: 'select', operands: [a!.value, b!.value], place: body.place(node) ?? NOWHERE }),
  };
}
