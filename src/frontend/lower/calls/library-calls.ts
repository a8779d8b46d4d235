/** Calls of library functions that are known by name or by their types, and of external code. */

import type { Format } from '../../../numerics/format.js';
import { libraryFunction } from '../../../program/library/library.js';
import type { Effect } from '../../../program/library/library-function.js';
import { isScalarValue } from '../../ast/c-types.js';
import { isParenOrImplicit } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import { hasNoFloatFunctions } from '../../project/standards.js';
import type { BodyLowering } from '../body/function-body.js';
import { externalMemory } from '../expressions/external-memory.js';
import { freezeReferencedArguments } from '../expressions/reference-to-argument.js';
import { NONE, type Result, readValue, storeInto, useInPlace } from '../expressions/results.js';
import { noteObservedNumberSizes, noteObservedSize, notePrintedCount, oneOf } from '../memory/byte-counts.js';
import { viewAsBytes } from '../memory/record-views.js';
import { NOWHERE } from '../places.js';
import { explicitLibraryArguments } from '../templates/template-parameters.js';
import { type Argument, type Callee, namesMemory, noteArgumentStride } from './argument-memory.js';
import { freezeArgument, freezeResults, invokeCallbacks, invokeThrough, linkCallables } from './callables.js';
import { callExternal, freezePassedMemory, opaque, warnOfThreads } from './external-calls.js';
import { callLibraryMember } from './library-members.js';
import { callMemory } from './memory-calls.js';
import { callParse, callScan } from './scan-calls.js';

/** `fprintf(stderr, …)`, `std::cerr << … << …`: diagnostics, which are not part of the output. */
function goesToErrors(stream: AstNode | undefined): boolean {
  let at = stream;
  while (at && at.kind !== 'DeclRefExpr')
    at = at.kind === 'CXXOperatorCallExpr' ? children(at)[1] : isParenOrImplicit(at) ? children(at)[0] : undefined;
  return /^(?:stderr|__stderrp|cerr|clog)$/.test(at?.referencedDecl?.name ?? '');
}

/** A call of a function outside the program, after its arguments were lowered. */
interface LibraryCall {
  readonly body: BodyLowering;
  readonly node: AstNode;
  readonly callee: Callee;
  readonly args: readonly Argument[];
}

/** Null if the call does not match the table entry; the types decide then. */
type Handler<Kind> = (call: LibraryCall, effect: Effect & { kind: Kind }) => Result | null;

const handlers: { readonly [Kind in Effect['kind']]: Handler<Kind> } = {
  memory: ({ body, node, callee, args }, effect) => callMemory(body, node, callee.name, effect, args),
  loads: ({ body, node, args }, { from }) => {
    const place = args[from]?.result;
    return { cell: place?.cell ?? null, site: place?.site ?? null, format: body.types(node).format };
  },
  stores: ({ body, node, args }, { to, value }) => {
    const [place, stored] = [args[to], args[value]];
    if (place && stored) storeInto(body, place.result, readValue(body, stored.result, stored.node), node);
    return NONE;
  },
  scans: ({ body, node, callee, args }, { format }) => callScan(body, node, callee.name, format, args),
  parses: ({ body, node, callee, args }, { into }) => callParse(body, node, callee, args, into),
  'calls-back': ({ body, node, args }, effect) => invokeCallbacks(body, node, effect, args),
  invokes: callInvoker,
  atomic: ({ body, node, callee, args }) => callAtomic(body, node, callee, args),
  keeps: ({ body, node, callee, args }) => callExternal(body, node, callee.name, args, 'escapes'),
  exchanges: callExchange,
  'reads-bytes': ({ body, node, args }) => {
    const made = viewAsBytes(body, node, args);
    return isScalarValue(body.types(node)) ? null : made;
  },
  'type-generic': ({ body, node, callee, args }) => opaque(body, node, callee, args),
  operation: ({ body, node, callee, args }, { operation }) => {
    const compared = operation === 'compare' && args[0] ? body.types(args[0].node).format : null;
    return compared === null ? null : { ...callMath(body, node, callee, args, compared), value: null };
  },
  classifies: ({ body, node, callee, args }, { number, name }) => {
    const format = args[number] ? body.types(args[number].node).format : null;
    if (format === null) return null;
    const operands = [readValue(body, args[number]!.result, args[number]!.node)];
    body.operation({ kind: 'compare', symbol: name, node, at: callee.place, format, operands });
    return NONE;
  },
  'moves-numbers': () => null,
  'several-results': ({ body, node, callee, args }) =>
    args.some(({ result }) => result.cell !== null) ? callForSeveralResults(body, node, callee, args) : null,
};

