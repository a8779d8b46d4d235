/**
 * Lowers expressions. A Result is what an expression stands for: a floating value, the storage it names, the memory it points
 * to, or the function it is. Everything not listed still has its children lowered, so that nothing inside is missed.
 */
import type { Format } from '../../../numerics/format.js';
import type { CellIndex, FunctionIndex, SiteIndex, ValueIndex } from '../../../program/program.js';
import { isScalarValue, type TypeFacts } from '../../ast/c-types.js';
import { type AstNode, children } from '../../ast/node.js';
import { type BodyLowering, NOWHERE } from '../body/function-body.js';
import { lowerCall } from '../calls/calls.js';
import { seeAsBytes } from '../memory/record-views.js';
import { freezeAskedByText, freezeAskedIn } from './asked-types.js';
import { lowerCast } from './casts.js';
import { lowerConstruction, lowerInitialiser } from './initialisers.js';
import { lowerLambda } from './lambdas.js';
import { lowerVariadicArgument, madeElsewhere } from './made-elsewhere.js';
import { lowerBinary, lowerCompoundAssignment, lowerConditional, lowerUnary, stepPointer } from './operators.js';
import { lowerCompoundLiteral, lowerNew, lowerSizeof } from './type-mentions.js';

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
  /** Id of the integer variable named, which becomes a byte count when one is assigned to it. */
  readonly integer?: string;
  readonly declared?: AstNode;
  /** Code that we do not see has made what it leads to, or keeps what is put there. */
  readonly isUnseen?: true;
}

export const NONE: Result = { cell: null };

export function lower(body: BodyLowering, node: AstNode): Result {
  const result = lowerNode(body, node);
  if (result.value !== undefined && result.value !== null) body.isValueOf(node, result.value);
  return result;
}

function lowerNode(body: BodyLowering, node: AstNode): Result {
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
      return lowerCast(body, node);
    case 'BuiltinBitCastExpr':
      seeAsBytes(
        body,
        node,
        children(node).map((child) => ({ node: child, result: NONE })),
      );
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
    case 'ArrayInitLoopExpr': // an array that is copied, element by element
      return lower(body, children(children(node)[0]!)[0] ?? node);
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
    case 'CompoundLiteralExpr':
      return lowerCompoundLiteral(body, node);
    case 'InitListExpr':
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
    case 'VAArgExpr':
      return lowerVariadicArgument(body, node, () => lowerUnknown(body, node));
    case 'CXXThrowExpr':
      return lowerThrow(body, node);
    case 'CXXTypeidExpr':
      freezeAskedIn(body, node, node);
      freezeAskedByText(body, node);
      return NONE;
    case 'GenericSelectionExpr':
      if (children(node)[0]) freezeAskedIn(body, children(node)[0]!, node);
      return lowerUnknown(body, { ...node, inner: children(node).slice(1) }); // what it goes by is not evaluated
    case 'TypeTraitExpr':
    case 'CXXNoexceptExpr':
      freezeAskedByText(body, node);
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
  const holder = result.site ?? null;
  // a pair of a float and a double is one site, which has the format of neither
  const site = holder !== null && holdsSeveralFormats(body, holder, format) ? null : holder;
  if (site !== null && body.starts !== null) body.builder.freeze(site, 'starting-value', body.starts);
  if (site !== null && body.promoted.has(site)) return body.read(site);
  return body.add({ kind: 'load', site, format, place: body.place(node) ?? NOWHERE });
}

function holdsSeveralFormats({ builder }: BodyLowering, site: SiteIndex, format: Format): boolean {
  const holder = builder.sites[site]!;
  // nor is it known of a library's own numbers
  return (
    holder.format !== format && holder.frozen.some(({ code }) => /^(?:several-formats|library-arithmetic)$/.test(code))
  );
}

/** `target = value` for one number: a definition of a promoted variable or a store to memory; the value as it is stored. */
export function storeInto(
  body: BodyLowering,
  target: Result,
  value: ValueIndex | null,
  node: AstNode,
): ValueIndex | null {
  return value === null ? null : body.store(target.site ?? null, value, node);
}

