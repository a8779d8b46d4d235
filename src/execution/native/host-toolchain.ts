import { isNvccFlag } from '../../clang/driver-flags.js';
import { type BuildRequest, DEFAULT_OPTIMISATION } from '../engine.js';
import { leftToTheLibrary, libraryMathHeader } from '../library-functions.js';
import type { Toolchain } from './build-natively.js';
import type { Compiler } from './compiler.js';
import { type Sanitizer, sanitizerFlags } from './sanitizers.js';

/**
 * g++ 12 makes one vector of two numbers that a branch has chosen, and then takes (double) (float) of them for nothing at all: they
 * keep digits that no float has.
 */
export const ROUNDS_PAIRS = '-fno-tree-slp-vectorize';

/**
 * g++ or clang++, with IEEE arithmetic and no contraction, and the C library's functions also where their arguments are constants: what
 * a program computes must not depend on what its compiler can see through. gcc's -frounding-math would do the latter in one word, but
 * g++ 12 then writes `float a[] = {0.1}` with the bits of a double.
 */
export function hostToolchain(compiler: Compiler, sanitizers: readonly Sanitizer[] = []): Toolchain {
  const watching = sanitizers.length > 0 ? [...sanitizerFlags(sanitizers), '-g1', '-fno-omit-frame-pointer'] : [];
  return {
    engine: 'native',
    compiler,
    linksInOneGo: true,
    sourceArguments: (request, source, file) => [
      ...[`-O${request.optimisation ?? DEFAULT_OPTIMISATION}`, '-ffp-contract=off', '-fno-fast-math', ROUNDS_PAIRS],
      ...watching,
      ...leftToTheLibrary,
      ...['-w', '-fdiagnostics-color=never'],
      ...['-include', libraryMathHeader()],
      ...preprocessorArguments(request),
      ...(source.flags ?? []).filter((flag) => !isNvccFlag(flag)),
      ...[`-std=${source.standard}`, '-x', source.language, file],
    ],
    linkArguments: ({ linkFlags = [] }) => [
      ...sanitizerFlags(sanitizers),
      ...linkFlags.filter((flag) => !isNvccFlag(flag)),
      '-lm',
    ],
  };
}

export function preprocessorArguments(request: BuildRequest): string[] {
  return [
    ...request.defines.map((define) => `-D${define}`),
    ...request.includeFolders.flatMap((folder) => ['-I', folder]),
    ...request.systemFolders.flatMap((folder) => ['-isystem', folder]),
    ...request.forcedIncludes.flatMap((file) => ['-include', file]),
  ];
}