export function callLibrary(body: BodyLowering, node: AstNode, callee: Callee, args: readonly Argument[]): Result {
  const call: LibraryCall = { body, node, callee, args };
  noteTextEffects(call);
  noteUseInPlace(call);
  if (node.kind === 'CXXOperatorCallExpr' || callee.object) return callLibraryMember(body, node, callee, args);
  const { effect } = libraryFunction(callee.name);
  return (effect && handle(call, effect)) ?? callByTypes(call);
}

function handle<Kind extends Effect['kind']>(call: LibraryCall, effect: Effect & { kind: Kind }): Result | null {
  return (handlers[effect.kind] as Handler<Kind>)(call, effect);
}

/** Records a call that prints its arguments, or that depends on the threads around it. */
function noteTextEffects({ body, node, callee, args }: LibraryCall): void {
  const { asksForThreads, prints } = libraryFunction(callee.name);
  if (asksForThreads) warnOfThreads(body, node, callee.name);
  if (!prints || goesToErrors(args[0]?.node)) return;
  for (const argument of args) {
    noteObservedSize(body, argument.node, argument.result);
    noteObservedNumberSizes(body, argument.node);
    notePrintedCount(body, argument.node, argument.result);
  }
}

/** Functions that address numbers, count them, or move them unchanged. */
const LEAVES_NUMBERS = new Set('operator[] at data size empty front back swap move forward addressof'.split(' '));

/** A function that uses numbers in their memory: anything except allocation, copying or freeing. */
function noteUseInPlace({ body, node, callee, args }: LibraryCall): void {
  const { effect } = libraryFunction(callee.name);
  if (effect?.kind === 'memory' || LEAVES_NUMBERS.has(callee.name)) return;
  const isMoved = effect?.kind === 'moves-numbers';
  for (const { node: argument, result } of args)
    if (isMoved || namesMemory(body, argument) || argument.valueCategory !== 'prvalue')
      useInPlace(body, result, callee.name, node);
  if (callee.object) useInPlace(body, callee.object, callee.name, node);
}

/**
 * A function that is not in the table: one from numbers to a number is a math function, a template works on the memory it gets, and anything else is
 * external code.
 */
function callByTypes(call: LibraryCall): Result {
  const { body, node, callee, args } = call;
  const facts = body.types(node);
  const takesNumbers = memoriesGiven(call).length > 0;
  if (facts.format !== null && !takesNumbers && !facts.isPointer && facts.shape !== 'container')
    return callMath(body, node, callee, args, facts.format);
  return callee.isTemplate ? callTemplate(call) : callExternal(body, node, callee.name, args, 'escapes');
}

function memoriesGiven({ body, args }: LibraryCall): Argument[] {
  return args.filter(({ node, result }) => result.cell !== null && namesMemory(body, node));
}

/** An algorithm, or a function that creates or takes apart library objects: all its arguments share one memory. */
function callTemplate(call: LibraryCall): Result {
  const { body, node, callee, args } = call;
  const { name } = callee;
  const facts = body.types(node);
  const known = libraryFunction(name);
  const memoryArguments = memoriesGiven(call);
  if (!known.namesFunctionOnly) linkCallables(body, node, args);
  for (const other of memoryArguments.slice(1))
    body.join(memoryArguments[0]!.result.cell, other.result.cell, 'argument', node);
  for (const argument of memoryArguments) noteArgumentStride(body, argument);
  if (known.launches)
    for (const argument of args) freezePassedMemory(body, argument, 'escapes', `${name} at ${body.placeText(node)}`);
  freezeReferredTo(body, node, name, args);
  if (known.computesInElements || addsElements(body, name, args)) {
    for (const { result } of memoryArguments)
      body.builder.freezeCell(result.cell!, 'library-arithmetic', `${name} at ${body.placeText(node)}`);
    freezeResults(body, node, name, args);
  }
  const elementType = known.makes ? explicitLibraryArguments(body, node, callee.place) : null;
  const first = memoryArguments[0]?.result;
  body.join(elementType, first?.cell ?? null, 'argument', node);
  const results = args.map(({ result }) => result);
  if (facts.isInteger) return known.chooses ? oneOf(body, node, results) : NONE;
  if (isScalarValue(facts) && node.valueCategory === 'prvalue') return opaque(body, node, callee, args);
  const cell = elementType ?? first?.cell ?? null;
  if (cell === null) return externalMemory(body, node, name);
  return { cell, site: first?.site ?? null, format: facts.shape === 'scalar' ? facts.format : null };
}

function callInvoker(call: LibraryCall): Result | null {
  const { body, node, callee, args } = call;
  if (!callee.isTemplate) return null;
  if (!invokeThrough(body, node, args)) for (const argument of args) freezeArgument(body, node, argument);
  return isScalarValue(body.types(node)) && node.valueCategory === 'prvalue' ? opaque(body, node, callee, args) : NONE;
}

