/**
 * The lowering rules, one for each kind of expression; they call `body.lower(node)` for operands. The children of unlisted kinds are lowered too, so
 * that nothing is missed.
 */
import { isScalarValue } from '../../ast/c-types.js';
import { ignoringParens } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { lowerCall } from '../calls/calls.js';
import { callExternal } from '../calls/external-calls.js';
import { viewAsBytes } from '../memory/record-views.js';
import { NOWHERE } from '../places.js';
import { lowerCast } from './casts.js';
import { lowerCompoundLiteral, lowerNew } from './compound-literals-and-new.js';
import { externalMemory, lowerVariadicArgument } from './external-memory.js';
import { lowerConstruction, lowerInitialiser, lowerListObject } from './initialisers.js';
import { lowerLambda } from './lambdas.js';
import { lowerBinary, lowerCompoundAssignment, lowerConditional, lowerUnary, stepPointer } from './operators.js';
import { elementFormat, literal, NONE, type Result, readValue, takeFunctionAddress } from './results.js';
import { lowerSizeof } from './spelled-types.js';
import { freezeTypeQuery, freezeTypeQueryByText } from './type-queries.js';

/** Long because it is the one list of all kinds of expression, with one or two lines for each. */
export function lowerExpression(body: BodyLowering, node: AstNode): Result {
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
      viewAsBytes(
        body,
        node,
        children(node).map((child) => ({ node: child, result: NONE })),
      );
      return lowerCast(body, node);
    case 'ParenExpr':
    case 'ExprWithCleanups':
    case 'MaterializeTemporaryExpr':
    case 'CXXBindTemporaryExpr':
    case 'SubstNonTypeTemplateParmExpr':
    case 'CXXRewrittenBinaryOperator':
      return body.lower(children(node).at(-1) ?? node);
    case 'ConstantExpr': {
      body.constants++;
      const result = body.lower(children(node).at(-1) ?? node);
      body.constants--;
      return result;
    }
    case 'CXXStdInitializerListExpr':
      return lowerListObject(body, node);
    case 'ArrayInitLoopExpr': // an array copied element by element
      return body.lower(children(children(node)[0]!)[0] ?? node);
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
    case 'AtomicExpr': // `__atomic_load(&x, &old, order)` copies bytes of any type
      return callExternal(
        body,
        node,
        node.name ?? 'an atomic built-in',
        children(node).map((child) => ({ node: child, result: body.lower(child) })),
        'escapes',
      );
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
    case 'CoyieldExpr':
    case 'CoawaitExpr':
      return children(node).reduce((_, child) => body.lower(child), NONE);
    case 'VAArgExpr':
      return lowerVariadicArgument(body, node, () => lowerUnknown(body, node));
    case 'CXXThrowExpr':
      return lowerThrow(body, node);
    case 'CXXTypeidExpr':
      freezeTypeQuery(body, node, node);
      freezeTypeQueryByText(body, node);
      return NONE;
    case 'GenericSelectionExpr':
      if (children(node)[0]) freezeTypeQuery(body, children(node)[0]!, node);
      return lowerUnknown(body, { ...node, inner: children(node).slice(1) }); // the controlling expression is not evaluated
    case 'TypeTraitExpr':
    case 'CXXNoexceptExpr':
      freezeTypeQueryByText(body, node);
      return NONE;
    default:
      return lowerUnknown(body, node);
  }
}

/** A thrown number is converted back to its type first; a pointer or a container cannot be converted. */
function lowerThrow(body: BodyLowering, node: AstNode): Result {
  const thrown = children(node)[0];
  if (!thrown) return NONE; // rethrows the caught value
  const result = body.lower(thrown);
  if (isScalarValue(body.types(thrown))) readValue(body, result, thrown);
  else if (result.cell !== null) body.builder.freezeCell(result.cell, 'thrown', body.placeText(node));
  return NONE;
}

