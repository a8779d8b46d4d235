/** Calls of external code: its computations are unknown, and its arguments keep their formats. */
import { effectOf } from '../../../program/library/library.js';
import type { ValueIndex } from '../../../program/program.js';
import { isScalarValue } from '../../ast/c-types.js';
import { ignoringParenImpCasts } from '../../ast/ignoring.js';
import type { AstNode } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { externalMemory } from '../expressions/external-memory.js';
import { type Result, readValue } from '../expressions/results.js';
import { FIXED, measure, newMemory } from '../memory/byte-counts.js';
import { recordSites } from '../memory/record-sites.js';
import { NOWHERE } from '../places.js';
import { type Argument, type Callee, namesMemory } from './argument-memory.js';
import { pointee } from './untyped-pointers.js';

export function opaque(body: BodyLowering, node: AstNode, callee: Callee, args: readonly Argument[]): Result {
  const values = args
    .map(({ node: argument, result }) =>
      isScalarValue(body.types(argument)) ? readValue(body, result, argument) : null,
    )
    .filter((value) => value !== null);
  return {
    cell: null,
    value: body.add({
      kind: 'call',
      callee: callee.name,
      function: null,
      arguments: values,
      format: body.types(node).format,
      place: body.place(node) ?? NOWHERE,
    }),
  };
}

/** External code may store, reinterpret or write its arguments, so the memory behind every pointer is frozen. */
export function callExternal(
  body: BodyLowering,
  node: AstNode,
  name: string,
  args: readonly Argument[],
  code: 'escapes' | 'function-pointer',
): Result {
  const evidence = `${name} at ${body.placeText(node)}`;
  const callsBack = effectOf(name, 'calls-back');
  const scans = effectOf(name, 'scans') !== null;
  for (const given of args) {
    const { node: argument, result } = given;
    // copies whole records, or passes them to a function of the program that knows their type
    if (callsBack && recordSites(body.scope, pointee(body, argument).record)) {
      const size = args[callsBack.size ?? -1];
      if (size) measure(body, size.result, size.node, result.cell);
      continue;
    }
    freezePassedMemory(body, given, code, evidence);
    if (result.cell !== null && namesMemory(body, argument)) {
      if (!scans) body.builder.traversed.add(result.cell);
    } else if (isWritable(body, argument)) {
      if (result.site !== null && result.site !== undefined) body.builder.freeze(result.site, code, evidence);
    } else readNumberArgument(body, given);
  }
  const facts = body.types(node);
  if (isScalarValue(facts))
    return {
      cell: null,
      value: body.add({
        kind: 'call',
        callee: name,
        function: null,
        arguments: [],
        format: facts.format,
        place: body.place(node) ?? NOWHERE,
      }),
    };
  return externalMemory(body, node, name);
}

/** Whether a number is passed by a non-const reference. */
function isWritable(body: BodyLowering, { valueCategory, type }: AstNode): boolean {
  const facts = body.scope.types.read(type);
  return valueCategory === 'lvalue' && isScalarValue(facts) && !facts.isConst;
}

/** Freezes the memory that is passed to external code. */
export function freezePassedMemory(
  body: BodyLowering,
  { node: argument, result }: Argument,
  code: 'escapes' | 'function-pointer',
  evidence: string,
): void {
  const record = recordSites(body.scope, pointee(body, argument).record);
  for (const site of record ? [...record.values, ...record.pointers] : []) body.builder.freeze(site, code, evidence);
  // a call through a pointer reaches a function of the program, which knows such a field by name
  for (const cell of record && code === 'escapes' ? record.untyped : []) body.builder.freezeCell(cell, code, evidence);
  if (result.cell !== null && namesMemory(body, argument)) body.builder.freezeCell(result.cell, code, evidence);
}

/** A number argument of external code, or a byte count of its memory. */
export function readNumberArgument(body: BodyLowering, { node: argument, result }: Argument): ValueIndex | null {
  if (isScalarValue(body.types(argument))) return readValue(body, result, argument);
  if (result.cell !== null && body.types(argument).isInteger)
    measure(body, result, argument, newMemory(body, argument, FIXED)); // the memory is frozen
  return null;
}

/** `cudaMemcpyToSymbol(&table, …)` needs the symbol, not its address; CUDA has rejected addresses since 5.0. */
export function warnOfSymbolAddress(body: BodyLowering, node: AstNode, name: string, symbol: AstNode): void {
  const operand = ignoringParenImpCasts(symbol);
  const place = body.place(node);
  if (operand.kind !== 'UnaryOperator' || operand.opcode !== '&' || !place || !body.recordsProgram) return;
  const text = `${name} is called with the address of a symbol, which CUDA rejects with cudaErrorInvalidSymbol: pass the symbol itself`;
  body.builder.warnings.push({ code: 'symbol-address', text, place });
}

/** Code that depends on the thread number behaves differently in an emulated run, which has one thread. */
export function warnOfThreads(body: BodyLowering, node: AstNode, name: string): void {
  const place = body.place(node);
  if (!place || !body.recordsProgram) return;
  const text = `emulated runs have one thread, so ${name}() returns the value for one thread`;
  body.builder.warnings.push({ code: 'thread-number', text, place });
}
