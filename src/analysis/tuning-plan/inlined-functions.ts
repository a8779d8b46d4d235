/**
 * Functions that are inlined for the order of a plan by variables (Gu's dissertation, section 4.2.2.3): device functions and small helper functions of
 * the host are parts of the functions that call them. Only the order follows: the program is unchanged, and a variable has one format.
 * A helper is small if it has no loop and calls no function with one. Recursive functions and those without a caller are not inlined.
 */
import type { FunctionIndex, Program } from '../../program/program.js';
import { reachedFrom, recursiveFunctions } from '../../program/reached-functions.js';
import type { BlockExecutions } from '../performance/block-executions.js';

/** For each function, the functions that it is part of, with the share of its calls that they make: only itself if it is not inlined. */
export type Inlining = readonly ReadonlyMap<FunctionIndex, number>[];

export function notInlined({ functions }: Program): Inlining {
  return functions.map((_, index) => new Map([[index, 1]]));
}

export function findInlining(program: Program, executions: BlockExecutions): Inlining {
  const { functions } = program;
  const callers = callersOf(program, executions);
  const recursive = recursiveFunctions(program);
  const withLoops = new Set(program.loops.map((loop) => loop.function));
  const isSmall = (index: FunctionIndex) => ![...reachedFrom(program, [index])].some((one) => withLoops.has(one));
  const isInlined = (index: FunctionIndex): boolean => {
    if (functions[index]!.kind === 'kernel' || recursive.has(index) || callers[index]!.size === 0) return false;
    return functions[index]!.kind === 'device' || isSmall(index);
  };
  const known = new Map<FunctionIndex, ReadonlyMap<FunctionIndex, number>>();
  const ownersOf = (index: FunctionIndex): ReadonlyMap<FunctionIndex, number> => {
    const before = known.get(index);
    if (before) return before;
    const owners = new Map<FunctionIndex, number>();
    if (!isInlined(index)) owners.set(index, 1);
    else
      for (const [caller, share] of callers[index]!)
        for (const [owner, part] of ownersOf(caller)) owners.set(owner, (owners.get(owner) ?? 0) + share * part);
    known.set(index, owners);
    return owners;
  };
  return functions.map((_, index) => ownersOf(index));
}

/** For each function, the functions that call it, with their shares of the calls: equal ones if no call was executed. */
function callersOf({ functions }: Program, executions: BlockExecutions): Map<FunctionIndex, number>[] {
  const calls = functions.map(() => new Map<FunctionIndex, number>());
  functions.forEach(({ values, valueBlocks, calls: callees }, caller) => {
    for (const callee of callees) calls[callee]!.set(caller, 0);
    values.forEach((value, at) => {
      if (value.kind !== 'call' || value.function === null) return;
      const own = calls[value.function]!;
      own.set(caller, (own.get(caller) ?? 0) + (executions[caller]?.[valueBlocks[at]!] ?? 0));
    });
  });
  return calls.map((own) => {
    const all = [...own.values()].reduce((sum, one) => sum + one, 0);
    return new Map([...own].map(([caller, times]) => [caller, all > 0 ? times / all : 1 / own.size]));
  });
}
