/**
 * Lowers expressions. A Result is what an expression stands for: a floating value, the storage it names, the memory it points
 * to, or the function it is. Everything not listed still has its children lowered, so that nothing inside is missed.
 */
import type { Format } from '../../numerics/format.js';
import type { Place } from '../../program/place.js';
import type { CellIndex, FunctionIndex, OperationKind, SiteIndex, ValueIndex } from '../../program/program.js';
import { isScalarValue, type TypeFacts } from '../ast/c-types.js';
import { type AstNode, children } from '../ast/node.js';
import { lowerCall } from './calls.js';
import { lowerCast } from './casts.js';
import { type BodyLowering, NOWHERE } from './function-body.js';
import { lowerConstruction, lowerInitialiser } from './initialisers.js';
import { lowerLambda } from './lambdas.js';

export interface Result {
  /** The floating value, once read. */
  readonly value?: ValueIndex | null;
  /** The storage named (an lvalue), or that a pointer leads to. */
  readonly site?: SiteIndex | null;
  /** What shares this expression's format: the memory it names or points to, or a byte count. */
  readonly cell: CellIndex | null;
  /** Set for a place that holds one floating number: reading it gives a value of this format. */
  readonly format?: Format | null;
  readonly function?: FunctionIndex;
  /** The cell is an integer's that may or may not be a byte count. */
  readonly weak?: boolean;
  /** Id of the integer variable named, which becomes a byte count when one is assigned to it. */
  readonly integer?: string;
  readonly declared?: AstNode;
}

export const NONE: Result = { cell: null };

const ARITHMETIC: Readonly<Record<string, OperationKind>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' };
const COMPARISON = /^(?:<|>|<=|>=|==|!=|<=>)$/;

export function lower(body: BodyLowering, node: AstNode): Result {
  switch (node.kind) {
    case 'DeclRefExpr':
      return lowerReference(body, node);
    case 'MemberExpr':
      return lowerMember(body, node);
    case 'FloatingLiteral':
      warnOfSentinel(body, node);
      return { cell: null, value: literal(body, node, body.types(node).format) };
    case 'ImplicitCastExpr':
    case 'CStyleCastExpr':
    case 'CXXStaticCastExpr':
    case 'CXXFunctionalCastExpr':
    case 'CXXReinterpretCastExpr':
    case 'CXXConstCastExpr':
    case 'CXXDynamicCastExpr':
    case 'BuiltinBitCastExpr':
      return lowerCast(body, node);
    case 'ParenExpr':
    case 'ExprWithCleanups':
    case 'MaterializeTemporaryExpr':
    case 'CXXBindTemporaryExpr':
    case 'ConstantExpr':
    case 'SubstNonTypeTemplateParmExpr':
    case 'CXXStdInitializerListExpr':
    case 'CXXRewrittenBinaryOperator':
      return lower(body, children(node).at(-1) ?? node);
    case 'UnaryOperator':
      return lowerUnary(body, node);
    case 'BinaryOperator':
      return lowerBinary(body, node);
    case 'CompoundAssignOperator':
      return lowerCompoundAssignment(body, node);
    case 'ConditionalOperator':
    case 'BinaryConditionalOperator':
      return lowerConditional(body, node);
    case 'ArraySubscriptExpr':
      return lowerSubscript(body, node);
    case 'CallExpr':
    case 'CXXMemberCallExpr':
    case 'CXXOperatorCallExpr':
    case 'CUDAKernelCallExpr':
    case 'UserDefinedLiteral':
      return lowerCall(body, node);
    case 'CXXConstructExpr':
    case 'CXXTemporaryObjectExpr':
    case 'CXXParenListInitExpr':
      return lowerConstruction(body, node);
    case 'InitListExpr':
    case 'CompoundLiteralExpr':
      return lowerInitialiser(body, { cell: null, site: null }, node);
    case 'UnaryExprOrTypeTraitExpr':
      return lowerSizeof(body, node);
    case 'CXXNewExpr':
      return lowerNew(body, node);
    case 'LambdaExpr':
      return lowerLambda(body, node);
    case 'CXXDefaultArgExpr':
    case 'CXXDefaultInitExpr':
      return lowerDefault(body, node);
    case 'ImplicitValueInitExpr':
    case 'CXXScalarValueInitExpr':
      return isScalarValue(body.types(node))
        ? { cell: null, value: literal(body, node, body.types(node).format, '0') }
        : NONE;
    case 'StmtExpr':
    case 'CompoundStmt':
      for (const child of children(node)) body.statement(child);
      return NONE;
    case 'TypeTraitExpr':
    case 'CXXNoexceptExpr':
      return NONE;
    default:
      return lowerUnknown(body, node);
  }
}