/** `std::exchange(x, y)`, whose text contains no format. */
function callExchange(
  { body, node, callee, args }: LibraryCall,
  { place }: Effect & { kind: 'exchanges' },
): Result | null {
  const cell = callee.isTemplate ? (args[place]?.result.cell ?? null) : null;
  if (cell === null) return null;
  body.builder.freezeCell(cell, 'escapes', `exchange at ${body.placeText(node)}`);
  return isScalarValue(body.types(node)) ? opaque(body, node, callee, args) : null;
}

/** The standard's `reduce` may add elements to each other before it adds the initial value; thrust's starts with the initial value. */
function addsElements(body: BodyLowering, name: string, args: readonly Argument[]): boolean {
  if (name !== 'reduce') return false;
  const isThrust = args.some(({ node }) =>
    /\bthrust::/.test(node.type?.desugaredQualType ?? node.type?.qualType ?? ''),
  );
  return !isThrust || !args.some(({ node }) => isScalarValue(body.types(node)));
}

/**
 * `auto [low, high] = std::minmax(x, y)`, `std::pair<double &, int> p(x, 1)`: the result refers to the numbers themselves. The result of `std::tie`
 * is only assigned to.
 */
export function freezeReferredTo(body: BodyLowering, node: AstNode, name: string, args: readonly Argument[]): void {
  const type = node.type?.desugaredQualType ?? node.type?.qualType ?? '';
  if (name === 'tie' || !/<[^<>]*&|\b(?:reference_wrapper|atomic_ref)</.test(type)) return;
  for (const { node: argument, result } of args)
    if (isScalarValue(body.types(argument)) && result.site !== null && result.site !== undefined)
      body.builder.freeze(result.site, 'escapes', `${name} at ${body.placeText(node)}`);
}

/** A library function from numbers to a number: a math operation if it has number arguments, otherwise a source such as drand48(). */
function callMath(
  body: BodyLowering,
  node: AstNode,
  callee: Callee,
  args: readonly Argument[],
  format: Format,
): Result {
  if (hasNoFloatFunctions(body.scope.unit.standard) && libraryFunction(callee.name).twin)
    return opaque(body, node, callee, args);
  if (body.scope.boundCalls.has(node.id)) {
    freezeReferencedArguments(body, node, callee.name, args);
    return opaque(body, node, callee, args);
  }
  const operands = args.map(({ node: argument, result }) =>
    body.types(argument).format === null ? null : readValue(body, result, argument),
  );
  const takesNumbers = operands.some((operand) => operand !== null);
  const { effect } = libraryFunction(callee.name);
  const kind = effect?.kind === 'operation' ? effect.operation : 'math';
  if ((!takesNumbers && kind !== 'convert') || effect?.kind === 'moves-numbers')
    return opaque(body, node, callee, args);
  return { cell: null, value: body.operation({ kind, symbol: callee.name, node, at: callee.place, format, operands }) };
}

/** `sincos(x, &s, &c)`: one operation whose results are stored through pointers. */
function callForSeveralResults(body: BodyLowering, node: AstNode, callee: Callee, args: readonly Argument[]): Result {
  const [operand, ...targets] = args;
  const format = operand ? body.types(operand.node).format : null;
  if (!operand || format === null) return NONE;
  const operands = [readValue(body, operand.result, operand.node)];
  const value = body.operation({
    ...{ kind: 'math', symbol: callee.name, node, at: callee.place, format, operands },
    writesTo: targets[0]?.result.site ?? null,
  });
  for (const { result } of targets) {
    storeInto(body, result, value, node);
    body.join(targets[0]!.result.cell, result.cell, 'argument', node);
  }
  return isScalarValue(body.types(node)) ? { cell: null, value } : NONE;
}

function callAtomic(body: BodyLowering, node: AstNode, callee: Callee, args: readonly Argument[]): Result {
  const [target, operand] = args;
  const facts = body.types(node);
  if (!target || !operand || facts.format === null) return NONE;
  const value = readValue(body, operand.result, operand.node);
  const before = body.builder.operations.length;
  const result = body.operation({
    kind: 'atomic',
    symbol: callee.name,
    node,
    at: callee.place,
    format: facts.format,
    operands: [value],
  });
  if (body.builder.operations.length > before && target.result.cell !== null)
    body.builder.atomics.push({ operation: before, cell: target.result.cell });
  if (value !== null)
    body.add({ kind: 'store', site: target.result.site ?? null, value: result, place: body.place(node) ?? NOWHERE });
  return { cell: null, value: result };
}
