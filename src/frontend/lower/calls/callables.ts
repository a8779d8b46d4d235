/**
 * Functions, lambdas and objects with a call operator that are passed to a library, which calls them. If the library passes its own arguments on
 * unchanged, this is an ordinary call. Otherwise the parameters of the callable share the format of the memory that the library gets along with it,
 * or are frozen.
 */

import { libraryFunction } from '../../../program/library/library.js';
import type { CallbackFacts } from '../../../program/library/library-function.js';
import type { CellIndex, FunctionIndex, SiteIndex } from '../../../program/program.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { NONE, type Result } from '../expressions/results.js';
import { measure } from '../memory/byte-counts.js';
import { isByteCount } from './address-taken-functions.js';
import { type Argument, namesMemory } from './argument-memory.js';
import { pointedMemory } from './memory-calls.js';
import { passArguments } from './own-calls.js';

/** Whether a library calls this argument with its other arguments. */
export function isCallback(name: string, position: number): boolean {
  const { effect } = libraryFunction(name);
  if (effect?.kind === 'calls-back') return effect.calls === position;
  return effect?.kind === 'invokes' && position < 2;
}

/** Lowers such an argument. The call determines the function's parameters, so its address does not escape. */
export function lowerCallback(body: BodyLowering, node: AstNode): Result {
  const { functions } = body.builder;
  const before = functions.map((draft) => draft.addressTaken);
  const result = body.lower(node);
  if (result.function !== undefined) functions[result.function]!.addressTaken = before[result.function] ?? null;
  return result;
}

/** Null if the library function calls nothing, or an unknown function. */
export function invokeCallbacks(
  body: BodyLowering,
  node: AstNode,
  how: CallbackFacts,
  args: readonly Argument[],
): Result | null {
  const called = args[how.calls]?.result.function;
  if (called === undefined) return null;
  invoke(
    body,
    node,
    [called],
    how.gives.flatMap((position) => args[position] ?? []),
  );
  const elements = how.size === undefined ? undefined : args[how.returns ?? 0];
  const size = how.size === undefined ? undefined : args[how.size];
  if (elements && size) measure(body, size.result, size.node, pointedMemory(body, elements));
  if (how.copies) {
    const [from, to] = how.copies.map((position) => args[position]?.result.cell ?? null);
    body.join(from!, to!, 'copied', node);
  }
  return how.returns === undefined ? NONE : { cell: args[how.returns]?.result.cell ?? null };
}

const THREADS = /^(?:std::)?(?:thread|jthread)$/;

/** `std::thread`, or an element of a container of them. */
export function makesThread(type: string): boolean {
  return THREADS.test(type) || /\b(?:vector|deque|list|array|optional)<\s*(?:std::)?(?:thread|jthread)\b/.test(type);
}

/** `workers.emplace_back(sweep, from, to)`: a container's method creates a thread from its arguments. */
export function startsThread(node: AstNode, position: number): boolean {
  const member = node.kind === 'CXXMemberCallExpr' && position === 0 ? children(node)[0] : undefined;
  return member !== undefined && makesThread(children(member)[0]?.type?.qualType ?? '');
}

/** A call through a library that passes its arguments on; false if the called function is unknown. */
export function invokeThrough(body: BodyLowering, node: AstNode, args: readonly Argument[]): boolean {
  const position = args.slice(0, 2).findIndex((argument) => calledBy(body, argument).length > 0);
  if (position < 0) return false;
  const called = calledBy(body, args[position]!);
  const given = args.slice(position + (isMethod(args[position]!.node) ? 2 : 1));
  if (given.some((argument) => isPlaceholder(argument.node))) {
    freezeCallArguments(body, node, called, []);
    for (const argument of given) freezeArgument(body, node, argument);
  } else invoke(body, node, called, given);
  return true;
}

/** Callables that a library calls with values from the memory passed along with them. */
export function linkCallables(body: BodyLowering, node: AstNode, args: readonly Argument[]): void {
  const memories = args.flatMap(({ node: argument, result }) =>
    result.cell !== null && namesMemory(body, argument) ? [result.cell] : [],
  );
  for (const argument of args) freezeCallArguments(body, node, calledBy(body, argument), memories);
}