export function literal(body: BodyLowering, node: AstNode, format: Format | null, text?: string): ValueIndex | null {
  if (format === null) return null;
  const place = body.place(node) ?? NOWHERE;
  const written =
    text ?? (place === NOWHERE ? String(node.value ?? '') : body.builder.places.text(place.spelling ?? place.range));
  return body.add({ kind: 'literal', format, text: written, place });
}

/** A number is converted back before it is thrown; a pointer or a container cannot be. */
function lowerThrow(body: BodyLowering, node: AstNode): Result {
  const thrown = children(node)[0];
  if (!thrown) return NONE; // what was caught is thrown on
  const result = lower(body, thrown);
  if (isScalarValue(body.types(thrown))) readValue(body, result, thrown);
  else if (result.cell !== null) body.builder.freezeCell(result.cell, 'thrown', body.placeText(node));
  return NONE;
}

/** A constant outside fp32's range becomes infinity or zero when its user is narrowed. */
function warnOfSentinel(body: BodyLowering, node: AstNode): void {
  const size = Math.abs(Number(node.value));
  const narrowed = Math.fround(size);
  if (Number.isFinite(narrowed) && (size === 0 || narrowed !== 0)) return;
  const place = body.place(node);
  if (!place || !body.recordsProgram) return;
  body.builder.warnings.push({
    code: 'sentinel',
    text: `${body.builder.places.text(place.range)} is ${size > 1 ? 'beyond' : 'below'} the range of fp32`,
    place,
  });
}

function lowerReference(body: BodyLowering, node: AstNode): Result {
  freezeAskedByText(body, node);
  const id = node.referencedDecl?.id ?? '';
  const known = body.scope.functions.get(id);
  if (known !== undefined) {
    takeFunctionAddress(body, known, node); // named, and not called: a call looks its callee up by itself
    return { cell: null, function: known };
  }
  const site = body.scope.sites.get(id);
  if (site === undefined) return otherDeclaration(body, id, node.referencedDecl?.kind === 'ParmVarDecl');
  return { cell: site, site, format: elementFormat(body.types(node)) };
}

/**
 * A declaration without a floating base: an untyped pointer carries memory; an integer may carry a byte count if one was put into it
 * before, or if it comes from elsewhere: a parameter, a field, a global.
 */
function otherDeclaration(body: BodyLowering, id: string, isParameter: boolean): Result {
  const { scope } = body;
  const node = scope.others.get(id);
  if (!node || !body.types(node).isInteger) return { cell: scope.cellOf(id), integer: id };
  if (scope.integers.has(id)) return { cell: null, integer: id };
  const mayCount = scope.byteCounts.has(id) || isParameter || !scope.localTo.has(id);
  return { cell: mayCount ? scope.byteCountCell(id) : null, integer: id };
}

/** The format read or written when this type is used as one number. */
export function elementFormat(facts: TypeFacts): Format | null {
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
  if (other.cell === null && !body.scope.others.has(id) && (facts.isPointer || facts.shape === 'array'))
    return madeElsewhere(body, node, node.name ?? '');
  return {
    ...other,
    cell: other.cell ?? (node.type?.qualType.includes('bound member function') ? object.cell : null),
    site: object.site ?? null,
  };
}

export function takeFunctionAddress(body: BodyLowering, index: FunctionIndex, node: AstNode): void {
  body.builder.functions[index]!.addressTaken ??= body.place(node);
}

function lowerSubscript(body: BodyLowering, node: AstNode): Result {
  const [first, second] = children(node);
  const a = lower(body, first!);
  const b = lower(body, second!);
  const isFirst = body.types(first!).isPointer || body.types(first!).shape === 'array' || a.cell !== null;
  const [base, step, baseNode, stepNode] = isFirst ? [a, b, first!, second!] : [b, a, second!, first!];
  const facts = body.types(baseNode);
  if (facts.isUntypedPointer || !isArrayName(baseNode)) stepPointer(body, facts, base.cell, step, stepNode);
  return { cell: base.cell, site: base.site ?? null, format: elementFormat(body.types(node)) };
}

/** `a[i]` of an array that is named there stays within it. */
function isArrayName(node: AstNode): boolean {
  return node.kind === 'ParenExpr'
    ? isArrayName(children(node)[0]!)
    : node.kind === 'ImplicitCastExpr' && node.castKind === 'ArrayToPointerDecay';
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
