import { RESOURCES } from '../../clang/compiler.js';
import { clangArguments } from '../../clang/driver-flags.js';
import { TOLERANCES } from '../../clang/relaxed-errors.js';
import { type BuildRequest, DEFAULT_OPTIMISATION, type Source } from '../engine.js';
import { leftToTheLibrary, libraryMathHeader } from '../library-functions.js';

/** 8 MiB, as on Linux. */
const STACK_SIZE_BYTES = 8 * 2 ** 20;
/** Clocks of Linux that WASI does not have. Like clock(), they return elapsed time here, not CPU time. */
const CLOCKS = ['PROCESS_CPUTIME_ID', 'THREAD_CPUTIME_ID', 'MONOTONIC_RAW', 'MONOTONIC_COARSE', 'BOOTTIME'].map(
  (name) => `CLOCK_${name}`,
);
export const PAGE_BYTES = 65_536;
export const MAX_MEMORY_BYTES = 2 ** 32;

/**
 * cc1 arguments that a source and its precompiled header must share. The target is wasm32, because the libraries only exist for it; 64-bit `long`
 * and `size_t` are implemented in the source (wide-text.ts). `throw` and `try` compile, but there is no unwinding: a throw ends the program
 * (runtime/engines/wasm-support.c), like an uncaught exception.
 */
export function languageArguments(
  source: Pick<Source, 'language' | 'standard' | 'flags'>,
  request: BuildRequest,
): string[] {
  const cxx = source.language === 'c++';
  const folders = [
    ...(cxx ? [`${RESOURCES}/include/wasm32-wasip1/c++/v1`, `${RESOURCES}/include/c++/v1`] : []),
    `${RESOURCES}/include`, // clang's headers precede those of the C library, which they include with #include_next
    `${RESOURCES}/include/wasm32-wasip1`,
  ];
  return [
    ...['clang', '-cc1', '-triple', 'wasm32-unknown-wasip1', '-target-cpu', 'generic'],
    ...[`-std=${source.standard}`, `-O${request.optimisation ?? DEFAULT_OPTIMISATION}`],
    ...['-ffp-contract=off', ...leftToTheLibrary, '-mrelocation-model', 'static'],
    ...(cxx ? ['-fcxx-exceptions', '-fexceptions', '-fdeprecated-macro', '-fcoroutines'] : []),
    ...TOLERANCES,
    ...clangArguments(source.flags ?? []),
    ...['-w', '-ferror-limit', '20'],
    ...[
      '_GNU_SOURCE',
      '_WASI_EMULATED_SIGNAL',
      '_WASI_EMULATED_PROCESS_CLOCKS',
      '_WASI_EMULATED_MMAN',
      '_WASI_EMULATED_GETPID',
      ...CLOCKS.map((name) => `${name}=CLOCK_MONOTONIC`),
    ].flatMap((name) => ['-D', name]),
    ...['-include', libraryMathHeader()],
    ...request.defines.flatMap((define) => ['-D', define]),
    ...request.includeFolders.flatMap((folder) => ['-I', folder]),
    ...request.systemFolders.flatMap((folder) => ['-internal-isystem', folder]),
    ...folders.flatMap((folder) => ['-internal-isystem', folder]),
  ];
}

/** Memory is imported, so that each run can have its own limit. */
export function linkArguments(objects: readonly string[], output: string): string[] {
  const libraries = `${RESOURCES}/lib/wasm32-wasip1`;
  return [
    ...['wasm-ld', '-m', 'wasm32', '-L', libraries, `${libraries}/crt1-command.o`, ...objects],
    ...['-lc++', '-lc++abi', '-lm', '-lc-printscan-long-double'],
    ...['process-clocks', 'signal', 'mman', 'getpid'].map((name) => `-lwasi-emulated-${name}`),
    ...['-lc', `${RESOURCES}/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a`],
    ...['-z', `stack-size=${STACK_SIZE_BYTES}`, '--stack-first'],
    ...['--import-memory', '--export-memory', `--max-memory=${MAX_MEMORY_BYTES}`],
    ...['sbrk', 'pthread_create', 'thrd_create'].map((name) => `--wrap=${name}`), // wrapped by runtime/engines/wasm-support.c
    ...['-o', output],
  ];
}
