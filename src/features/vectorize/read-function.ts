import { constantForm, isConstant, type LinearForm, sum } from '../../numerics/linear-form.js';
import { DebugInfo } from './debug-info.js';
import {
  type Access,
  accessesOf,
  type Fold,
  hasDeclaredHalves,
  type LaneProgram,
  type LaneStore,
  nodesOf,
  type Parameter,
  type Place,
} from './lane-program.js';
import type { Instruction, IrFunction, IrModule } from './llvm-ir/module.js';
import { lostAround, onCycles, type Unkept } from './loop-guards.js';
import { LaneReader } from './read-lanes.js';
import { carriedNumbers, foundReductions, ReductionReader } from './read-reductions.js';
import { refusal } from './refusal.js';
import { definitionsIn, scalarStarts, type VectorLoop, vectorLoops } from './vector-loop.js';

export interface ReadingOptions {
  /** Assume that arrays do not overlap, whatever their declarations say; for kernels this follows from their threads being independent. */
  readonly assumeRestrict: boolean;
  /** Allow reductions to be reordered. */
  readonly reassociate: boolean;
}

/** The lane program of a function that consists of one vectorized loop; null if LLVM has not vectorized any loop. */
export function readFunction(module: IrModule, fn: IrFunction, options: ReadingOptions): LaneProgram | null {
  const debug = new DebugInfo(module);
  const loops = vectorLoops(fn);
  const [loop] = loops;
  if (!loop) return null;
  const parameters = readParameters(fn, debug);
  const reader = new LaneReader(
    fn,
    loop,
    debug,
    parameters,
    module.records,
    hasDeclaredHalves({ parameters: [...parameters.values()] }),
  );
  const place = reader.placeOfLoop();
  if (loops.length > 1)
    throw refusal('MX4071', `the function has ${loops.length} loops`, place, 'move each loop into its own function');
  const found = foundReductions(fn, loop);
  refuseCarried(carriedNumbers(loop, found), debug, place);
  if (found.length > 0 && !options.reassociate)
    throw anotherOrder(debug.place(placeNumber(fn, found[0]!.next.value)) ?? place, found[0]!.fold);
  const { counter, begin } = counterOf(fn, loop, debug, reader);
  reader.countFrom(begin);
  if (loop.tripCount === null)
    throw refusal(
      'MX4071',
      'the iteration count of the loop is a constant that LLVM has computed',
      place,
      'pass the count as a parameter',
    );
  const count = reader.wholeNumber(loop.tripCount);
  const end = sum(begin, count);
  refuseLost(
    lostAround(fn, loop, count, (value) => reader.wholeNumber(value), found.length > 0),
    debug,
    place,
  );
  const behind = new ReductionReader(fn, loop, debug, reader, found);
  const reductions = behind.reductions();
  const stores = reader.stores();
  const results = found.length > 0 ? behind.results(reductions) : [];
  refuseOtherEffects(loop, debug, found.length > 0);
  const program = {
    name: debug.functionName(fn) ?? fn.symbol,
    file: place?.file ?? '',
    line: debug.lineOf(fn),
    loopLine: place?.line ?? debug.lineOf(fn),
    parameters: [...parameters.values(), ...reader.tablesIn(nodesOf({ stores, reductions }))],
    written: reader.written,
    ...{ counter, begin, end, rows: null, stores, reductions, results, isLeftInParts: false, isKernel: false },
    doubleLines: reader.doubleLines,
  };
  if (!options.assumeRestrict) refuseOverlap(fn, parameters, program, place);
  refuseOrderedAccesses(program);
  refuseSharedResults(program);
  return program;
}

function refuseCarried([first]: readonly Instruction[], debug: DebugInfo, place: Place | null): void {
  if (first)
    throw refusal(
      'MX4070',
      'a value is carried from one iteration to the next and is not a sum, product, minimum or maximum',
      debug.place(first.debug) ?? place,
      'compute it from the loop counter, or leave this loop scalar',
    );
}

function placeNumber(fn: IrFunction, value: string): number | null {
  return definitionsIn(fn.blocks).get(value)?.instruction.debug ?? null;
}

