import { type Affine, add, constantAffine, isConstant } from './affine.js';
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
  resultArrays,
} from './lane-program.js';
import type { Instruction, IrFunction, IrModule } from './llvm-ir/module.js';
import { lostAround, type Unkept } from './loop-guards.js';
import { LaneReader } from './read-lanes.js';
import { carriedNumbers, foundReductions, ReductionReader } from './read-reductions.js';
import { refusal } from './refusal.js';
import { definitionsIn, scalarStarts, type VectorLoop, vectorLoops } from './vector-loop.js';

export interface ReadingOptions {
  /** Arrays do not overlap, whatever their declarations say: what a kernel's threads do at once must not depend on one another. */
  readonly assumeRestrict: boolean;
  /** Sums, products, minima and maxima may be put together from parts, in another order than the source has. */
  readonly reassociate: boolean;
}

/** The lane program of a function that consists of one vectorised loop; null where LLVM has vectorised none in it. */
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
    throw refusal(
      'MX4071',
      `the function has ${loops.length} loops`,
      place,
      'put each loop into a function of its own',
    );
  const found = foundReductions(fn, loop);
  refuseCarried(carriedNumbers(loop, found), debug, place);
  if (found.length > 0 && !options.reassociate)
    throw anotherOrder(debug.place(placeNumber(fn, found[0]!.next.value)) ?? place, found[0]!.fold);
  const { counter, begin } = counterOf(fn, loop, debug, reader);
  reader.countFrom(begin);
  if (loop.tripCount === null)
    throw refusal(
      'MX4071',
      'how often the loop runs is a constant that LLVM has worked out',
      place,
      'give the count as a parameter',
    );
  const count = reader.wholeNumber(loop.tripCount);
  const end = add(begin, count);
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
    parameters: [...parameters.values()],
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
      'a number goes from one iteration to the next, and is no sum, product, minimum or maximum',
      debug.place(first.debug) ?? place,
      'compute it from the counter, or leave this loop scalar',
    );
}

function placeNumber(fn: IrFunction, value: string): number | null {
  return definitionsIn(fn.blocks).get(value)?.instruction.debug ?? null;
}

function anotherOrder(place: Place | null, fold: Fold): Error {
  return refusal(
    'MX4070',
    `a ${fold === 'sum' || fold === 'product' ? fold : `${fold} number`} goes through all iterations: on vectors it is put together from parts, in another order than the source has`,
    place,
    'allow it with --reassociate, and see with --check how far that is off; or let the function store what one element gives, and sum it up elsewhere (cub::DeviceReduce)',
  );
}

/** An array of single numbers stays in float: it cannot be one of the loop's as well. */
function refuseSharedResults(program: LaneProgram): void {
  const single = resultArrays(program);
  const shared = accessesOf(program).find(({ array }) => single.has(array));
  if (shared)
    throw refusal(
      'MX4071',
      `${shared.array} is used in the loop, and takes what the loop came to`,
      { file: program.file, line: program.loopLine, column: 1 },
      'give what the loop came to an array of its own',
    );
}

/** In the order of the source, by the names of the IR. */
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
        return [
          value,
          { kind, name, type: variable ? debug.typeText(variable.type) : kind === 'integer' ? 'int' : type },
        ];
      }
      if (!variable)
        throw refusal(
          'MX4071',
          `the parameter ${name} is a record by value, or is not used`,
          debug.headOf(fn),
          'give the numbers that it holds as parameters of their own',
        );
      const numbers = debug.numbersIn(debug.pointee(variable.type));
      if (!numbers)
        throw refusal(
          'MX4071',
          `the parameter ${name} is no array of float, double or halves, nor of records of one of them`,
          debug.headOf(fn),
          'give each array of numbers as a parameter of its own',
        );
      const { fields, numberBytes, isBfloat } = numbers;
      const format = numberBytes === 2 ? (isBfloat ? 'bf16' : 'fp16') : null;
      return [value, { kind: 'array' as const, name, fields, numberBytes, format }];
    }),
  );
  // beside halves, the other arrays are what they are declared as too
  if (!hasDeclaredHalves({ parameters: [...read.values()] })) return read;
  return new Map(
    [...read].map(([value, one]) => [value, one.kind === 'array' ? { ...one, format: one.format ?? 'fp32' } : one]),
  );
}

/** The user's counter, where the scalar loop still has it and it goes by one; otherwise an i from 0. */
function counterOf(
  fn: IrFunction,
  loop: VectorLoop,
  debug: DebugInfo,
  reader: LaneReader,
): { counter: string; begin: Affine } {
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
  return { counter: 'i', begin: constantAffine(0) };
}

/** What stands around the loop is not written, and would be missed. */
function refuseLost(lost: Unkept | null, debug: DebugInfo, place: Place | null): void {
  if (lost?.kind === 'repeated')
    throw refusal(
      'MX4071',
      'the loop stands in another one',
      place,
      'put the inner loop into a function of its own, with the outer counter as a parameter',
    );
  if (lost?.kind === 'guarded')
    throw refusal(
      'MX4071',
      'whether the loop runs depends on more than how often it runs',
      debug.place(lost.branch.debug) ?? place,
      'put the loop into a function of its own, and the condition around its call',
    );
}

/** Whatever LLVM checks at run time before it takes its vector loop: nothing of that is written. */
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
    `the arrays ${names.join(', ')} may overlap: an element that is written may be read again by a later iteration`,
    place,
    `declare them __restrict__ (restrict in C) if they never overlap: ${names.map((name) => `*__restrict__ ${name}`).join(', ')}`,
  );
}

/** Intrinsics of LLVM's that change nothing; llvm.memcpy, which it makes of a loop that copies, does. */
const HARMLESS = /^llvm\.(?!mem|masked|vp\.|write|prefetch|trap)/;

/** What a function does besides its loop would be lost. */
function refuseOtherEffects(loop: VectorLoop, debug: DebugInfo, hasResults: boolean): void {
  const inLoop = new Set(loop.blocks.flatMap(({ instructions }) => instructions.map((one) => one.debug)));
  for (const { instructions } of loop.others)
    for (const one of instructions) {
      const isCall = one.opcode === 'call' && !HARMLESS.test(one.extra[0] ?? '');
      if (((one.opcode === 'store' && !hasResults) || isCall) && !inLoop.has(one.debug))
        throw refusal(
          'MX4071',
          'the function does something besides its loop',
          debug.place(one.debug),
          'put the loop into a function of its own',
        );
      if (one.opcode === 'ret' && one.operands.length > 0 && !hasResults)
        throw refusal(
          'MX4071',
          'the function returns a value',
          debug.place(one.debug),
          'let it store what it finds in arrays',
        );
    }
}

/** The vectors of a GPU are computed in any order: what one of them writes, no other may read or write. */
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
          : `${store.access.array} is written from its end to its beginning`,
        store.place,
        store.access.stride === 0 ? 'let each iteration write its own element' : 'let the counter run upwards',
      );
    const others: readonly { access: Access; place: Place | null }[] = [...loads, ...program.stores];
    for (const { access, place } of others)
      if (access.array === store.access.array && !isApart(access, store))
        throw refusal(
          'MX4070',
          `${access.array} is written and, by another iteration, read or written: vectors on a GPU are computed in any order`,
          place ?? store.place,
          'write into another array than the one that is read',
        );
  }
}

/** One and the same element of each iteration, or another number of the same record. */
function isApart(access: Access, store: LaneStore): boolean {
  const distance = add(access.offset, store.access.offset, -1);
  return access.stride === store.access.stride && isConstant(distance) && Math.abs(distance.constant) < access.stride;
}
