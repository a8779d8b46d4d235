import type { TranslationUnit } from '../project/project.js';
import { RESOURCES, RUNTIME } from './compiler.js';

/**
 * cc1 arguments that decide what a unit's text means; the precompiled header and the unit itself must be given the same.
 * The target is wasm64, not wasm32, so that `long`, `size_t` and pointers have the 64 bits they have on the user's machine.
 */
export function languageArguments(unit: TranslationUnit): string[] {
  const cuda = unit.language === 'cuda';
  const folders = [
    `${RUNTIME}/cuda`,
    `${RUNTIME}/posix`,
    ...(unit.language === 'c' ? [] : [`${RESOURCES}/include/wasm32-wasip1/c++/v1`, `${RESOURCES}/include/c++/v1`]),
    `${RESOURCES}/include`, // clang's own headers come before the C library's: they pass on with #include_next
    `${RESOURCES}/include/wasm32-wasip1`,
  ];
  return [
    ...['clang', '-cc1', '-triple', 'wasm64-unknown-wasip1'],
    ...(cuda ? ['-aux-triple', 'nvptx64-nvidia-cuda'] : []),
    ...['-x', cuda ? 'cuda' : unit.language, `-std=${unit.standard}`],
    ...(unit.language === 'c'
      ? ['-Wno-error=implicit-function-declaration', '-Wno-error=implicit-int']
      : ['-fcxx-exceptions', '-fexceptions']),
    ...['-w', '-fno-caret-diagnostics', '-ferror-limit', '20'],
    ...[
      '_GNU_SOURCE',
      '_USE_MATH_DEFINES',
      '_WASI_EMULATED_SIGNAL',
      '_WASI_EMULATED_PROCESS_CLOCKS',
      '_WASI_EMULATED_MMAN',
      '_WASI_EMULATED_GETPID',
    ].flatMap((name) => ['-D', name]),
    ...unit.defines.flatMap((define) => ['-D', define]),
    ...unit.undefines.flatMap((name) => ['-U', name]),
    ...unit.includeFolders.flatMap((folder) => ['-I', folder]),
    ...unit.systemFolders.flatMap((folder) => ['-internal-isystem', folder]),
    ...folders.flatMap((folder) => ['-internal-isystem', folder]),
  ];
}