/** The floating value of a result, reading its storage where that has not happened yet; null for anything else. */
export function readValue(body: BodyLowering, result: Result, node: AstNode): ValueIndex | null {
  if (result.value !== undefined && result.value !== null) return result.value;
  const facts = body.types(node);
  const format =
    result.format ??
    (facts.shape === 'scalar' || facts.shape === 'reference' || facts.shape === 'vector' ? facts.format : null);
  if (format === null) return null;
  const site = result.site ?? null;
  if (site !== null && body.promoted.has(site)) return body.read(site);
  return body.add({ kind: 'load', site, format, place: body.place(node) ?? NOWHERE });
}

/** `target = value` for one number: a definition of a promoted variable or a store to memory. */
export function storeInto(body: BodyLowering, target: Result, value: ValueIndex | null, node: AstNode): void {
  if (value !== null) body.store(target.site ?? null, value, node);
}

export function literal(body: BodyLowering, node: AstNode, format: Format | null, text?: string): ValueIndex | null {
  if (format === null) return null;
  const place = body.place(node) ?? NOWHERE;
  const written = text ?? (place === NOWHERE ? String(node.value ?? '') : body.builder.places.text(place.range));
  return body.add({ kind: 'literal', format, text: written, place });
}

const LARGEST_FP32 = 3.4028234663852886e38;
const SMALLEST_FP32 = 1.401298464324817e-45;

/** A constant outside fp32's range becomes infinity or zero when its user is narrowed. */
function warnOfSentinel(body: BodyLowering, node: AstNode): void {
  const size = Math.abs(Number(node.value));
  if (size <= LARGEST_FP32 && (size === 0 || size >= SMALLEST_FP32 / 2)) return;
  const place = body.place(node);
  if (!place || !body.recordsProgram) return;
  body.builder.warnings.push({
    code: 'sentinel',
    text: `${body.builder.places.text(place.range)} is ${size > 1 ? 'beyond' : 'below'} the range of fp32`,
    place,
  });
}

function lowerReference(body: BodyLowering, node: AstNode): Result {
  const id = node.referencedDecl?.id ?? '';
  const known = body.scope.functions.get(id);
  if (known !== undefined) return { cell: null, function: known };
  const site = body.scope.sites.get(id);
  if (site === undefined) return otherDeclaration(body, id, node.referencedDecl?.kind === 'ParmVarDecl');
  return { cell: site, site, format: elementFormat(body.types(node)) };
}

/**
 * A declaration without a floating base: an untyped pointer carries memory; an integer carries a byte count if one was put into
 * it before, and may carry one (`weak`) if it comes from elsewhere: a parameter, a field, a global.
 */
function otherDeclaration(body: BodyLowering, id: string, isParameter: boolean): Result {
  const cell = body.scope.cellOf(id);
  const node = body.scope.others.get(id);
  if (cell !== null || !node || !body.types(node).isInteger) return { cell, integer: id };
  return isParameter || node.kind === 'FieldDecl'
    ? { cell: body.scope.byteCountCell(id), weak: true, integer: id }
    : { cell: null, integer: id };
}

/** The format read or written when this type is used as one number. */
function elementFormat(facts: TypeFacts): Format | null {
  return facts.shape === 'scalar' || facts.shape === 'reference' ? facts.format : null;
}

