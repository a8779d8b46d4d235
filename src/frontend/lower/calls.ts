/** Lowers calls: to the program's own functions, to the libraries we know by name, and to code we do not see. */
import type { Place } from '../../program/place.js';
import type { FunctionIndex, OperationKind, TransferDirection, ValueIndex } from '../../program/program.js';
import { isScalarValue } from '../ast/c-types.js';
import { type AstNode, children } from '../ast/node.js';
import { lower, NONE, type Result, readValue, storeInto, takeFunctionAddress } from './expressions.js';
import { type BodyLowering, NOWHERE } from './function-body.js';
import * as library from './library.js';

interface Callee {
  readonly name: string;
  readonly function: FunctionIndex | undefined;
  readonly isTemplate: boolean;
  /** For a member function: the object it is called on. */
  readonly object: Result | null;
  /** Called through a variable, not by name. */
  readonly indirect: Result | null;
  readonly place: Place | null;
}

const OPERATOR_KINDS: Readonly<Record<string, OperationKind>> = {
  'operator+': 'add',
  'operator-': 'sub',
  'operator*': 'mul',
  'operator/': 'div',
  'operator+=': 'add',
  'operator-=': 'sub',
  'operator*=': 'mul',
  'operator/=': 'div',
};

interface Argument {
  readonly node: AstNode;
  readonly result: Result;
}

export function lowerCall(body: BodyLowering, node: AstNode): Result {
  const [calleeNode, ...rest] = children(node);
  if (!calleeNode) return NONE;
  if (node.kind === 'CUDAKernelCallExpr') return lowerLaunch(body, node, calleeNode, rest);
  const callee = resolveCallee(body, calleeNode);
  const namesOnly = library.namesFunctionOnly.test(callee.name);
  const args = rest.map(
    (argument): Argument => ({
      node: argument,
      result: namesOnly ? lowerQuietly(body, argument) : lower(body, argument),
    }),
  );
  if (callee.function !== undefined)
    return callOwnFunction(
      body,
      node,
      callee.function,
      callee.object,
      node.kind === 'CXXOperatorCallExpr' ? withoutObject(body, callee.function, args) : args,
    );
  if (callee.indirect) return callUnseen(body, node, 'a function pointer', args, 'function-pointer');
  return callLibrary(body, node, callee, args);
}

/** A member operator's first argument is its object, not a parameter. */
function withoutObject(body: BodyLowering, index: FunctionIndex, args: Argument[]): Argument[] {
  return args.length > body.builder.functions[index]!.parameters.length ? args.slice(1) : args;
}

/** Names a function as an argument that is not called through: `cudaFuncSetAttribute(kernel, …)`. */
function lowerQuietly(body: BodyLowering, node: AstNode): Result {
  const before = body.builder.functions.map((draft) => draft.addressTaken);
  const result = lower(body, node);
  before.forEach((taken, index) => {
    body.builder.functions[index]!.addressTaken = taken;
  });
  return result;
}

function resolveCallee(body: BodyLowering, node: AstNode): Callee {
  let at = node;
  while (at.kind === 'ImplicitCastExpr' || at.kind === 'ParenExpr') at = children(at)[0]!;
  const place = body.place(at);
  if (at.kind === 'DeclRefExpr' && /Function|Method/.test(at.referencedDecl?.kind ?? '')) {
    const id = at.referencedDecl!.id;
    const isTemplate = at.foundReferencedDecl?.kind === 'FunctionTemplateDecl';
    return {
      name: at.referencedDecl!.name ?? '',
      function: body.scope.functions.get(id),
      isTemplate,
      object: null,
      indirect: null,
      place,
    };
  }
  if (at.kind === 'MemberExpr') {
    const result = lower(body, at);
    if (result.function !== undefined || /member function/.test(at.type?.qualType ?? ''))
      return {
        name: at.name ?? '',
        function: result.function,
        isTemplate: false,
        object: result,
        indirect: null,
        place,
      };
    return { name: at.name ?? '', function: undefined, isTemplate: false, object: null, indirect: result, place };
  }
  const result = lower(body, at);
  return { name: '', function: undefined, isTemplate: false, object: null, indirect: result, place };
}

