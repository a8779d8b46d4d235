import { type BuildRequest, DEFAULT_OPTIMISATION } from '../engine.js';
import type { Toolchain } from './build-natively.js';
import type { Compiler } from './compiler.js';

/**
 * g++ or clang++, with IEEE arithmetic and no contraction: what runs here must agree with WebAssembly bit for bit. gcc computes the
 * functions of constants itself, and better than the C library does when the program runs: a constant behind a call (as in an
 * instrumented program) would give another result. With rounding left to the run it does not; in C++ that flag changes more than this.
 */
export function hostToolchain(compiler: Compiler): Toolchain {
  const isGcc = !/clang/i.test(compiler.version);
  return {
    engine: 'native',
    compiler,
    linksInOneGo: true,
    sourceArguments: (request, source, file) => [
      ...[`-O${request.optimisation ?? DEFAULT_OPTIMISATION}`, '-ffp-contract=off', '-fno-fast-math'],
      ...(isGcc && source.language === 'c' ? ['-frounding-math'] : []),
      ...['-w', '-fdiagnostics-color=never'],
      ...preprocessorArguments(request),
      ...(source.flags ?? []),
      ...[`-std=${source.standard}`, '-x', source.language, file],
    ],
    linkArguments: () => ['-lm'],
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
