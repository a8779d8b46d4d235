/** Calls of library functions we know by name or by shape, and of code we do not see. */
import type { Format } from '../../../numerics/format.js';
import { functionOfSeveralResults } from '../../../program/math-twins.js';
import type { OperationKind } from '../../../program/program.js';
import { isScalarValue } from '../../ast/c-types.js';
import { isParenOrImplicit } from '../../ast/ignoring.js';
import { type AstNode, children } from '../../ast/node.js';
import { isScan } from '../../ast/scan-call.js';
import type { BodyLowering } from '../body/function-body.js';
import { freezeBound } from '../expressions/bound-calls.js';
import { madeElsewhere } from '../expressions/made-elsewhere.js';
import { NONE, type Result, readValue, storeInto } from '../expressions/results.js';
import { countIsPrinted, oneOf, sizeIsSeen, sizesOfNumbersAreSeen } from '../memory/byte-counts.js';
import { seeAsBytes } from '../memory/record-views.js';
import { NOWHERE } from '../places.js';
import { explicitLibraryArguments } from '../templates/template-parameters.js';
import { callBack, giveCallables, invokeThrough, isInvoker, keepMemory, keepResults } from './callables.js';
import { type Argument, type Callee, namesMemory, walkGivenPointer } from './given-arguments.js';
import * as library from './library.js';
import { callLibraryMember } from './library-members.js';
import { callMemory } from './memory-calls.js';
import { callScan } from './scan-calls.js';
import { callUnseen, keepGivenAway, opaque, warnOfThreads } from './unseen-code.js';

/** `fprintf(stderr, …)`, `std::cerr << … << …`: a message beside the output, true of whatever was allocated. */
function goesToErrors(stream: AstNode | undefined): boolean {
  let at = stream;
  while (at && at.kind !== 'DeclRefExpr')
    at = at.kind === 'CXXOperatorCallExpr' ? children(at)[1] : isParenOrImplicit(at) ? children(at)[0] : undefined;
  return /^(?:stderr|__stderrp|cerr|clog)$/.test(at?.referencedDecl?.name ?? '');
}

export function callLibrary(body: BodyLowering, node: AstNode, callee: Callee, args: readonly Argument[]): Result {
  const { name } = callee;
  if (library.asksForThreads.test(name)) warnOfThreads(body, node, name);
  if (/printf$|^operator<<$/.test(name) && !goesToErrors(args[0]?.node))
    for (const argument of args) {
      sizeIsSeen(body, argument.node, argument.result);
      sizesOfNumbersAreSeen(body, argument.node);
      countIsPrinted(body, argument.node, argument.result);
    }
  const facts = body.types(node);
  const memory = library.memoryCalls.get(name);
  if (memory && !callee.object) return callMemory(body, node, name, memory, args);
  if (library.loadIntrinsic.test(name))
    return { cell: args[0]?.result.cell ?? null, site: args[0]?.result.site ?? null, format: facts.format };
  if (library.storeIntrinsic.test(name)) {
    if (args[0] && args[1]) storeInto(body, args[0].result, readValue(body, args[1].result, args[1].node), node);
    return NONE;
  }
  if (isScan(name) && !callee.object) return callScan(body, node, name, args);
  const calledBack = callee.object ? null : callBack(body, node, name, args);
  if (calledBack) return calledBack;
  if (library.isTypeGeneric(name)) return opaque(body, node, callee, args);
  if (library.compilerAtomic.test(name)) return callUnseen(body, node, name, args, 'escapes');
  if (library.atomicFunction.test(name)) return callAtomic(body, node, callee, args);
  if (node.kind === 'CXXOperatorCallExpr' || callee.object) return callLibraryMember(body, node, callee, args);
  if (library.readsBytes.test(name)) {
    const made = seeAsBytes(body, node, args);
    if (!isScalarValue(facts)) return made;
  }
  const compares = arithmeticKind(name) === 'compare' && args[0] ? body.types(args[0].node).format : null;
  if (compares !== null) return { ...callMath(body, node, callee, args, compares), value: null };
  const pointsToNumbers = args.filter(
    ({ node: argument, result }) => result.cell !== null && namesMemory(body, argument),
  );
  const exchanged = callee.isTemplate && name === 'exchange' ? (args[0]?.result.cell ?? null) : null;
  if (exchanged !== null) body.builder.freezeCell(exchanged, 'escapes', `exchange at ${body.placeText(node)}`);
  if (exchanged !== null && isScalarValue(facts)) return opaque(body, node, callee, args);
  if (facts.format !== null && pointsToNumbers.length === 0 && !facts.isPointer && facts.shape !== 'container')
    return callMath(body, node, callee, args, facts.format);
  if (functionOfSeveralResults(name) !== null) return callForSeveralResults(body, node, callee, args);
  if (callee.isTemplate && name === 'swap' && args.length === 2)
    body.join(args[0]!.result.cell, args[1]!.result.cell, 'copied', node);
  if (callee.isTemplate && isInvoker(name)) {
    if (!invokeThrough(body, node, args)) for (const argument of args) keepMemory(body, node, argument);
    return isScalarValue(facts) && node.valueCategory === 'prvalue' ? opaque(body, node, callee, args) : NONE;
  }
  if (callee.isTemplate) {
    if (!library.namesFunctionOnly.test(name)) giveCallables(body, node, args);
    for (const other of pointsToNumbers.slice(1))
      body.join(pointsToNumbers[0]!.result.cell, other.result.cell, 'argument', node);
    for (const argument of pointsToNumbers) walkGivenPointer(body, argument);
    if (library.launchesKernel.test(name))
      for (const argument of args) keepGivenAway(body, argument, 'escapes', `${name} at ${body.placeText(node)}`);
    freezeReferredTo(body, node, name, args);
    if (library.computesInElements.test(name) || addsElements(body, name, args)) {
      for (const { result } of pointsToNumbers)
        body.builder.freezeCell(result.cell!, 'library-arithmetic', `${name} at ${body.placeText(node)}`);
      keepResults(body, node, name, args);
    }
    const given = pointsToNumbers[0]?.result.cell ?? null;
    const said = library.makesType.test(name) ? explicitLibraryArguments(body, node, callee.place) : null;
    body.join(said, given, 'argument', node);
    const cell = said ?? given;
    if (facts.isInteger)
      return chooses(name)
        ? oneOf(
            body,
            node,
            args.map(({ result }) => result),
          )
        : NONE;
    if (isScalarValue(facts) && node.valueCategory === 'prvalue') return opaque(body, node, callee, args);
    if (cell === null) return madeElsewhere(body, node, name);
    return {
      cell,
      site: pointsToNumbers[0]?.result.site ?? null,
      format: facts.shape === 'scalar' ? facts.format : null,
    };
  }
  return callUnseen(body, node, name, args, 'escapes');
}