function callOwnFunction(
  body: BodyLowering,
  node: AstNode,
  index: FunctionIndex,
  _object: Result | null,
  args: readonly Argument[],
): Result {
  const draft = body.builder.functions[index]!;
  if (body.owner !== null) body.builder.functions[body.owner]!.calls.add(index);
  const values = passArguments(body, index, args, node);
  const facts = body.types(node);
  const returned = draft.returnSite;
  if (isScalarValue(facts) && node.valueCategory === 'prvalue') {
    return {
      cell: null,
      value: body.add({
        kind: 'call',
        callee: draft.name,
        function: index,
        arguments: values,
        format: facts.format,
        place: body.place(node) ?? NOWHERE,
      }),
    };
  }
  if (values.length > 0)
    body.add({
      kind: 'call',
      callee: draft.name,
      function: index,
      arguments: values,
      format: null,
      place: body.place(node) ?? NOWHERE,
    });
  if (returned === null) return NONE;
  const format = facts.shape === 'scalar' ? facts.format : null; // a reference to one number
  return { cell: returned, site: returned, format };
}

/** Joins pointer and reference arguments with the parameters they become; returns the floating values passed. */
export function passArguments(
  body: BodyLowering,
  index: FunctionIndex,
  args: readonly Argument[],
  node: AstNode,
): ValueIndex[] {
  const { parameters } = body.builder.functions[index]!;
  const values: ValueIndex[] = [];
  const untyped = body.scope.parameterIds.get(index) ?? [];
  args.forEach(({ node: argument, result }, position) => {
    const parameter = parameters[position] ?? null;
    if (parameter === null) {
      const id = untyped[position];
      if (id !== undefined && result.cell !== null && !(result.weak ?? false)) {
        const facts = body.types(argument);
        body.join(
          result.cell,
          facts.isInteger ? body.scope.byteCountCell(id) : body.scope.cellOf(id),
          facts.isInteger ? 'byte-count' : 'argument',
          argument,
        );
      }
      if (position >= parameters.length && result.cell !== null && body.types(argument).isPointer)
        body.builder.freezeCell(
          result.cell,
          'variadic',
          `${body.builder.functions[index]!.name} at ${body.placeText(node)}`,
        );
      return;
    }
    const { shape } = body.builder.sites[parameter]!;
    if (shape === 'scalar' || shape === 'vector') {
      const value = readValue(body, result, argument);
      if (value !== null) values.push(value);
    } else {
      body.join(result.cell, parameter, 'argument', argument);
      if (result.cell !== null)
        body.builder.handedOver.push({ function: index, cell: result.cell, place: body.place(node) });
    }
  });
  return values;
}

function lowerLaunch(body: BodyLowering, node: AstNode, calleeNode: AstNode, rest: readonly AstNode[]): Result {
  const [configuration, ...argumentNodes] = rest;
  const callee = resolveCallee(body, calleeNode);
  const [, grid, block, sharedBytes, stream] = configuration ? children(configuration) : [];
  const parts = [grid, block, sharedBytes, stream].map((part) => (part ? lower(body, part) : NONE));
  const args = argumentNodes.map((argument): Argument => ({ node: argument, result: lower(body, argument) }));
  if (callee.function === undefined) return callUnseen(body, node, 'a kernel pointer', args, 'function-pointer');
  if (body.owner !== null) body.builder.functions[body.owner]!.calls.add(callee.function);
  passArguments(body, callee.function, args, node);
  const place = body.place(node);
  if (!place) return NONE;
  if (parts[2]!.cell !== null && !parts[2]!.weak)
    body.builder.sharedByteCounts.push({ kernel: callee.function, cell: parts[2]!.cell, place });
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
    });
  return NONE;
}

function callLibrary(body: BodyLowering, node: AstNode, callee: Callee, args: readonly Argument[]): Result {
  const { name } = callee;
  const facts = body.types(node);
  const memory = library.memoryCalls.get(name);
  if (memory && !callee.object) return callMemory(body, node, name, memory, args);
  if (library.loadIntrinsic.test(name))
    return { cell: args[0]?.result.cell ?? null, site: args[0]?.result.site ?? null, format: facts.format };
  if (library.storeIntrinsic.test(name)) {
    if (args[0] && args[1]) storeInto(body, args[0].result, readValue(body, args[1].result, args[1].node), node);
    return NONE;
  }
  if (library.atomicFunction.test(name)) return callAtomic(body, node, callee, args);
  if (node.kind === 'CXXOperatorCallExpr' || callee.object) return callLibraryMember(body, node, callee, args);
  const pointsToNumbers = args.filter(
    ({ node: argument, result }) => result.cell !== null && namesMemory(body, argument),
  );
  if (facts.format !== null && pointsToNumbers.length === 0 && !facts.isPointer && facts.shape !== 'container')
    return callMath(body, node, callee, args);
  if (callee.isTemplate) {
    for (const other of pointsToNumbers.slice(1))
      body.join(pointsToNumbers[0]!.result.cell, other.result.cell, 'argument', node);
    const cell = pointsToNumbers[0]?.result.cell ?? null;
    if (isScalarValue(facts) && node.valueCategory === 'prvalue') return opaque(body, node, callee, args);
    return {
      cell,
      site: pointsToNumbers[0]?.result.site ?? null,
      format: facts.shape === 'scalar' ? facts.format : null,
    };
  }
  return callUnseen(body, node, name, args, 'escapes');
}

