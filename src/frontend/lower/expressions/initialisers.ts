import { isScalarValue } from '../../ast/c-types.js';
import { isImplicit } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { namesMemory, noteArgumentStride } from '../calls/argument-memory.js';
import { freezeArgument, invokeThrough, linkCallables, lowerCallback, makesThread } from '../calls/callables.js';
import { freezeReferredTo } from '../calls/library-calls.js';
import { passArguments } from '../calls/own-calls.js';
import { assignCount } from '../memory/byte-counts.js';
import { freezeStoredArguments, holdsUntyped, isLibraryType } from './external-memory.js';
import { NONE, type Result, readValue, storeInto } from './results.js';
import { mentionType } from './spelled-types.js';

/** The initialised storage or carrier of memory; `declared` is its declaration, if any. */
export type Target = Pick<Result, 'site' | 'cell' | 'declared'>;

export function lowerInitialiser(body: BodyLowering, target: Target, node: AstNode): Result {
  if (
    node.kind === 'ExprWithCleanups' ||
    (node.kind === 'ParenExpr' && children(node)[0]?.kind === 'InitListExpr') ||
    node.kind === 'CompoundLiteralExpr'
  ) {
    return lowerInitialiser(body, target, children(node)[0]!);
  }
  if (node.kind === 'InitListExpr') return lowerList(body, target, node);
  const result = body.lower(node);
  const facts = target.declared ? body.types(target.declared) : body.types(node);
  const shape =
    target.site !== null && target.site !== undefined ? body.builder.sites[target.site]!.shape : facts.shape;
  if (shape === 'scalar' && isScalarValue(facts))
    storeInto(body, target, readValue(body, result, node), target.declared ?? node);
  else if (shape === 'vector') storeInto(body, target, readValue(body, result, node), target.declared ?? node);
  else if (facts.isInteger && target.declared)
    assignCount(body, { cell: null, integer: target.declared.id }, result, node, node);
  else if (holdsUntyped(body, node) && !isLoopRange(node, target.declared))
    freezeStoredArguments(body, node, [{ node, result }]);
  else body.join(result.cell, target.cell, 'assigned', node);
  return result;
}

/** `{a, b, c}`: the elements of an array, or the fields of a record in order. */
function lowerList(body: BodyLowering, target: Target, node: AstNode): Result {
  const facts = body.types(node);
  const elements = children(node);
  const info = facts.format === null ? body.scope.recordOf(node.type) : null;
  if (info) {
    elements.forEach((element, position) => {
      const field = info.fields[position];
      if (!field) {
        body.lower(element);
        return;
      }
      const site = info.sites[position] ?? null;
      lowerInitialiser(body, { site, cell: site ?? body.scope.cellOf(field.id), declared: field }, element);
    });
    return NONE;
  }
  let cell = target.cell ?? null;
  const keeps = holdsUntyped(body, node);
  for (const element of elements) {
    if (element.kind === 'InitListExpr') {
      const result = lowerList(body, { ...target, cell }, element);
      if (keeps) freezeStoredArguments(body, node, [{ node: element, result }]);
      cell ??= result.cell;
    } else {
      const result = body.lower(element);
      if (isScalarValue(body.types(element))) storeInto(body, target, readValue(body, result, element), element);
      else if (keeps) freezeStoredArguments(body, node, [{ node: element, result }]);
      else if (body.types(element).isPointer || body.types(element).format !== null) {
        body.join(result.cell, cell, 'assigned', element);
        cell ??= result.cell;
      }
      if (facts.shape === 'container') noteArgumentStride(body, { node: element, result });
    }
  }
  return { cell };
}

/** `std::initializer_list`: pointers without a declared target type are elements of an unnamed array. */
export function lowerListObject(body: BodyLowering, node: AstNode): Result {
  const list = listOf(node);
  if (!list || !body.types(list).isUntypedPointer) return body.lower(children(node).at(-1) ?? node);
  const cell = body.builder.newCarrier('void-pointer', '', body.place(node)?.range ?? null);
  body.builder.untypedPointers.add(cell);
  return lowerList(body, { cell }, list);
}

function listOf(node: AstNode): AstNode | null {
  if (node.kind === 'InitListExpr') return node;
  const inner = children(node).at(-1);
  return inner && (isImplicit(node) || node.kind === 'CXXStdInitializerListExpr') ? listOf(inner) : null;
}

/** `for (void *memory : {a, b})`: the list is only used by the loop. */
function isLoopRange(node: AstNode, declared: AstNode | undefined): boolean {
  return declared?.isImplicit === true && listOf(node) !== null;
}

/** Constructor calls: arguments of the program's own records are linked to parameters; a container created from another shares its format. */
export function lowerConstruction(body: BodyLowering, node: AstNode): Result {
  const facts = body.types(node);
  const isThread = makesThread(facts.record ?? '');
  const args = children(node).map((argument, position) => ({
    node: argument,
    result: isThread && position === 0 ? lowerCallback(body, argument) : body.lower(argument),
  }));
  const constructed = facts.record ? constructorOf(body, facts.record, node) : undefined;
  if (constructed !== undefined) {
    if (body.owner !== null) body.builder.functions[body.owner]!.calls.add(constructed);
    passArguments(body, constructed, args, node, null);
    return NONE;
  }
  for (const { node: argument, result } of args)
    if (isScalarValue(body.types(argument))) readValue(body, result, argument);
  if (facts.format !== null && (facts.shape === 'scalar' || facts.shape === 'vector')) {
    const [only] = args; // a copy, or a conversion to a half type
    return args.length === 1 && only ? only.result : NONE;
  }
  if (isLibraryType(body, node)) {
    if (isThread) {
      if (!invokeThrough(body, node, args) && args.length > 1)
        for (const argument of args) freezeArgument(body, node, argument);
    } else {
      linkCallables(body, node, args);
      freezeReferredTo(body, node, facts.record ?? node.type?.qualType ?? '', args);
      if (facts.format === null) freezeStoredArguments(body, node, args);
    }
  }
  if (facts.format === null) return NONE;
  // another container, or pointers to its contents: `device_ptr<double>(p)`, `vector<double>(p, p + n)`
  const [first, ...others] = args.filter(
    ({ node: argument, result }) => result.cell !== null && namesMemory(body, argument),
  );
  for (const argument of args) noteArgumentStride(body, argument);
  for (const other of others) body.join(first!.result.cell, other.result.cell, 'argument', node);
  const cell = first?.result.cell ?? null;
  return node.kind === 'CXXTemporaryObjectExpr' ? mentionType(body, node, { cell }) : { cell };
}

function constructorOf(body: BodyLowering, record: string, node: AstNode): number | undefined {
  const type = node.ctorType?.qualType;
  const info = body.scope.record(record);
  return body.scope.constructors.get(`${(info?.name ?? record).replace(/<.*>/s, '')} ${type}`);
}
