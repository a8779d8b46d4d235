/**
 * Estimates the executions of each basic block from the text: the calls or launches of its function, times the trips of the loops around it. Use
 * only the ratios between blocks: the number of threads is not included, so these are no run times.
 */
import type { Range } from '../../program/place.js';
import type { FunctionIndex, LoopIndex, Program } from '../../program/program.js';
import { recursiveFunctions } from '../../program/reached-functions.js';
import { groupedBy } from '../../support/grouped-by.js';
import { endOfBracket } from '../../support/token-lists.js';
import { isName, type Token, type Tokens } from '../../support/tokens.js';
import { deviceFunctions } from '../scope.js';
import type { BlockExecutions } from './block-executions.js';

/**
 * Upper limit on the trips of a loop, also assumed if they are unknown. Trips are unknown for most loops; a loop with a constant bound would
 * otherwise outweigh those whose bound is the input size.
 * Chosen: a guess; a loop makes a block at most ten times as important. No other value was tried.
 */
const MAX_ASSUMED_TRIPS = 10;

export function expectedExecutions(program: Program): BlockExecutions {
  const device = deviceFunctions(program);
  const known = new Map<FunctionIndex, number>();
  const underWay = new Set<FunctionIndex>();

  const runsOf = (index: FunctionIndex): number => {
    const before = known.get(index);
    if (before !== undefined) return before;
    if (underWay.has(index)) return 0; // a recursive call adds nothing: only calls from outside are counted
    underWay.add(index);
    const isKernel = program.functions[index]!.kind === 'kernel';
    const runs = isKernel ? launched(index) : called(index);
    underWay.delete(index);
    known.set(index, runs);
    return runs;
  };

  const loops = new LoopsOfCalls(program);
  const launches = groupedBy(program.launches, ({ kernel }) => kernel);
  const launched = (kernel: FunctionIndex): number =>
    sumOrOne(
      (launches.get(kernel) ?? []).map(({ caller, place: { range } }) =>
        caller === null ? 1 : runsOf(caller) * trips(program, loops.around(caller, range)),
      ),
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
        return loops.of(caller, callee).map((loop) => runs * trips(program, loop));
      }),
    );

  const recursive = recursiveFunctions(program);
  return program.functions.map(({ blocks }, index) => {
    // the calls from outside, each of which is followed by an unknown number of recursive ones
    const runs = runsOf(index) * (recursive.has(index) ? MAX_ASSUMED_TRIPS : 1);
    return blocks.map(({ loop }) => runs * trips(program, loop));
  });
}

/** A function without visible calls runs once. */
function sumOrOne(runs: readonly number[]): number {
  return runs.reduce((sum, one) => sum + one, 0) || 1;
}

function trips(program: Program, innermost: LoopIndex | null): number {
  let product = 1;
  for (let at = innermost; at !== null; at = program.loops[at]!.parent)
    product *= Math.min(program.loops[at]!.tripCount ?? MAX_ASSUMED_TRIPS, MAX_ASSUMED_TRIPS);
  return product;
}

/** For a caller and a callee: the innermost loop around each call. */
export class LoopsOfCalls {
  private readonly loops: ReadonlyMap<FunctionIndex, readonly LoopIndex[]>;
  private readonly calls = new Map<FunctionIndex, ReadonlyMap<FunctionIndex, readonly (LoopIndex | null)[]>>();
  private readonly names = new Map<FunctionIndex, ReadonlyMap<string, readonly Token[]>>();

  constructor(private readonly program: Program) {
    this.loops = groupedBy(program.loops.keys(), (loop) => program.loops[loop]!.function);
  }

  /** The model has no value for a call without floating-point arguments or result: such calls are found by name in the text. */
  of(caller: FunctionIndex, callee: FunctionIndex): readonly (LoopIndex | null)[] {
    const seen = this.callsIn(caller).get(callee) ?? [];
    const { body } = this.program.functions[caller]!;
    if (seen.length > 0 || body === null) return seen;
    const name = /(\w+)(?:~\d+)?$/.exec(this.program.functions[callee]!.name)?.[1];
    if (name === undefined) return [null];
    const named = (this.namesIn(caller, body).get(name) ?? []).map(({ begin, end }) =>
      this.around(caller, { file: body.file, begin, end }),
    );
    return named.length > 0 ? named : [null];
  }

  around(owner: FunctionIndex, { file, begin, end }: Range): LoopIndex | null {
    let innermost: LoopIndex | null = null;
    for (const index of this.loops.get(owner) ?? []) {
      const { depth, place } = this.program.loops[index]!;
      const isAround = place.range.file === file && place.range.begin <= begin && end <= place.range.end;
      if (isAround && (innermost === null || depth > this.program.loops[innermost]!.depth)) innermost = index;
    }
    return innermost;
  }

  private callsIn(caller: FunctionIndex): ReadonlyMap<FunctionIndex, readonly (LoopIndex | null)[]> {
    let known = this.calls.get(caller);
    if (!known) {
      const { values, valueBlocks, blocks } = this.program.functions[caller]!;
      const found = values.flatMap((value, at) =>
        value.kind === 'call' && value.function !== null
          ? [{ callee: value.function, loop: blocks[valueBlocks[at]!]!.loop }]
          : [],
      );
      const byCallee = [...groupedBy(found, ({ callee }) => callee)];
      known = new Map(byCallee.map(([callee, calls]) => [callee, calls.map(({ loop }) => loop)]));
      this.calls.set(caller, known);
    }
    return known;
  }

  /** Names called in a function's body: `f(x)`, `f<double>(x)`. */
  private namesIn(caller: FunctionIndex, body: Range): ReadonlyMap<string, readonly Token[]> {
    let known = this.names.get(caller);
    if (!known) {
      const { tokens } = this.program.files[body.file]!.source;
      known = groupedBy(
        tokens.within(body).filter((token) => isName(token) && isCalled(tokens, token)),
        ({ text }) => text,
      );
      this.names.set(caller, known);
    }
    return known;
  }
}

function isCalled(tokens: Tokens, { index }: Token): boolean {
  const next = tokens.list[index + 1];
  const end = next?.text === '<' ? endOfBracket(tokens, next) : null;
  return (end === null ? next : tokens.list[tokens.indexFrom(end)])?.text === '(';
}
