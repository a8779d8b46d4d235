/** Methods and operators of library types. */

import type { OperationKind } from '../../../program/program.js';
import { isScalarValue } from '../../ast/c-types.js';
import type { AstNode } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { externalMemory, freezeStoredArguments } from '../expressions/external-memory.js';
import { NONE, type Result, readValue, storeInto } from '../expressions/results.js';
import { NOWHERE } from '../places.js';
import { type Argument, type Callee, namesMemory, noteArgumentStride } from './argument-memory.js';
import { freezeArgument, invokeThrough, linkCallables, startsThread } from './callables.js';
import { opaque } from './external-calls.js';

const OPERATOR_KINDS: Readonly<Record<string, OperationKind>> = {
  'operator+': 'add',
  'operator-': 'sub',
  'operator*': 'mul',
  'operator/': 'div',
  'operator+=': 'add',
  'operator-=': 'sub',
  'operator*=': 'mul',
  'operator/=': 'div',
};

/** Methods that take a number by reference and write to it. */
const WRITES_BACK = /^(?:compare_exchange_(?:weak|strong)|swap)$/;

/** Methods and operators of library types: arithmetic on halves and vectors, access to container elements, everything else by memory. */
export function callLibraryMember(
  body: BodyLowering,
  node: AstNode,
  callee: Callee,
  args: readonly Argument[],
): Result {
  const facts = body.types(node);
  const object = callee.object ?? args[0]?.result ?? NONE;
  const objectFacts = callee.object ? null : args[0] ? body.types(args[0].node) : null;
  const arithmetic = OPERATOR_KINDS[callee.name];
  const numeric = (f: typeof facts | null) =>
    f !== null &&
    f.format !== null &&
    !f.isPointer &&
    (f.shape === 'scalar' || f.shape === 'reference' || f.shape === 'vector');
  if (arithmetic && numeric(facts) && args.some(({ node: argument }) => numeric(body.types(argument)))) {
    const operands = args.map(({ node: argument, result }) => readValue(body, result, argument));
    const kind = arithmetic === 'sub' && args.length === 1 ? 'neg' : arithmetic;
    const value = body.operation({
      kind,
      symbol: callee.name.slice('operator'.length),
      node,
      at: callee.place,
      format: facts.format!,
      operands,
    });
    if (callee.name.endsWith('=')) storeInto(body, object, value, node);
    return callee.name.endsWith('=') ? { ...object, value } : { cell: null, value };
  }
  if (/^operator(?:<|>|<=|>=|==|!=)$/.test(callee.name) && numeric(objectFacts)) {
    const operands = args.map(({ node: argument, result }) => readValue(body, result, argument));
    body.operation({
      kind: 'compare',
      symbol: callee.name.slice('operator'.length),
      node,
      at: callee.place,
      format: objectFacts!.format!,
      operands,
    });
    return NONE;
  }
  if (callee.name === 'operator=' && numeric(objectFacts) && args[1]) {
    const value = readValue(body, args[1].result, args[1].node);
    storeInto(body, object, value, node);
    return { ...object, value };
  }
  const others = callee.object ? args : args.slice(1);
  if (others.length > 0 && startsThread(node, 0) && invokeThrough(body, node, others)) return NONE;
  linkCallables(body, node, others);
  if (callee.name === 'operator()') for (const argument of others) freezeArgument(body, node, argument);
  else if (object.cell === null) freezeStoredArguments(body, node, others);
  for (const { node: argument, result } of others) {
    noteArgumentStride(body, { node: argument, result });
    if (callee.name === 'operator>>' && isScalarValue(body.types(argument))) extractInto(body, node, argument, result);
    else if (isScalarValue(body.types(argument))) readValue(body, result, argument);
    if (namesMemory(body, argument) || WRITES_BACK.test(callee.name))
      body.join(object.cell, result.cell, 'argument', node);
  }
  if (isScalarValue(facts) && node.valueCategory === 'prvalue') {
    const holder = object.site ?? null;
    // `o.value_or(1)`: an element by value
    if (holder !== null && callee.object && body.builder.sites[holder]!.format === facts.format)
      return {
        cell: null,
        value: body.add({ kind: 'load', site: holder, format: facts.format!, place: body.place(node) ?? NOWHERE }),
      };
    return opaque(body, node, callee, others);
  }
  if (facts.isInteger) return NONE;
  if (object.cell === null) return externalMemory(body, node, callee.name);
  return {
    cell: object.cell,
    site: object.site ?? null,
    format: facts.shape === 'scalar' || facts.shape === 'reference' ? facts.format : null,
  };
}

/** `in >> x`: a number from input, in the format of x. */
function extractInto(body: BodyLowering, node: AstNode, target: AstNode, result: Result): void {
  const { format } = body.types(target);
  const place = body.place(node) ?? NOWHERE;
  const value = body.add({ kind: 'call', callee: 'operator>>', function: null, arguments: [], format, place });
  storeInto(body, result, value, node);
}
