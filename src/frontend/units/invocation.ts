import { RESOURCES, RUNTIME } from '../../clang/compiler.js';
import { clangArguments } from '../../clang/driver-flags.js';
import { TOLERANCES } from '../../clang/relaxed-errors.js';
import type { TranslationUnit } from '../project/project.js';

/**
 * cc1 arguments that determine the meaning of a unit's text; they must be the same for the precompiled header and the unit. The target is 64-bit
 * Linux: parsing needs no back end for it, and `long`, pointers and `#ifdef __linux__` mean what they mean on the user's machine.
 */
export function languageArguments(unit: TranslationUnit): string[] {
  const cuda = unit.language === 'cuda';
  const folders = [
    `${RUNTIME}/mantissa`,
    `${RUNTIME}/cuda`,
    ...(unit.language === 'c' ? [] : [`${RUNTIME}/posix/c++`, `${RESOURCES}/include/c++/v1`]),
    `${RUNTIME}/posix`,
    `${RESOURCES}/include`, // clang's own headers come before the C library's, which they include with #include_next
    `${RESOURCES}/include/wasm32-wasip1`,
  ];
  return [
    ...['clang', '-cc1', '-triple', unit.target ? 'wasm32-unknown-wasip1' : 'x86_64-unknown-linux-gnu'],
    '-fgnuc-version=4.2.1',
    ...(cuda ? ['-aux-triple', 'nvptx64-nvidia-cuda', '-fgpu-rdc'] : []),
    ...['-x', cuda ? 'cuda' : unit.language, `-std=${unit.standard}`],
    ...TOLERANCES,
    ...clangArguments(unit.flags ?? []),
    ...(unit.language === 'c' ? [] : ['-fcxx-exceptions', '-fexceptions']),
    ...['-w', '-fno-caret-diagnostics', '-ferror-limit', '20'],
    ...[
      '_GNU_SOURCE',
      '_USE_MATH_DEFINES',
      '_WASI_EMULATED_SIGNAL',
      '_WASI_EMULATED_PROCESS_CLOCKS',
      '_WASI_EMULATED_MMAN',
      '_WASI_EMULATED_GETPID',
    ].flatMap((name) => ['-D', name]),
    // nvcc compiles a file once for the host and once for the device: where they differ, the device's text is tuned
    ...(cuda ? ['-D', '__CUDA_ARCH__=800', '-D', 'MANTISSA_READS'] : []),
    ...unit.defines.flatMap((define) => ['-D', define]),
    ...unit.undefines.flatMap((name) => ['-U', name]),
    ...unit.includeFolders.flatMap((folder) => ['-I', folder]),
    ...unit.systemFolders.flatMap((folder) => ['-internal-isystem', folder]),
    ...folders.flatMap((folder) => ['-internal-isystem', folder]),
  ];
}
