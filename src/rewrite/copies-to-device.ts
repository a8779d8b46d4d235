/**
 * The copies between host and device in a program's text, one per place: the instantiations of a template text are combined. A function of the
 * program that copies its untyped arguments is treated as a copy at each of its calls.
 */
import { calleeName } from '../frontend/ast/callee.js';
import { isNamedCall } from '../frontend/ast/kinds.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import { beforeVoidCast } from '../frontend/lower/calls/untyped-pointers.js';
import { rangeKey } from '../frontend/lower/places.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { memoryCall } from '../program/library/library.js';
import { isTransfer, type MemoryCall } from '../program/library/memory-call.js';
import type { FunctionIndex, TransferDirection } from '../program/program.js';
import { functionBodies } from './function-bodies.js';
import type { SourceEdits } from './source-edits.js';
import { forEachStatement, type Statement } from './statements.js';

export interface Occurrence {
  readonly scope: UnitScope;
  readonly call: AstNode;
  readonly statement: Statement;
}

export interface DeviceCopy {
  readonly name: string;
  readonly copy: MemoryCall;
  /** One per instantiation of the text. */
  readonly occurrences: readonly [Occurrence, ...Occurrence[]];
}

const NAMED_DIRECTIONS: Readonly<Record<string, TransferDirection>> = {
  cudaMemcpyHostToDevice: 'host-to-device',
  cudaMemcpyDeviceToHost: 'device-to-host',
  cudaMemcpyDeviceToDevice: 'device-to-device',
  cudaMemcpyHostToHost: 'host-to-host',
};

export function findCopies(edits: SourceEdits): DeviceCopy[] {
  const own = new Map<FunctionIndex, MemoryCall>();
  for (;;) {
    const found = copiesWith(edits, own);
    const before = own.size;
    for (const { copy, occurrences } of found) for (const one of occurrences) addFunction(own, copy, one);
    if (own.size === before) return found.filter(({ copy, occurrences }) => !isOfCaller(own, copy, occurrences[0]));
  }
}

function copiesWith(edits: SourceEdits, own: ReadonlyMap<FunctionIndex, MemoryCall>): DeviceCopy[] {
  const byPlace = new Map<string, { name: string; copy: MemoryCall; occurrences: [Occurrence, ...Occurrence[]] }>();
  for (const { scope, node } of functionBodies(edits.syntax))
    forEachStatement(edits, node, (call, statement) => {
      if (!isNamedCall(call)) return;
      const name = calleeName(call);
      const called = calledFunction(scope, call);
      const copy = called === null ? memoryCall(name) : own.get(called);
      const place = edits.syntax.places.ofNode(call);
      if (!copy || !isTransfer(copy) || copy.source === undefined || !place) return;
      const key = `${rangeKey(place.range)} ${place.spelling ? rangeKey(place.spelling) : ''} ${name}`;
      const occurrence = { scope, call, statement };
      const known = byPlace.get(key);
      if (known) known.occurrences.push(occurrence);
      else byPlace.set(key, { name, copy, occurrences: [occurrence] });
    });
  return [...byPlace.values()];
}

export function argumentOf(call: AstNode, position: number | undefined): AstNode | undefined {
  const argument = position === undefined ? undefined : children(call)[1 + position];
  return argument?.kind === 'CXXDefaultArgExpr' ? undefined : argument;
}

/** The direction of a copy; `'default'` if the driver decides, `'given'` if it is in a variable. */
export function directionOf(
  { direction, optionalKind }: MemoryCall,
  call: AstNode,
): TransferDirection | 'default' | 'given' {
  const said = argumentOf(call, typeof direction === 'number' ? direction : optionalKind);
  if (!said) return typeof direction === 'string' && direction !== 'unknown' ? direction : 'default';
  const name = enumeratorIn(said);
  if (name === null) return 'given';
  return NAMED_DIRECTIONS[name] ?? 'default';
}

function enumeratorIn(node: AstNode): string | null {
  if (node.kind === 'DeclRefExpr')
    return node.referencedDecl?.kind === 'EnumConstantDecl' ? (node.referencedDecl.name ?? null) : null;
  const inner = children(node);
  return inner.length === 1 ? enumeratorIn(inner[0]!) : null;
}

/** `void send(void *to, const void *from, size_t bytes)`. */
function addFunction(own: Map<FunctionIndex, MemoryCall>, copy: MemoryCall, { scope, call }: Occurrence): void {
  const source = parameterIn(scope, untypedSource(scope, copy, call));
  const bytes = parameterIn(scope, argumentOf(call, copy.counts?.[0]));
  const direction = directionOf(copy, call);
  if (!source || !bytes || copy.rows !== undefined || own.has(source.function)) return;
  const kind = typeof copy.direction === 'number' ? copy.direction : copy.optionalKind;
  const given = direction === 'given' ? parameterIn(scope, argumentOf(call, kind)) : null;
  if (direction !== 'host-to-device' && !given) return;
  const destination = parameterIn(scope, argumentOf(call, copy.destination));
  own.set(source.function, {
    source: source.position,
    counts: [bytes.position],
    direction: given ? given.position : 'host-to-device',
    ...(destination && { destination: destination.position }),
  });
}

/** True if the copied memory is known only at the calls of the function. */
function isOfCaller(own: ReadonlyMap<FunctionIndex, MemoryCall>, copy: MemoryCall, one: Occurrence): boolean {
  const source = parameterIn(one.scope, untypedSource(one.scope, copy, one.call));
  return source !== null && own.has(source.function);
}

function untypedSource(scope: UnitScope, copy: MemoryCall, call: AstNode): AstNode | undefined {
  const source = argumentOf(call, copy.source);
  const pointer = source && beforeVoidCast(scope, source);
  return pointer && scope.types.read(pointer.type).isUntypedPointer ? pointer : undefined;
}

function parameterIn(
  scope: UnitScope,
  node: AstNode | undefined,
): { readonly function: FunctionIndex; readonly position: number } | null {
  let at = node;
  while (at && at.kind !== 'DeclRefExpr' && children(at).length === 1) at = children(at)[0];
  return at?.kind === 'DeclRefExpr' ? (scope.parameters.get(at.referencedDecl?.id ?? '') ?? null) : null;
}
