/** `kernel<<<grid, block, bytes, stream>>>(arguments)`. */

import { ignoringParenImpCasts } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { NONE, type Result } from '../expressions/results.js';
import { FIXED, isZero, newCount } from '../memory/byte-counts.js';
import type { Argument, Callee } from './argument-memory.js';
import { threadsPerBlock } from './block-size.js';
import { callExternal } from './external-calls.js';
import { passArguments } from './own-calls.js';

export function lowerLaunch(body: BodyLowering, node: AstNode, callee: Callee, rest: readonly AstNode[]): Result {
  const [configuration, ...argumentNodes] = rest;
  const [, grid, block, sharedBytes, stream] = configuration ? children(configuration) : [];
  const parts = [grid, block, sharedBytes, stream].map((part) => (part ? body.lower(part) : NONE));
  const args = argumentNodes.map((argument): Argument => ({ node: argument, result: body.lower(argument) }));
  if (callee.function === undefined) return callExternal(body, node, 'a kernel pointer', args, 'function-pointer');
  if (body.owner !== null) body.builder.functions[body.owner]!.calls.add(callee.function);
  const { values } = passArguments(body, callee.function, args, node, callee.place);
  const place = body.place(node);
  if (!place) return NONE;
  const { name } = body.builder.functions[callee.function]!;
  if (values.length > 0)
    body.add({ kind: 'call', callee: name, function: callee.function, arguments: values, format: null, place });
  const bytes = parts[2]!;
  if (sharedBytes && !isZero(body, sharedBytes)) {
    const cell = bytes.cell ?? newCount(body, sharedBytes, FIXED);
    body.builder.sharedByteCounts.push({ kernel: callee.function, cell, place });
  }
  const text = (part: AstNode | undefined) => {
    const range = part && body.place(part)?.range;
    return range ? body.builder.places.text(range).replace(/\s+/g, ' ') : '';
  };
  if (body.recordsProgram)
    body.builder.launches.push({
      kernel: callee.function,
      caller: body.owner,
      place,
      grid: text(grid),
      block: text(block),
      blockThreads: threadsPerBlock(block, body.scope.integers),
    });
  return NONE;
}

/**
 * `cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)`: the bytes follow the format of the kernel's arrays. False if it
 * is another attribute, or the bytes follow no format.
 */
export function measuresSharedMemory(body: BodyLowering, node: AstNode, args: readonly Argument[]): boolean {
  const [kernel, attribute, bytes] = args;
  const name = attribute && ignoringParenImpCasts(attribute.node).referencedDecl?.name;
  const place = body.place(node);
  const { function: index } = kernel?.result ?? NONE;
  if (name !== 'cudaFuncAttributeMaxDynamicSharedMemorySize' || !bytes?.result.cell || !place || index === undefined)
    return false;
  body.builder.sharedByteCounts.push({ kernel: index, cell: bytes.result.cell, place });
  return true;
}