function anotherOrder(place: Place | null, fold: Fold): Error {
  return refusal(
    'MX4070',
    `the loop computes a ${fold === 'sum' || fold === 'product' ? fold : `${fold} number`}, which vector code computes from partial results in another order`,
    place,
    'allow it with --reassociate and measure the error with --check; or store the value of each element and reduce them elsewhere (cub::DeviceReduce)',
  );
}

/** Throws if a result array, which stays in float, is also used in the loop. */
function refuseSharedResults(program: LaneProgram): void {
  const single = new Set(program.results.flatMap(({ target }) => (target ? [target.array] : [])));
  const shared = accessesOf(program).find(({ array }) => single.has(array));
  if (shared)
    throw refusal(
      'MX4071',
      `${shared.array} is used in the loop and also receives the result of the loop`,
      { file: program.file, line: program.loopLine, column: 1 },
      'store the result in a separate array',
    );
}

/** Parameters in source order, by their IR names. */
function readParameters(fn: IrFunction, debug: DebugInfo): Map<string, Parameter> {
  const variables = new Map<string, NonNullable<ReturnType<DebugInfo['variable']>>>();
  for (const { instructions } of fn.blocks)
    for (const { opcode, operands, variable, debug: location } of instructions) {
      const found = opcode === 'dbg_value' && !debug.isInlined(location) ? debug.variable(variable) : null;
      const value = operands[0]?.value;
      if (found?.argument && value && !variables.has(value)) variables.set(value, found);
    }
  const read = new Map(
    fn.parameters.map(({ type, value }): [string, Parameter] => {
      const variable = variables.get(value);
      const name = variable?.name ?? value.slice(1);
      if (type !== 'ptr') {
        const kind = /^i\d+$/.test(type) ? 'integer' : 'number';
        if (kind === 'number' && !/^(?:half|bfloat|float|double)$/.test(type))
          throw refusal('MX4071', `the parameter ${name} is neither a number nor an array`, debug.headOf(fn));
        if (kind === 'integer') return [value, { kind, name, type: debug.integerText(variable?.type ?? null) }];
        return [value, { kind, name, type: variable ? debug.typeText(variable.type) : type }];
      }
      if (!variable)
        throw refusal(
          'MX4071',
          `the parameter ${name} is a record passed by value, or is unused`,
          debug.headOf(fn),
          'pass its members as separate parameters',
        );
      const numbers = debug.numbersIn(debug.pointee(variable.type));
      if (!numbers)
        throw refusal(
          'MX4071',
          `the parameter ${name} is not an array of float, double or 16-bit numbers, or of records of these`,
          debug.headOf(fn),
          'pass each array of numbers as a separate parameter',
        );
      const { fields, numberBytes, isBfloat } = numbers;
      const format = numberBytes === 2 ? (isBfloat ? 'bf16' : 'fp16') : null;
      return [value, { kind: 'array' as const, name, fields, numberBytes, format }];
    }),
  );
  // in a source with 16-bit types, other arrays keep their declared formats too
  if (!hasDeclaredHalves({ parameters: [...read.values()] })) return read;
  return new Map(
    [...read].map(([value, one]) => [value, one.kind === 'array' ? { ...one, format: one.format ?? 'fp32' } : one]),
  );
}

/** The user's counter if the scalar loop still has it with step one; otherwise an i from 0. */
function counterOf(
  fn: IrFunction,
  loop: VectorLoop,
  debug: DebugInfo,
  reader: LaneReader,
): { counter: string; begin: LinearForm } {
  const starts = scalarStarts(loop);
  const definitions = definitionsIn(fn.blocks);
  for (const { instructions } of loop.others)
    for (const { opcode, operands, variable, debug: location } of instructions) {
      const name = opcode === 'dbg_value' && !debug.isInlined(location) ? debug.variable(variable)?.name : undefined;
      const phi = definitions.get(operands[0]?.value ?? '')?.instruction;
      if (name === undefined || phi?.opcode !== 'phi' || !/^i\d+$/.test(phi.type)) continue;
      const start = phi.operands.flatMap(({ value }) => starts.get(value) ?? [])[0] ?? starts.get(phi.result!);
      const next = phi.operands
        .map(({ value }) => definitions.get(value)?.instruction)
        .find((one) => one?.opcode === 'add');
      if (start === undefined || next?.operands[0]?.value !== phi.result || next.operands[1]?.value !== '1') continue;
      return { counter: name, begin: reader.wholeNumber(start) };
    }
  return { counter: 'i', begin: constantForm(0) };
}

