/** Calls through pointers: arguments share their formats with the parameters of all functions of the pointer's type (pointer-types.ts). */
import type { ValueIndex } from '../../../program/program.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { freezeStoredArguments, holdsUntyped } from '../expressions/external-memory.js';
import { type Result, readValue } from '../expressions/results.js';
import { NOWHERE } from '../places.js';
import { type Argument, namesMemory } from './argument-memory.js';
import { callExternal, freezePassedMemory, readNumberArgument } from './external-calls.js';
import type { PointerType } from './pointer-types.js';

const POINTER = 'a function pointer';

export function callThroughPointer(body: BodyLowering, node: AstNode, args: readonly Argument[]): Result {
  const { builder, scope } = body;
  const type = builder.pointerTypes.of(scope, children(node)[0]?.type);
  if (!type) return callExternal(body, node, POINTER, args, 'function-pointer');
  const isHosts = body.owner !== null && builder.functions[body.owner]!.kind === 'host';
  if (body.initialised !== null || !isHosts)
    builder.pointerTypes.close(
      type,
      `the function is called through the pointer ${isHosts ? 'before main' : 'in device code'} at ${body.placeText(node)}`,
    );
  scope.pointerCalls.set(node.id, type);
  type.calls.push({
    scope,
    node,
    caller: body.owner,
    keep: (why) => {
      for (const given of args) {
        freezePassedMemory(body, given, 'function-pointer', `${POINTER} at ${body.placeText(node)}; ${why}`);
        if (given.result.cell !== null && namesMemory(body, given.node)) builder.traversed.add(given.result.cell);
      }
    },
  });
  const values = args.flatMap((given, position) => pass(body, type, given, position) ?? []);
  const facts = body.types(node);
  const { result } = type;
  const isNumber = result.isNumber && node.valueCategory === 'prvalue';
  if (isNumber || values.length > 0) {
    const value = body.add({
      kind: 'call',
      callee: POINTER,
      function: null,
      arguments: values,
      format: isNumber ? facts.format : null,
      place: body.place(node) ?? NOWHERE,
    });
    body.isValueOf(node, value);
    if (isNumber) return { cell: null, value };
  }
  return { cell: result.cell, format: facts.shape === 'scalar' ? facts.format : null };
}

/** A number passed by value; null for anything else. */
function pass(body: BodyLowering, type: PointerType, given: Argument, position: number): ValueIndex | null {
  const { node: argument, result } = given;
  const parameter = type.parameters[position];
  if (parameter?.isNumber) return readValue(body, result, argument);
  if (!parameter || parameter.cell === null) readNumberArgument(body, given);
  else body.join(result.cell, parameter.cell, 'argument', argument);
  if (holdsUntyped(body, argument)) freezeStoredArguments(body, argument, [given]);
  return null;
}
