import { RESOURCES, RUNTIME } from '../../clang/compiler.js';
import { clangArguments } from '../../clang/driver-flags.js';
import { TOLERANCES } from '../../clang/relaxed-errors.js';
import type { TranslationUnit } from '../project/project.js';

/**
 * cc1 arguments that decide what a unit's text means; the precompiled header and the unit itself must be given the same.
 * The target is the user's kind of machine, 64-bit Linux: parsing needs no back end for it, and `long`, pointers and the `#ifdef`s
 * that ask for `__linux__` mean what they mean there.
 */
export function languageArguments(unit: TranslationUnit): string[] {
  const cuda = unit.language === 'cuda';
  const folders = [
    `${RUNTIME}/mantissa`,
    `${RUNTIME}/cuda`,
    ...(unit.language === 'c' ? [] : [`${RUNTIME}/posix/c++`, `${RESOURCES}/include/c++/v1`]),
    `${RUNTIME}/posix`,
    `${RESOURCES}/include`, // clang's own headers come before the C library's: they pass on with #include_next
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
    // nvcc reads a file once for the host and once for the device: of what differs, the device's text is the one to tune
    ...(cuda ? ['-D', '__CUDA_ARCH__=800', '-D', 'MANTISSA_READS'] : []),
    ...unit.defines.flatMap((define) => ['-D', define]),
    ...unit.undefines.flatMap((name) => ['-U', name]),
    ...unit.includeFolders.flatMap((folder) => ['-I', folder]),
    ...unit.systemFolders.flatMap((folder) => ['-internal-isystem', folder]),
    ...folders.flatMap((folder) => ['-internal-isystem', folder]),
  ];
}