/** The library computes with the results of these callables in their declared type. */
export function freezeResults(body: BodyLowering, node: AstNode, name: string, args: readonly Argument[]): void {
  for (const index of args.flatMap((argument) => calledBy(body, argument))) {
    const { returnSite } = body.builder.functions[index]!;
    if (returnSite !== null)
      body.builder.freeze(returnSite, 'library-arithmetic', `${name} at ${body.placeText(node)}`);
  }
}

/** Memory passed to an unknown callable. */
export function freezeArgument(body: BodyLowering, node: AstNode, { node: argument, result }: Argument): void {
  if (result.cell !== null && namesMemory(body, argument))
    body.builder.freezeCell(result.cell, 'function-pointer', `it is passed to a call at ${body.placeText(node)}`);
}

/** The result goes to code outside the program. */
function invoke(body: BodyLowering, node: AstNode, called: readonly FunctionIndex[], given: readonly Argument[]): void {
  for (const index of called) {
    const { returnSite, returnCarrier, name } = body.builder.functions[index]!;
    if (body.owner !== null) body.builder.functions[body.owner]!.calls.add(index);
    body.builder.calledByLibrary.add(index);
    passArguments(body, index, given, node, null);
    if (returnSite !== null) body.builder.freeze(returnSite, 'function-pointer', `${name}, at ${body.placeText(node)}`);
    if (returnCarrier !== null)
      body.builder.freezeCell(returnCarrier, 'escapes', `${name} returns it to its caller at ${body.placeText(node)}`);
  }
}

function freezeCallArguments(
  body: BodyLowering,
  node: AstNode,
  called: readonly FunctionIndex[],
  memories: readonly CellIndex[],
): void {
  const { builder, scope } = body;
  for (const index of called) {
    const isGeneric = scope.genericLambdas.some((lambda) => lambda.function === index); // its parameters follow the arguments
    const { name, parameters, returnSite } = builder.functions[index]!;
    const evidence = `${name}, at ${body.placeText(node)}`;
    if (returnSite !== null) builder.sites[returnSite]!.isPassedByLibrary = true;
    parameters.forEach((site, position) => {
      if (site !== null && called.length > 1) builder.freeze(site, 'overloaded', name); // the library's argument selects the overload
      if (site === null) {
        const id = scope.parameterIds.get(index)?.[position];
        const carrier = id === undefined ? null : scope.cellOf(id);
        if (carrier !== null && !isByteCount(builder, carrier))
          builder.freezeCell(carrier, 'function-pointer', evidence);
      } else if (isGeneric || isMemory(body, site)) {
        const alike = memories.find((cell) => builder.formatOf(cell) === builder.sites[site]!.format);
        if (alike === undefined) {
          if (!isGeneric) builder.freeze(site, 'function-pointer', evidence);
        } else body.join(site, alike, 'argument', node);
      } else builder.sites[site]!.isPassedByLibrary = true;
    });
  }
}

/** Whether a parameter refers to memory. A number by value, or by a reference that can bind to a converted number, is converted. */
function isMemory(body: BodyLowering, site: SiteIndex): boolean {
  const { shape, type } = body.builder.sites[site]!;
  if (shape === 'scalar' || shape === 'vector') return false;
  const facts = body.scope.types.read({ qualType: type });
  return shape !== 'reference' || !facts.isConst || /</.test(body.scope.types.expand(type));
}

/** The functions of the program that a call of this expression may call. */
function calledBy(body: BodyLowering, { node, result }: Argument): readonly FunctionIndex[] {
  if (result.function !== undefined) return [result.function];
  const { scope } = body;
  const type = (node.type?.qualType ?? '').replace(/^const /, '').replace(/ ?&+$/, '');
  const lambdas = type.match(/\(lambda at [^)]*\)/g)?.flatMap((lambda) => scope.lambdas.get(lambda) ?? []);
  if (lambdas?.length) return [...new Set(lambdas)];
  const { record, isPointer } = body.types(node);
  const name = isPointer ? undefined : scope.record(record)?.name.replace(/<.*>/s, '');
  return name === undefined ? [] : (scope.callOperators.get(name) ?? []);
}

/** `&Solver::sweep`: the object follows as an argument. */
function isMethod(node: AstNode): boolean {
  return /::\*/.test(node.type?.qualType ?? '');
}

function isPlaceholder(node: AstNode): boolean {
  return /placeholders|__ph</.test(`${node.type?.qualType ?? ''} ${node.type?.desugaredQualType ?? ''}`);
}
