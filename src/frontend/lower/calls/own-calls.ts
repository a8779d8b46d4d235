/** Calls of the program's own functions: arguments are linked to parameters, and the result to the call. */

import type { Place } from '../../../program/place.js';
import type { CellIndex, FunctionIndex, ValueIndex } from '../../../program/program.js';
import { isScalarValue } from '../../ast/c-types.js';
import type { AstNode } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import type { OwnCall } from '../drafts.js';
import { freezeStoredArguments, holdsUntyped } from '../expressions/external-memory.js';
import { NONE, type Result, readValue } from '../expressions/results.js';
import { isZero } from '../memory/byte-counts.js';
import { recordSites } from '../memory/record-sites.js';
import { NOWHERE } from '../places.js';
import { explicitArguments } from '../templates/template-parameters.js';
import type { Argument, Callee } from './argument-memory.js';

export function callOwnFunction(
  body: BodyLowering,
  node: AstNode,
  callee: Callee,
  index: FunctionIndex,
  args: readonly Argument[],
): Result {
  const draft = body.builder.functions[index]!;
  if (body.owner !== null) body.builder.functions[body.owner]!.calls.add(index);
  const { call, values } = passArguments(body, index, args, node, callee.place);
  const facts = body.types(node);
  const isNumber = isScalarValue(facts) && node.valueCategory === 'prvalue';
  const value =
    isNumber || values.length > 0
      ? body.add({
          kind: 'call',
          callee: draft.name,
          function: index,
          arguments: values,
          format: isNumber ? facts.format : null,
          place: body.place(node) ?? NOWHERE,
        })
      : null;
  if (isNumber) return { cell: null, value };
  const returned = draft.returnSite ?? draft.returnCarrier;
  if (returned === null || (facts.isInteger && node.valueCategory !== 'prvalue')) return NONE;
  const format = facts.shape === 'scalar' ? facts.format : null; // a reference to one number
  return { cell: returnedCell(body, node, call, returned), site: draft.returnSite, format };
}

/** The result of one call has its own cell, because another call of the function may return other memory. */
function returnedCell(body: BodyLowering, node: AstNode, call: OwnCall, returned: CellIndex): CellIndex {
  const place = body.place(node);
  if (!place) return returned;
  const { name } = body.builder.functions[call.callee]!;
  const isCount = body.types(node).isInteger;
  const what = isCount ? 'byte-count' : 'void-pointer';
  const cell = body.builder.newCarrier(what, `${name}() at ${body.placeText(node)}`, place.range);
  if (isCount) call.links.push({ cell, parameter: returned, kind: 'byte-count', place, isResult: true });
  else call.links.push({ cell, parameter: returned, kind: 'returned', place });
  return cell;
}

/** Links pointer and reference arguments to their parameters; returns the floating-point values passed. */
export function passArguments(
  body: BodyLowering,
  index: FunctionIndex,
  args: readonly Argument[],
  node: AstNode,
  named: Place | null,
): { call: OwnCall; values: ValueIndex[] } {
  const { builder } = body;
  const { parameters, name, returnSite } = builder.functions[index]!;
  if (body.initialised !== null && returnSite !== null) builder.freeze(returnSite, 'starting-value', body.initialised);
  const values: ValueIndex[] = [];
  const { links, explicitTypes } = explicitArguments(body, index, named);
  const isEdited = body.initialised === null && body.unevaluated === 0;
  const call: OwnCall = {
    caller: body.owner,
    callee: index,
    links: [...links],
    place: body.place(node),
    explicitTypes,
    isEdited,
  };
  builder.ownCalls.push(call);
  const untyped = body.scope.parameterIds.get(index) ?? [];
  const link = (cell: CellIndex | null, parameter: CellIndex | null, kind: 'argument' | 'byte-count', at: AstNode) => {
    const place = body.place(at);
    if (parameter !== null && place && (cell !== null || kind === 'byte-count'))
      call.links.push({ cell, parameter, kind, place });
  };
  args.forEach(({ node: argument, result }, position) => {
    const parameter = parameters[position] ?? null;
    const { cell } = result;
    if (parameter === null) {
      const facts = body.types(argument);
      const id = untyped[position];
      if (id !== undefined && facts.isInteger) {
        if (!isZero(body, argument)) link(cell, body.scope.byteCountCell(id), 'byte-count', argument);
      } else if (id !== undefined && cell !== null) {
        link(cell, body.scope.cellOf(id), 'argument', argument);
        if (holdsUntyped(body, argument)) freezeStoredArguments(body, argument, [{ node: argument, result }]);
        builder.passedMemory.push({ function: index, cell, place: body.place(node) });
      }
      const record = facts.format === null ? recordSites(body.scope, argument.type) : null;
      for (const fieldCell of record ? [...record.values, ...record.pointers, ...record.untyped] : [])
        builder.passedMemory.push({ function: index, cell: fieldCell, place: body.place(node) });
      if (position >= parameters.length && facts.isPointer) {
        const evidence = `${name} at ${body.placeText(node)}`;
        if (cell !== null) builder.freezeCell(cell, 'variadic', evidence);
        for (const fieldCell of record ? [...record.values, ...record.pointers, ...record.untyped] : [])
          builder.freezeCell(fieldCell, 'variadic', evidence);
      }
      return;
    }
    const { shape } = builder.sites[parameter]!;
    if (shape === 'scalar' || shape === 'vector') {
      const value = readValue(body, result, argument);
      if (value !== null) values.push(value);
    } else {
      link(cell, parameter, 'argument', argument);
      if (cell !== null) builder.passedMemory.push({ function: index, cell, place: body.place(node) });
    }
  });
  return { call, values };
}
