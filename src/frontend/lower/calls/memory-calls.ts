/** Library calls that allocate, copy, fill or free memory. */
import type { Format } from '../../../numerics/format.js';
import { isTransfer, type MemoryCall, transferKinds } from '../../../program/library/memory-call.js';
import type { CellIndex, TransferDirection } from '../../../program/program.js';
import { isScalarValue } from '../../ast/c-types.js';
import { ignoringParenImpCasts } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { factsOfElement } from '../expressions/library-elements.js';
import { type Result, readValue } from '../expressions/results.js';
import { assignCount, FIXED, isZero, measure, multiply, newMemory, readBytes } from '../memory/byte-counts.js';
import { type RecordSites, recordSites } from '../memory/record-sites.js';
import { viewAsOtherRecord, viewRecord } from '../memory/record-views.js';
import type { Argument } from './argument-memory.js';
import { convertibleCopy, convertibleCount } from './converting-calls.js';
import { warnOfSymbolAddress } from './external-calls.js';
import { pointee } from './untyped-pointers.js';

export function callMemory(
  body: BodyLowering,
  node: AstNode,
  name: string,
  call: MemoryCall,
  args: readonly Argument[],
): Result {
  const cellAt = (position: number | undefined) =>
    position === undefined ? null : (args[position]?.result.cell ?? null);
  const destination = cellAt(call.destination);
  const source = cellAt(call.source);
  for (const { node: argument, result } of args)
    if (isScalarValue(body.types(argument))) readValue(body, result, argument);
  if (call.symbol !== undefined && args[call.symbol]) warnOfSymbolAddress(body, node, name, args[call.symbol]!.node);
  const direction = isTransfer(call) ? directionOf(call, args) : null;
  const copy = direction === null ? null : convertibleCopy(body, node, name, call, direction, args);
  const convertible = copy?.kind === 'convertible' ? copy : convertibleCount(body, node, call, args);
  body.join(
    destination,
    source,
    call.direction === undefined ? 'assigned' : 'copied',
    node,
    copy?.kind === 'convertible',
  );
  if (call.destination !== undefined && call.source !== undefined)
    copyAcrossTypes(body, node, args[call.destination], args[call.source]);
  const facts = body.types(node);
  const allocated = call.allocates
    ? body.builder.newCarrier(
        'void-pointer',
        `${name} at ${body.placeText(node)}`,
        body.place(node)?.range ?? null,
        facts.format,
      )
    : cellAt(call.returns);
  measureMemory(body, node, call, args, allocated, convertible);
  const [record] = [args[call.destination ?? -1], args[call.source ?? -1]].flatMap(
    (argument) => (argument && recordsBehind(body, argument)) ?? [],
  );
  const onDevice = destination === null ? (record?.values ?? []) : [destination];
  if (call.onDevice) for (const cell of onDevice) body.builder.cellSpaces.push({ cell, space: 'global' });
  const place = body.place(node);
  if (direction !== null && copy !== null && place && body.recordsProgram) {
    body.builder.transfers.push({
      function: body.owner,
      call: name,
      place,
      direction,
      destination,
      source,
      ...(record && { record: { name: record.name, sites: record.values } }),
      sides: copy.kind === 'convertible' ? { kind: 'apart', format: copy.format } : { kind: 'joined', why: copy.why },
    });
  }
  return { cell: allocated };
}

/** The records that an argument points to; null for anything else. */
function recordsBehind(body: BodyLowering, { node, result }: Argument): RecordSites | null {
  return recordSites(body.scope, factsOfElement(body, pointee(body, node), result).record);
}

