import { isNvccFlag } from '../../clang/driver-flags.js';
import { type BuildRequest, DEFAULT_OPTIMISATION } from '../engine.js';
import { leftToTheLibrary, libraryMathHeader } from '../library-functions.js';
import type { Toolchain } from './build-natively.js';
import type { Compiler } from './compiler.js';
import { type Sanitizer, sanitizerFlags } from './sanitizers.js';

/**
 * Works around an error of g++ 12, which vectorizes two numbers chosen by a branch and then drops the rounding of (double) (float): they keep
 * digits that a float does not have.
 */
export const ROUNDS_PAIRS = '-fno-tree-slp-vectorize';

export const FAST_MATH = '-ffast-math';

/**
 * g++ or clang++ with IEEE arithmetic, without contraction, and with calls of the C library even for constant arguments: results must not depend
 * on constant folding. gcc's -frounding-math would have the same effect, but g++ 12 then initialises `float a[] = {0.1}` with the bits of
 * a double.
 */
export function hostToolchain(compiler: Compiler, sanitizers: readonly Sanitizer[] = []): Toolchain {
  const sanitizing = sanitizers.length > 0 ? [...sanitizerFlags(sanitizers), '-g1', '-fno-omit-frame-pointer'] : [];
  return {
    engine: 'native',
    compiler,
    linksInOneGo: true,
    sourceArguments: (request, source, file) => [
      ...[`-O${request.optimisation ?? DEFAULT_OPTIMISATION}`, request.fastMath ? FAST_MATH : '-fno-fast-math'],
      ...['-ffp-contract=off', ROUNDS_PAIRS],
      ...sanitizing,
      ...leftToTheLibrary,
      ...['-w', '-fdiagnostics-color=never'],
      ...['-include', libraryMathHeader()],
      ...preprocessorArguments(request),
      ...(source.flags ?? []).filter((flag) => !isNvccFlag(flag)),
      ...[`-std=${source.standard}`, '-x', source.language, file],
    ],
    linkArguments: ({ linkFlags = [], fastMath }) => [
      ...sanitizerFlags(sanitizers),
      ...(fastMath ? [FAST_MATH] : []), // subnormal numbers are flushed by an object that the linker adds
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