/** Throws if there is code around the loop, which would be lost. */
function refuseLost(lost: Unkept | null, debug: DebugInfo, place: Place | null): void {
  if (lost?.kind === 'repeated')
    throw refusal(
      'MX4071',
      'the loop is nested in another loop',
      place,
      'move the inner loop into its own function, with the outer counter as a parameter',
    );
  if (lost?.kind === 'guarded')
    throw refusal(
      'MX4071',
      'the loop runs under a condition',
      debug.place(lost.branch.debug) ?? place,
      'move the loop into its own function, and put the condition around its call',
    );
}

/** Throws if LLVM's vector loop depends on run-time checks, which the generated source does not have. */
function refuseOverlap(
  fn: IrFunction,
  parameters: ReadonlyMap<string, Parameter>,
  program: LaneProgram,
  place: Place | null,
): void {
  const open = fn.parameters.flatMap(({ value, isRestrict }) => (isRestrict ? [] : [parameters.get(value)?.name]));
  const used = new Set([...program.written, ...accessesOf(program).map(({ array }) => array)]);
  const names = [...parameters.values()]
    .map(({ name }) => name)
    .filter((name) => used.has(name) && open.includes(name));
  if (names.length < 2 || !names.some((name) => program.written.has(name))) return;
  throw refusal(
    'MX4070',
    `the arrays ${names.join(', ')} may overlap: a later iteration may read an element that was written`,
    place,
    `declare them __restrict__ (restrict in C) if they never overlap: ${names.map((name) => `*__restrict__ ${name}`).join(', ')}`,
  );
}

/** LLVM intrinsics without effects. llvm.memcpy, which replaces copy loops, is not one of them. */
const HARMLESS = /^llvm\.(?!mem|masked|vp\.|write|prefetch|trap)/;

/** Throws if the function has code besides its loop, which would be lost. */
function refuseOtherEffects(loop: VectorLoop, debug: DebugInfo, hasResults: boolean): void {
  const inLoop = new Set(loop.blocks.flatMap(({ instructions }) => instructions.map((one) => one.debug)));
  const repeated = onCycles(loop.others);
  for (const { label, instructions } of loop.others)
    for (const one of instructions) {
      const isCall = one.opcode === 'call' && !HARMLESS.test(one.extra[0] ?? '');
      // an iteration of its own, before or after the loop
      const isOutside = !inLoop.has(one.debug) || !repeated.has(label);
      if (((one.opcode === 'store' && !hasResults) || isCall) && isOutside)
        throw refusal(
          'MX4071',
          'the function has statements besides its loop',
          debug.place(one.debug),
          'move the loop into its own function',
        );
      if (one.opcode === 'ret' && one.operands.length > 0 && !hasResults)
        throw refusal(
          'MX4071',
          'the function returns a value',
          debug.place(one.debug),
          'store the results in arrays instead',
        );
    }
}

/** Throws if a vector accesses elements that another one writes, because vectors on a GPU run in any order. */
function refuseOrderedAccesses(program: LaneProgram): void {
  const loads = nodesOf(program).flatMap((node) =>
    node.kind === 'load' ? [{ access: node.access, place: node.place }] : [],
  );
  for (const store of program.stores) {
    if (store.access.stride <= 0)
      throw refusal(
        'MX4070',
        store.access.stride === 0
          ? `all iterations write the same element of ${store.access.array}`
          : `${store.access.array} is written in descending order`,
        store.place,
        store.access.stride === 0 ? 'let each iteration write its own element' : 'let the counter ascend',
      );
    const others: readonly { access: Access; place: Place | null }[] = [...loads, ...program.stores];
    for (const { access, place } of others)
      if (access.array === store.access.array && !isApart(access, store))
        throw refusal(
          'MX4070',
          `an element of ${access.array} is written in one iteration and accessed in another; vectors on a GPU run in any order`,
          place ?? store.place,
          'write to a different array than the one that is read',
        );
  }
}

/** Whether two accesses are to the same element in each iteration, or to another component of the same record. */
function isApart(access: Access, store: LaneStore): boolean {
  const distance = sum(access.offset, store.access.offset, -1);
  return access.stride === store.access.stride && isConstant(distance) && Math.abs(distance.constant) < access.stride;
}