/** True for an argument that hands over memory rather than one number. */
function namesMemory(body: BodyLowering, node: AstNode): boolean {
  const facts = body.types(node);
  if (facts.isInteger || facts.isFunction) return false;
  return facts.isPointer || facts.shape === 'array' || facts.shape === 'container' || facts.record !== null;
}

function opaque(body: BodyLowering, node: AstNode, callee: Callee, args: readonly Argument[]): Result {
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
function callMath(body: BodyLowering, node: AstNode, callee: Callee, args: readonly Argument[]): Result {
  const operands = args.map(({ node: argument, result }) =>
    body.types(argument).format === null ? null : readValue(body, result, argument),
  );
  const format = body.types(node).format!;
  const takesNumbers = operands.some((operand) => operand !== null);
  const converts = library.conversionIntrinsic.test(callee.name);
  if (
    (!takesNumbers && !converts) ||
    library.shuffleIntrinsic.test(callee.name) ||
    library.vectorMaker.test(callee.name)
  )
    return opaque(body, node, callee, args);
  const kind = converts ? 'convert' : 'math';
  return { cell: null, value: body.operation({ kind, symbol: callee.name, node, at: callee.place, format, operands }) };
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

/** Methods and operators of library types: arithmetic on half and vectors, access to containers, everything else by memory. */
function callLibraryMember(body: BodyLowering, node: AstNode, callee: Callee, args: readonly Argument[]): Result {
  const facts = body.types(node);
  const object = callee.object ?? args[0]?.result ?? NONE;
  const objectFacts = callee.object ? null : args[0] ? body.types(args[0].node) : null;
  const arithmetic = OPERATOR_KINDS[callee.name];
  const numeric = (f: typeof facts | null) =>
    f !== null &&
    f.format !== null &&
    !f.isPointer &&
    (f.shape === 'scalar' || f.shape === 'reference' || f.shape === 'vector');
  if (arithmetic && numeric(facts) && args.some(({ node: argument }) => numeric(body.types(argument)))) {
    const operands = args.map(({ node: argument, result }) => readValue(body, result, argument));
    const kind = arithmetic === 'sub' && args.length === 1 ? 'neg' : arithmetic;
    const value = body.operation({
      kind,
      symbol: callee.name.slice('operator'.length),
      node,
      at: callee.place,
      format: facts.format!,
      operands,
    });
    if (callee.name.endsWith('=')) storeInto(body, object, value, node);
    return callee.name.endsWith('=') ? { ...object, value } : { cell: null, value };
  }
  if (/^operator(?:<|>|<=|>=|==|!=)$/.test(callee.name) && numeric(objectFacts)) {
    const operands = args.map(({ node: argument, result }) => readValue(body, result, argument));
    body.operation({
      kind: 'compare',
      symbol: callee.name.slice('operator'.length),
      node,
      at: callee.place,
      format: objectFacts!.format!,
      operands,
    });
    return NONE;
  }
  if (callee.name === 'operator=' && numeric(objectFacts) && args[1]) {
    const value = readValue(body, args[1].result, args[1].node);
    storeInto(body, object, value, node);
    return { ...object, value };
  }
  const others = callee.object ? args : args.slice(1);
  for (const { node: argument, result } of others) {
    if (isScalarValue(body.types(argument))) readValue(body, result, argument);
    else if (namesMemory(body, argument)) body.join(object.cell, result.cell, 'argument', node);
  }
  if (isScalarValue(facts) && node.valueCategory === 'prvalue') return opaque(body, node, callee, others);
  return {
    cell: object.cell,
    site: object.site ?? null,
    format: facts.shape === 'scalar' || facts.shape === 'reference' ? facts.format : null,
  };
}

function callMemory(
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

/** Code we do not see may keep, reinterpret or write what it is given: the memory behind every pointer is frozen. */
function callUnseen(
  body: BodyLowering,
  node: AstNode,
  name: string,
  args: readonly Argument[],
  code: 'escapes' | 'function-pointer',
): Result {
  for (const { node: argument, result } of args) {
    if (result.function !== undefined) takeFunctionAddress(body, result.function, node);
    if (result.cell !== null && namesMemory(body, argument))
      body.builder.freezeCell(result.cell, code, `${name} at ${body.placeText(node)}`);
    else if (isScalarValue(body.types(argument))) readValue(body, result, argument);
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
  return NONE;
}
