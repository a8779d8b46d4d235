/** Calls of library functions we know by name or by shape, and of code we do not see. */
import type { Format } from '../../../numerics/format.js';
import { functionOfSeveralResults } from '../../../program/math-twins.js';
import type { OperationKind } from '../../../program/program.js';
import { isScalarValue } from '../../ast/c-types.js';
import type { AstNode } from '../../ast/node.js';
import { type BodyLowering, NOWHERE } from '../body/function-body.js';
import { freezeBound } from '../expressions/bound-calls.js';
import { NONE, type Result, readValue, storeInto } from '../expressions/expressions.js';
import { madeElsewhere } from '../expressions/made-elsewhere.js';
import {
  countIsPrinted,
  FIXED,
  measure,
  newMemory,
  oneOf,
  sizeIsSeen,
  sizesOfNumbersAreSeen,
} from '../memory/byte-counts.js';
import { recordSites } from '../memory/record-sites.js';
import { seeAsBytes } from '../memory/record-views.js';
import { explicitLibraryArguments } from '../templates/template-parameters.js';
import { callBack, giveCallables, invokeThrough, isInvoker, keepMemory, keepResults } from './callables.js';
import { type Argument, type Callee, namesMemory, walkGivenPointer } from './calls.js';
import * as library from './library.js';
import { callLibraryMember } from './library-members.js';
import { callMemory, pointee } from './memory-calls.js';
import { callScan, isScan } from './scan-calls.js';

export function callLibrary(body: BodyLowering, node: AstNode, callee: Callee, args: readonly Argument[]): Result {
  const { name } = callee;
  if (library.asksForThreads.test(name)) warnOfThreads(body, node, name);
  if (/printf$|^operator<<$/.test(name))
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
  if (name === 'tie' || !/<[^<>]*&|\breference_wrapper</.test(type)) return;
  for (const { node: argument, result } of args)
    if (isScalarValue(body.types(argument)) && result.site !== null && result.site !== undefined)
      body.builder.freeze(result.site, 'escapes', `${name} at ${body.placeText(node)}`);
}

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

/** Move whole records, or give them to a function of the program's that takes them for what they are. */
const handsRecordsOn = /^(?:qsort|bsearch|pthread_create|thrd_create)$/;
const RECORD_SIZE: Readonly<Record<string, number>> = { qsort: 2, bsearch: 3 };

/** Code we do not see may keep, reinterpret or write what it is given: the memory behind every pointer is frozen. */
export function callUnseen(
  body: BodyLowering,
  node: AstNode,
  name: string,
  args: readonly Argument[],
  code: 'escapes' | 'function-pointer',
): Result {
  const evidence = `${name} at ${body.placeText(node)}`;
  for (const { node: argument, result } of args) {
    const record = recordSites(body.scope, pointee(body, argument).record);
    if (record && handsRecordsOn.test(name)) {
      const size = args[RECORD_SIZE[name] ?? -1];
      if (size) measure(body, size.result, size.node, result.cell);
      continue;
    }
    for (const site of record ? [...record.values, ...record.pointers] : []) body.builder.freeze(site, code, evidence);
    // a function of the program's own is called through a pointer: it knows such a field by its name
    for (const cell of record && code === 'escapes' ? record.untyped : [])
      body.builder.freezeCell(cell, code, evidence);
    if (result.cell !== null && namesMemory(body, argument)) {
      body.builder.freezeCell(result.cell, code, evidence);
      if (!isScan(name)) body.builder.walked.add(result.cell);
    } else if (isScalarValue(body.types(argument))) readValue(body, result, argument);
    else if (result.cell !== null && body.types(argument).isInteger)
      measure(body, result, argument, newMemory(body, argument, FIXED)); // bytes of what that code has, which stays as it is
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
  return madeElsewhere(body, node, name);
}

/** What goes by the number of a thread does something else in the one thread of an emulated run. */
function warnOfThreads(body: BodyLowering, node: AstNode, name: string): void {
  const place = body.place(node);
  if (!place || !body.recordsProgram) return;
  const text = `${name}() answers for one thread in an emulated run, however many the program has`;
  body.builder.warnings.push({ code: 'thread-number', text, place });
}
