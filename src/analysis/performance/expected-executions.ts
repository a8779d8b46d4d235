/**
 * How often each basic block would run, for all one can see in the text: as often as its function is called or launched, times the trips of
 * the loops around it. For shares of a whole, not for times: threads are not in it.
 */
import type { Range } from '../../program/place.js';
import type { FunctionIndex, LoopIndex, Program } from '../../program/program.js';
import { groupedBy } from '../../support/grouped-by.js';
import { deviceFunctions } from '../scope.js';
import type { BlockExecutions } from './block-executions.js';

/**
 * A loop counts its trips, but no more than this, and this where they are not known. Only depth is seen of most loops; one whose bound is a
 * constant would otherwise outweigh those whose bound is the size of the input.
 */
const TRIPS_SEEN = 10;

export function expectedExecutions(program: Program): BlockExecutions {
  const device = deviceFunctions(program);
  const known = new Map<FunctionIndex, number>();
  const underWay = new Set<FunctionIndex>();

  const runsOf = (index: FunctionIndex): number => {
    const before = known.get(index);
    if (before !== undefined) return before;
    if (underWay.has(index)) return 0; // it calls itself: what calls it from outside decides
    underWay.add(index);
    const isKernel = program.functions[index]!.kind === 'kernel';
    const runs = isKernel ? launched(index) : called(index);
    underWay.delete(index);
    known.set(index, runs);
    return runs;
  };

  const launched = (kernel: FunctionIndex): number =>
    sumOrOne(
      program.launches.flatMap(({ kernel: other, caller, place: { range } }) => {
        if (other !== kernel) return [];
        return caller === null ? [1] : [runsOf(caller) * trips(program, loopAround(program, caller, range))];
      }),
    );

  const callers = groupedBy(
    program.functions.flatMap(({ calls }, caller) => [...new Set(calls)].map((callee) => ({ callee, caller }))),
    ({ callee }) => callee,
  );
  const called = (callee: FunctionIndex): number =>
    sumOrOne(
      (callers.get(callee) ?? []).flatMap(({ caller }) => {
        if (caller === callee || (device.has(callee) && !device.has(caller))) return [];
        const runs = runsOf(caller);
        return loopsOfCalls(program, caller, callee).map((loop) => runs * trips(program, loop));
      }),
    );

  return program.functions.map(({ blocks }, index) => {
    const runs = runsOf(index);
    return blocks.map(({ loop }) => runs * trips(program, loop));
  });
}

/** What nobody is seen to call runs once. */
function sumOrOne(runs: readonly number[]): number {
  return runs.reduce((sum, one) => sum + one, 0) || 1;
}

function trips(program: Program, innermost: LoopIndex | null): number {
  let product = 1;
  for (let at = innermost; at !== null; at = program.loops[at]!.parent)
    product *= Math.min(program.loops[at]!.tripCount ?? TRIPS_SEEN, TRIPS_SEEN);
  return product;
}

/** The innermost loops around the calls of a function. A call that no number goes through is no value: it is found by its name. */
export function loopsOfCalls(program: Program, caller: FunctionIndex, callee: FunctionIndex): (LoopIndex | null)[] {
  const { values, valueBlocks, blocks, body } = program.functions[caller]!;
  const seen = values.flatMap((value, at) =>
    value.kind === 'call' && value.function === callee ? [blocks[valueBlocks[at]!]!.loop] : [],
  );
  if (seen.length > 0 || body === null) return seen;
  const name = /(\w+)(?:~\d+)?$/.exec(program.functions[callee]!.name)?.[1];
  if (name === undefined) return [null];
  const text = program.files[body.file]!.source.text.slice(body.begin, body.end);
  const named = [...text.matchAll(new RegExp(`\\b${name}\\s*(?:<[^;(){}]*>)?\\s*\\(`, 'g'))].map(({ index }) =>
    loopAround(program, caller, { file: body.file, begin: body.begin + index, end: body.begin + index }),
  );
  return named.length > 0 ? named : [null];
}

function loopAround(program: Program, owner: FunctionIndex, { file, begin, end }: Range): LoopIndex | null {
  let innermost: LoopIndex | null = null;
  program.loops.forEach(({ function: other, depth, place: { range } }, index) => {
    const isAround = other === owner && range.file === file && range.begin <= begin && end <= range.end;
    if (isAround && (innermost === null || depth > program.loops[innermost]!.depth)) innermost = index;
  });
  return innermost;
}
