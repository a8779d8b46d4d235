/**
 * The one table of library functions of C, C++ and CUDA, by name. The front end uses it for data flow, the rewriter and the instrumenter for text. A
 * function that is not listed is external code, unless its types determine its effect (docs/adding/a-library-function.md).
 */
import { callingFunctions } from './calling-functions.js';
import { cudaFunctions } from './cuda-functions.js';
import type { Effect, LibraryFunction, MathTwin } from './library-function.js';
import { isWideName, mathFunctionTable } from './math-functions.js';
import type { MemoryCall } from './memory-call.js';
import { memoryFunctions } from './memory-functions.js';
import { templateFunctions } from './template-functions.js';
import { textFunctions } from './text-functions.js';

/** A function may have entries in several tables, with different facts. */
export const libraryFunctions: ReadonlyMap<string, LibraryFunction> = [
  ...memoryFunctions,
  ...mathFunctionTable,
  ...cudaFunctions,
  ...templateFunctions,
  ...callingFunctions,
  ...textFunctions,
].reduce((all, [name, facts]) => all.set(name, { ...all.get(name), ...facts }), new Map<string, LibraryFunction>());

const UNKNOWN: LibraryFunction = {};

/** The facts about a function; empty for an unknown one. */
export function libraryFunction(name: string): LibraryFunction {
  return libraryFunctions.get(name) ?? UNKNOWN;
}

/** The effect of a function, if it is of this kind. */
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

/** The fp64 name of a function that returns its results through pointers; null for any other. */
export function functionOfSeveralResults(symbol: string): string | null {
  return effectOf(symbol, 'several-results')?.name ?? null;
}

/** Whether multi-word formats have the function too. */
export function hasWideTwin(symbol: string): boolean {
  const several = functionOfSeveralResults(symbol);
  return several === null ? (mathTwin(symbol)?.isWide ?? false) : isWideName(several);
}

/** All functions with variants in several formats, by their fp64 name. */
export const mathFunctions: readonly MathTwin[] = [
  ...new Set([...libraryFunctions.values()].flatMap(({ twin }) => twin ?? [])),
];

/** Whether a call passes a number unchanged to another thread. Functions that build vectors are excluded: they convert to the vector's own format. */
export function exchangesNumbers(name: string): boolean {
  const { effect, vectorLanes } = libraryFunction(name);
  return effect?.kind === 'moves-numbers' && vectorLanes === undefined;
}
