import type { FunctionIndex, Program } from './program.js';

/** The given functions and all functions that they call, directly or indirectly. */
export function reachedFrom(program: Program, roots: Iterable<FunctionIndex>): Set<FunctionIndex> {
  const reached = new Set(roots);
  for (const one of reached) for (const callee of program.functions[one]!.calls) reached.add(callee);
  return reached;
}

/** Functions that call themselves, directly or through others. */
export function recursiveFunctions(program: Program): Set<FunctionIndex> {
  return new Set(
    program.functions.flatMap(({ calls }, index) => (reachedFrom(program, calls).has(index) ? [index] : [])),
  );
}
