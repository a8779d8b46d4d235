/**
 * Calls of lambdas that are lowered after the call: the body of a template is lowered before the function that passes the lambda. Numbers are read at
 * the call; memory arguments are linked after all lambdas of the unit are known.
 */

import { isScalarValue } from '../../ast/c-types.js';
import type { AstNode } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { type Result, readValue } from '../expressions/results.js';
import { NOWHERE } from '../places.js';
import { type Argument, namesMemory } from './argument-memory.js';
import { passArguments } from './own-calls.js';

/** Whether a call is of a lambda that is a parameter of the enclosing function. */
export function callsLambda(object: AstNode | undefined): boolean {
  return /\(lambda at /.test(object?.type?.qualType ?? '');
}

export function deferLambdaCall(body: BodyLowering, node: AstNode, id: string, given: readonly Argument[]): Result {
  const { builder, scope } = body;
  const args = given.map(({ node: argument, result }) =>
    isScalarValue(body.types(argument))
      ? { node: argument, result: { ...result, value: readValue(body, result, argument) } }
      : { node: argument, result },
  );
  const place = body.place(node);
  const facts = body.types(node);
  const isNumber = isScalarValue(facts) && node.valueCategory === 'prvalue';
  const returned =
    isNumber || facts.isInteger ? null : builder.newCarrier('void-pointer', 'a lambda()', place?.range ?? null);
  scope.laterCalls.push(() => {
    const index = scope.functions.get(id);
    if (index === undefined) {
      const evidence = `a lambda at ${body.placeText(node)}`;
      for (const { node: argument, result } of args)
        if (result.cell !== null && namesMemory(body, argument))
          builder.freezeCell(result.cell, 'function-pointer', evidence);
      if (returned !== null) builder.freezeCell(returned, 'function-pointer', evidence);
      return;
    }
    if (body.owner !== null) builder.functions[body.owner]!.calls.add(index);
    const { call } = passArguments(body, index, args, node, null);
    const { returnSite, returnCarrier } = builder.functions[index]!;
    const parameter = returnSite ?? returnCarrier;
    if (returned !== null && parameter !== null && place)
      call.links.push({ cell: returned, parameter, kind: 'returned', place });
  });
  if (!isNumber) return { cell: returned, format: facts.shape === 'scalar' ? facts.format : null };
  const value = body.add({
    kind: 'call',
    callee: 'operator()',
    function: null,
    arguments: args.flatMap(({ result }) => result.value ?? []),
    format: facts.format,
    place: place ?? NOWHERE,
  });
  return { cell: null, value };
}
