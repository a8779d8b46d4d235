/** Library calls that allocate, copy, fill or free memory. */
import type { TransferDirection } from '../../program/program.js';
import { isScalarValue } from '../ast/c-types.js';
import { type AstNode, children } from '../ast/node.js';
import type { Argument } from './calls.js';
import { type Result, readValue } from './expressions.js';
import type { BodyLowering } from './function-body.js';
import * as library from './library.js';

export function callMemory(
  body: BodyLowering,
  node: AstNode,
  name: string,
  call: library.MemoryCall,
  args: readonly Argument[],
): Result {
  const cellAt = (position: number | undefined) =>
    position === undefined ? null : (args[position]?.result.cell ?? null);
  const destination = cellAt(call.destination);
  const source = cellAt(call.source);
  for (const { node: argument, result } of args)
    if (isScalarValue(body.types(argument))) readValue(body, result, argument);
  body.join(
    destination,
    source,
    library.transferCalls.has(name) || name.startsWith('mem') ? 'copied' : 'assigned',
    node,
  );
  const facts = body.types(node);
  const allocated = call.allocates
    ? body.builder.newCarrier(
        'void-pointer',
        `${name} at ${body.placeText(node)}`,
        body.place(node)?.range ?? null,
        facts.format,
      )
    : cellAt(call.returns);
  for (const position of call.counts ?? []) body.join(cellAt(position), destination ?? allocated, 'byte-count', node);
  if (library.deviceAllocators.has(name) && destination !== null)
    body.builder.cellSpaces.push({ cell: destination, space: 'global' });
  const place = body.place(node);
  if (library.transferCalls.has(name) && place && body.recordsProgram) {
    body.builder.transfers.push({
      function: body.owner,
      call: name,
      place,
      direction: directionOf(call, args),
      destination,
      source,
    });
  }
  return { cell: allocated };
}

function directionOf(call: library.MemoryCall, args: readonly Argument[]): TransferDirection {
  if (typeof call.direction === 'string') return call.direction;
  let node = call.direction === undefined ? undefined : args[call.direction]?.node;
  while (node && node.kind !== 'DeclRefExpr') node = children(node)[0];
  return library.transferKinds.get(node?.referencedDecl?.name ?? '') ?? 'unknown';
}
