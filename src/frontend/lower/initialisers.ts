import { isScalarValue } from '../ast/c-types.js';
import { type AstNode, children } from '../ast/node.js';
import { assignCount } from './byte-counts.js';
import { namesMemory, walkGivenPointer } from './calls.js';
import { lower, NONE, type Result, readValue, storeInto } from './expressions.js';
import type { BodyLowering } from './function-body.js';
import { passArguments } from './own-calls.js';
import { mentionType } from './type-mentions.js';

/** What is being initialised: storage, or a carrier of memory; `declared` is its declaration where it has one. */
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
  const result = lower(body, node);
  const facts = target.declared ? body.types(target.declared) : body.types(node);
  const shape =
    target.site !== null && target.site !== undefined ? body.builder.sites[target.site]!.shape : facts.shape;
  if (shape === 'scalar' && isScalarValue(facts))
    storeInto(body, target, readValue(body, result, node), target.declared ?? node);
  else if (shape === 'vector') storeInto(body, target, readValue(body, result, node), target.declared ?? node);
  else if (facts.isInteger && target.declared)
    assignCount(body, { cell: null, integer: target.declared.id }, result, node, node);
  else body.join(result.cell, target.cell, 'assigned', node);
  return result;
}

/** `{a, b, c}`: the elements of an array, or a record's fields in order. */
function lowerList(body: BodyLowering, target: Target, node: AstNode): Result {
  const facts = body.types(node);
  const elements = children(node);
  const info = facts.format === null ? body.scope.recordOf(node.type) : null;
  if (info) {
    elements.forEach((element, position) => {
      const field = info.fields[position];
      if (!field) {
        lower(body, element);
        return;
      }
      const site = info.sites[position] ?? null;
      lowerInitialiser(body, { site, cell: site ?? body.scope.cellOf(field.id), declared: field }, element);
    });
    return NONE;
  }
  for (const element of elements) {
    if (element.kind === 'InitListExpr') lowerList(body, target, element);
    else {
      const result = lower(body, element);
      if (isScalarValue(body.types(element))) storeInto(body, target, readValue(body, result, element), element);
      else if (body.types(element).isPointer) body.join(result.cell, target.cell, 'assigned', element);
      if (facts.shape === 'container') walkGivenPointer(body, { node: element, result });
    }
  }
  return { cell: target.cell ?? null };
}

/** Constructor calls: of the program's own records by parameter; a container made from another shares its format. */
export function lowerConstruction(body: BodyLowering, node: AstNode): Result {
  const args = children(node).map((argument) => ({ node: argument, result: lower(body, argument) }));
  const facts = body.types(node);
  const constructed = facts.record ? constructorOf(body, facts.record, node) : undefined;
  if (constructed !== undefined) {
    if (body.owner !== null) body.builder.functions[body.owner]!.calls.add(constructed);
    passArguments(body, constructed, args, node, null);
    return NONE;
  }
  for (const { node: argument, result } of args)
    if (isScalarValue(body.types(argument))) readValue(body, result, argument);
  if (facts.format !== null && (facts.shape === 'scalar' || facts.shape === 'vector')) {
    const [only] = args; // a copy, or a conversion into a half type
    return args.length === 1 && only ? only.result : NONE;
  }
  if (facts.format === null) return NONE;
  // another container, or pointers to what it is to hold: `device_ptr<double>(p)`, `vector<double>(p, p + n)`
  const [first, ...others] = args.filter(
    ({ node: argument, result }) => result.cell !== null && namesMemory(body, argument),
  );
  for (const argument of args) walkGivenPointer(body, argument);
  for (const other of others) body.join(first!.result.cell, other.result.cell, 'argument', node);
  const cell = first?.result.cell ?? null;
  return node.kind === 'CXXTemporaryObjectExpr' ? mentionType(body, node, { cell }) : { cell };
}

function constructorOf(body: BodyLowering, record: string, node: AstNode): number | undefined {
  const type = (node.ctorType as { qualType: string } | undefined)?.qualType;
  const info = body.scope.record(record);
  return body.scope.constructors.get(`${(info?.name ?? record).replace(/<.*>/s, '')} ${type}`);
}