/** A constant outside fp32's range becomes infinity or zero when its user is lowered. */
function warnOfSentinel(body: BodyLowering, node: AstNode): void {
  const size = Math.abs(Number(node.value));
  const narrowed = Math.fround(size);
  if (Number.isFinite(narrowed) && (size === 0 || narrowed !== 0)) return;
  const place = body.place(node);
  if (!place || !body.recordsProgram) return;
  body.builder.warnings.push({
    code: 'sentinel',
    text: `${body.builder.places.text(place.range)} is ${size > 1 ? 'above' : 'below'} the range of fp32`,
    place,
  });
}

function lowerReference(body: BodyLowering, node: AstNode): Result {
  freezeTypeQueryByText(body, node);
  const id = node.referencedDecl?.id ?? '';
  const known = body.scope.functions.get(id);
  if (known !== undefined) {
    takeFunctionAddress(body, known, node); // named without being called; a call handles its callee itself
    return { cell: null, function: known };
  }
  const site = body.scope.sites.get(id);
  if (site === undefined) return otherDeclaration(body, id, node.referencedDecl?.kind === 'ParmVarDecl');
  return { cell: site, site, format: elementFormat(body.types(node)) };
}

/**
 * A declaration without a floating-point type. An untyped pointer refers to memory; an integer may be a byte count if one was assigned to it, or if
 * it is a parameter, a field or a global.
 */
function otherDeclaration(body: BodyLowering, id: string, isParameter: boolean): Result {
  const { scope } = body;
  const node = scope.others.get(id);
  if (!node || !body.types(node).isInteger) return { cell: scope.cellOf(id), integer: id };
  if (scope.integers.has(id)) return { cell: null, integer: id };
  const mayCount = scope.byteCounts.has(id) || isParameter || !scope.localTo.has(id);
  return { cell: mayCount ? scope.byteCountCell(id) : null, integer: id };
}

function lowerMember(body: BodyLowering, node: AstNode): Result {
  const base = children(node)[0];
  const object = base ? body.lower(base) : NONE;
  const id = node.referencedMemberDecl ?? '';
  const method = body.scope.functions.get(id);
  if (method !== undefined) return { ...object, function: method };
  const field = body.scope.sites.get(id);
  if (field !== undefined) return { cell: field, site: field, format: elementFormat(body.types(node)) };
  const facts = body.types(node);
  // a vector component, or an element reached through a library object, belongs to the object's memory
  if (facts.format !== null && object.cell !== null)
    return { cell: object.cell, site: object.site ?? null, format: elementFormat(facts) };
  const other = otherDeclaration(body, id, false);
  if (other.cell === null && !body.scope.others.has(id) && (facts.isPointer || facts.shape === 'array'))
    return externalMemory(body, node, node.name ?? '');
  return {
    ...other,
    cell: other.cell ?? (node.type?.qualType.includes('bound member function') ? object.cell : null),
    site: object.site ?? null,
  };
}

function lowerSubscript(body: BodyLowering, node: AstNode): Result {
  const [first, second] = children(node);
  const a = body.lower(first!);
  const b = body.lower(second!);
  const isFirst = body.types(first!).isPointer || body.types(first!).shape === 'array' || a.cell !== null;
  const [base, step, baseNode, stepNode] = isFirst ? [a, b, first!, second!] : [b, a, second!, first!];
  const facts = body.types(baseNode);
  if (facts.isUntypedPointer || !isArrayName(baseNode)) stepPointer(body, facts, base.cell, step, stepNode);
  return { cell: base.cell, site: base.site ?? null, format: elementFormat(body.types(node)) };
}

/** `a[i]` of a named array stays inside the array. */
function isArrayName(node: AstNode): boolean {
  return ignoringParens(node).castKind === 'ArrayToPointerDecay';
}

function lowerDefault(body: BodyLowering, node: AstNode): Result {
  const facts = body.types(node);
  body.unevaluated++;
  const inner = children(node)[0];
  const result = inner ? body.lower(inner) : NONE;
  body.unevaluated--;
  if (!isScalarValue(facts)) return { cell: result.cell };
  return {
    cell: null,
    value: body.add({ kind: 'literal', format: facts.format!, text: String(inner?.value ?? ''), place: NOWHERE }),
  };
}

/** An expression without a rule: its children are lowered, and its value is opaque. */
function lowerUnknown(body: BodyLowering, node: AstNode): Result {
  const results = children(node).map((child) => body.lower(child));
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