function lowerMember(body: BodyLowering, node: AstNode): Result {
  const base = children(node)[0];
  const object = base ? lower(body, base) : NONE;
  const id = node.referencedMemberDecl ?? '';
  const method = body.scope.functions.get(id);
  if (method !== undefined) return { ...object, function: method };
  const field = body.scope.sites.get(id);
  if (field !== undefined) return { cell: field, site: field, format: elementFormat(body.types(node)) };
  const facts = body.types(node);
  // a component of a vector type, or something reached through a library object: it belongs to the object's memory
  if (facts.format !== null && object.cell !== null)
    return { cell: object.cell, site: object.site ?? null, format: elementFormat(facts) };
  const other = otherDeclaration(body, id, false);
  return {
    ...other,
    cell: other.cell ?? (node.type?.qualType.includes('bound member function') ? object.cell : null),
    site: object.site ?? null,
  };
}

function lowerUnary(body: BodyLowering, node: AstNode): Result {
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
      storeInto(body, operand, after, node);
      return { ...operand, value: node.isPostfix ? before : after };
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

export function takeFunctionAddress(body: BodyLowering, index: FunctionIndex, node: AstNode): void {
  body.builder.functions[index]!.addressTaken ??= body.place(node);
}

function lowerBinary(body: BodyLowering, node: AstNode): Result {
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
    const value = readValue(body, source, right);
    storeInto(body, target, value, node);
    return { ...target, value };
  }
  if (facts.isInteger) assignByteCount(body, target, source, node);
  else if (facts.isPointer || facts.shape === 'container') body.join(source.cell, target.cell, 'assigned', node);
  else if (facts.shape === 'vector') storeInto(body, target, readValue(body, source, right), node);
  return target;
}

function lowerCompoundAssignment(body: BodyLowering, node: AstNode): Result {
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
  if (targetFacts.format !== null) storeInto(body, target, after, node);
  return { ...target, value: targetFacts.format === null ? null : after };
}

/** `c ? a : b` read as a number: either value, and nothing that ties a's storage to b's; null for any other expression. */
export function chosenValue(body: BodyLowering, node: AstNode): ValueIndex | null {
  let at = node;
  while (at.kind === 'ParenExpr') at = children(at)[0]!;
  return at.kind === 'ConditionalOperator'
    ? (lowerConditional(body, { ...at, valueCategory: 'prvalue' }).value ?? null)
    : null;
}

function lowerConditional(body: BodyLowering, node: AstNode): Result {
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

function lowerSubscript(body: BodyLowering, node: AstNode): Result {
  const [first, second] = children(node);
  const a = lower(body, first!);
  const b = lower(body, second!);
  const base = body.types(first!).isPointer || body.types(first!).shape === 'array' || a.cell !== null ? a : b;
  return { cell: base.cell, site: base.site ?? null, format: elementFormat(body.types(node)) };
}

/** `sizeof(double)` is a byte count of whatever memory it ends up measuring; `sizeof x` follows x by itself. */
function lowerSizeof(body: BodyLowering, node: AstNode): Result {
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

function lowerNew(body: BodyLowering, node: AstNode): Result {
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

function lowerDefault(body: BodyLowering, node: AstNode): Result {
  const facts = body.types(node);
  body.unevaluated++;
  const inner = children(node)[0];
  const result = inner ? lower(body, inner) : NONE;
  body.unevaluated--;
  if (!isScalarValue(facts)) return { cell: result.cell };
  return {
    cell: null,
    value: body.add({ kind: 'literal', format: facts.format!, text: String(inner?.value ?? ''), place: NOWHERE }),
  };
}

/** A kind of expression with no rule of its own: its children are lowered, and its floating value is opaque. */
function lowerUnknown(body: BodyLowering, node: AstNode): Result {
  const results = children(node).map((child) => lower(body, child));
  const facts = body.types(node);
  const cell = results.find((result) => result.cell !== null)?.cell ?? null;
  if (!isScalarValue(facts)) return { cell: facts.isPointer ? cell : null };
  return {
    cell: null,
    value: body.add({
      kind: 'call',
      callee: node.kind,
      function: null,
      arguments: [],
      format: facts.format,
      place: body.place(node) ?? NOWHERE,
    }),
  };
}