/** The standard's `reduce` adds some elements among themselves before it comes to what it begins with; thrust's begins with it. */
function addsElements(body: BodyLowering, name: string, args: readonly Argument[]): boolean {
  if (name !== 'reduce') return false;
  const isThrust = args.some(({ node }) =>
    /\bthrust::/.test(node.type?.desugaredQualType ?? node.type?.qualType ?? ''),
  );
  return !isThrust || !args.some(({ node }) => isScalarValue(body.types(node)));
}

/**
 * `auto [low, high] = std::minmax(x, y)`, `std::pair<double &, int> p(x, 1)`: what is made refers to the numbers themselves. `std::tie` is
 * assigned through and forgotten.
 */
export function freezeReferredTo(body: BodyLowering, node: AstNode, name: string, args: readonly Argument[]): void {
  const type = node.type?.desugaredQualType ?? node.type?.qualType ?? '';
  if (name === 'tie' || !/<[^<>]*&|\b(?:reference_wrapper|atomic_ref)</.test(type)) return;
  for (const { node: argument, result } of args)
    if (isScalarValue(body.types(argument)) && result.site !== null && result.site !== undefined)
      body.builder.freeze(result.site, 'escapes', `${name} at ${body.placeText(node)}`);
}

/** A library function of numbers to a number: a math operation if it takes any number, else a source such as drand48(). */
function callMath(
  body: BodyLowering,
  node: AstNode,
  callee: Callee,
  args: readonly Argument[],
  format: Format,
): Result {
  if (body.scope.boundCalls.has(node.id)) {
    freezeBound(body, node, callee.name, args);
    return opaque(body, node, callee, args);
  }
  const operands = args.map(({ node: argument, result }) =>
    body.types(argument).format === null ? null : readValue(body, result, argument),
  );
  const takesNumbers = operands.some((operand) => operand !== null);
  const converts = library.conversionIntrinsic.test(callee.name);
  if (
    (!takesNumbers && !converts) ||
    library.shuffleIntrinsic.test(callee.name) ||
    library.vectorMaker.test(callee.name)
  )
    return opaque(body, node, callee, args);
  const kind = converts ? 'convert' : (arithmeticKind(callee.name) ?? 'math');
  return { cell: null, value: body.operation({ kind, symbol: callee.name, node, at: callee.place, format, operands }) };
}

function arithmeticKind(name: string): OperationKind | undefined {
  return library.arithmeticIntrinsics.find((intrinsic) => intrinsic.name.test(name))?.kind;
}

/** `sincos(x, &s, &c)`: one operation, whose results go where the pointers lead. */
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

/** One of its arguments. */
function chooses(name: string): boolean {
  return name === 'min' || name === 'max';
}
