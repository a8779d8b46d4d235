/**
 * The one table of library functions: C's, C++'s and CUDA's, by name. The front end asks it for data flow, the rewriter and the
 * instrumenter for text. A function that is not here is code we do not see, unless its types say what it does
 * (docs/adding/a-library-function.md).
 */
import { callingFunctions } from './calling-functions.js';
import { cudaFunctions } from './cuda-functions.js';
import type { Effect, LibraryFunction, MathTwin } from './library-function.js';
import { isWideName, mathFunctionTable } from './math-functions.js';
import type { MemoryCall } from './memory-call.js';
import { memoryFunctions } from './memory-functions.js';
import { templateFunctions } from './template-functions.js';
import { textFunctions } from './text-functions.js';

/** Several tables may speak of one function, each of something else. */
export const libraryFunctions: ReadonlyMap<string, LibraryFunction> = [
  ...memoryFunctions,
  ...mathFunctionTable,
  ...cudaFunctions,
  ...templateFunctions,
  ...callingFunctions,
  ...textFunctions,
].reduce((all, [name, facts]) => all.set(name, { ...all.get(name), ...facts }), new Map<string, LibraryFunction>());

const UNKNOWN: LibraryFunction = {};

/** What is known of a function; nothing, of one that is not in the table. */
export function libraryFunction(name: string): LibraryFunction {
  return libraryFunctions.get(name) ?? UNKNOWN;
}

/** What a function does, where it does just that. */
export function effectOf<Kind extends Effect['kind']>(name: string, kind: Kind): (Effect & { kind: Kind }) | null {
  const { effect } = libraryFunction(name);
  return effect?.kind === kind ? (effect as Effect & { kind: Kind }) : null;
}

export function memoryCall(name: string): MemoryCall | null {
  return effectOf(name, 'memory');
}

export function mathTwin(symbol: string): MathTwin | null {
  return libraryFunction(symbol).twin ?? null;
}

export function hasTwins(symbol: string): boolean {
  return mathTwin(symbol) !== null;
}

/** The fp64 name of a function that writes its results through pointers; null for any other. */
export function functionOfSeveralResults(symbol: string): string | null {
  return effectOf(symbol, 'several-results')?.name ?? null;
}

/** True where formats of several parts have the function too. */
export function hasWideTwin(symbol: string): boolean {
  const several = functionOfSeveralResults(symbol);
  return several === null ? (mathTwin(symbol)?.isWide ?? false) : isWideName(several);
}

/** Every function with twins, by its fp64 name. */
export const mathFunctions: readonly MathTwin[] = [
  ...new Set([...libraryFunctions.values()].flatMap(({ twin }) => twin ?? [])),
];

/** Hands a number to another thread as it is; what makes a vector of numbers takes them in the format of its own. */
export function exchangesNumbers(name: string): boolean {
  const { effect, vectorLanes } = libraryFunction(name);
  return effect?.kind === 'moves-numbers' && vectorLanes === undefined;
}