/** Each byte count of a call measures all memory that it copies, fills or allocates. */
function measureMemory(
  body: BodyLowering,
  node: AstNode,
  call: MemoryCall,
  args: readonly Argument[],
  allocated: CellIndex | null,
  /** The format of a call whose counts may be in bytes of another format. */
  convertible: { readonly format: Format | null } | null,
): void {
  const positions = [call.destination, call.source].filter((position) => position !== undefined);
  const named = positions.length > 0 ? positions : call.returns === undefined ? [] : [call.returns];
  const memories = named.map((position) => memoryAt(body, call, args, position));
  if (call.allocates) memories.push(allocated);
  const sideOf = (position: number): CellIndex | null | undefined => {
    if (call.destinationCounts?.includes(position)) return memories[0];
    return call.sourceCounts?.includes(position) ? memories[1] : undefined;
  };
  const counts = (call.counts ?? []).flatMap((position) => {
    const side = sideOf(position);
    const argument = args[position];
    return argument ? [{ ...argument, position, measured: side === undefined ? memories : [side] }] : [];
  });
  if (call.product) {
    const [a, b] = call.product.map((position) => args[position]);
    if (a && b)
      counts.push({ node, result: multiply(body, node, a.result, b.result), position: -1, measured: memories });
  }
  for (const { node: counted, result, position, measured } of counts) {
    const rescaled =
      convertible && position >= 0 ? { call: node, argument: position, format: convertible.format } : null;
    for (const memory of measured) measure(body, result, counted, memory, rescaled);
  }
  if (counts.some(({ node: counted }) => !isOneSize(counted)))
    for (const memory of memories) if (memory !== null) body.builder.traversed.add(memory);
  const fill = call.fill === undefined ? undefined : args[call.fill]?.node;
  for (const memory of fill && !isZero(body, fill) ? memories : []) if (memory !== null) readBytes(body, memory, node);
  const pitch = call.pitch === undefined ? undefined : args[call.pitch]?.result.integer;
  if (pitch !== undefined) assignCount(body, { cell: null, integer: pitch }, { cell: memories[0] ?? null }, node, node);
}

/** `sizeof x`: a single object of its type. */
function isOneSize(node: AstNode): boolean {
  return ignoringParenImpCasts(node).kind === 'UnaryExprOrTypeTraitExpr';
}

/** The memory that an argument points to. */
export function pointedMemory(body: BodyLowering, argument: Argument): CellIndex | null {
  return memoryAt(body, {}, [argument], 0);
}

/** The memory behind the argument at a position, according to the call's table entry. */
function memoryAt(body: BodyLowering, call: MemoryCall, args: readonly Argument[], position: number): CellIndex | null {
  const argument = args[position];
  if (!argument) return null;
  const facts = factsOfElement(body, pointee(body, argument.node), argument.result);
  const isPointed = call.pointed === true && position === call.destination;
  const levels = facts.pointerLevels - (isPointed ? 1 : 0) + (position === call.symbol ? 1 : 0);
  if (facts.isUntypedPointer || (facts.format !== null && levels < 2)) return argument.result.cell;
  const record = levels < 2 ? recordSites(body.scope, facts.record) : null;
  return newMemory(body, argument.node, record ? { kind: 'record', record } : FIXED);
}

/** A copy between different types reads the bytes of one as the other: numbers as integers, a struct as numbers or another struct. */
function copyAcrossTypes(
  body: BodyLowering,
  node: AstNode,
  to: Argument | undefined,
  from: Argument | undefined,
): void {
  if (!to || !from) return;
  const sides = [to, from].map(({ node: argument, result }) => ({ facts: pointee(body, argument), cell: result.cell }));
  sides.forEach(({ facts, cell }, position) => {
    const other = sides[1 - position]!;
    if (cell === null || facts.format === null || other.facts.format !== null) return;
    if (other.facts.isIntegerPointer)
      body.builder.freezeCell(cell, 'reinterpreted', `as integers at ${body.placeText(node)}`);
    else if (body.scope.record(other.facts.record)) viewRecord(body, node, { cell }, other.facts.record!, false);
  });
  const [a, b] = sides;
  if (a!.facts.record !== null && b!.facts.record !== null)
    viewAsOtherRecord(body, node, a!.facts.record, b!.facts.record);
}

function directionOf(call: MemoryCall, args: readonly Argument[]): TransferDirection {
  const kindArgument = call.optionalKind === undefined ? undefined : args[call.optionalKind]?.node;
  const isWritten = kindArgument !== undefined && kindArgument.kind !== 'CXXDefaultArgExpr';
  if (typeof call.direction === 'string' && !isWritten) return call.direction;
  let node = typeof call.direction === 'number' ? args[call.direction]?.node : kindArgument;
  while (node && node.kind !== 'DeclRefExpr') node = children(node)[0];
  return transferKinds.get(node?.referencedDecl?.name ?? '') ?? 'unknown';
}
