import { type BuildRequest, DEFAULT_OPTIMISATION } from '../engine.js';
import type { Toolchain } from './build-natively.js';
import type { Compiler } from './compiler.js';

/** g++ or clang++, with IEEE arithmetic and no contraction: what runs here must agree with WebAssembly bit for bit. */
export function hostToolchain(compiler: Compiler): Toolchain {
  return {
    engine: 'native',
    compiler,
    linksInOneGo: true,
    sourceArguments: (request, source, file) => [
      ...[`-O${request.optimisation ?? DEFAULT_OPTIMISATION}`, '-ffp-contract=off', '-fno-fast-math'],
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
