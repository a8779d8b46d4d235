import { canMove } from '../../clang/movable-folder.js';
import type { OtherBuild } from './other-builds.js';
import type { ProjectFile } from './project-file-schema.js';

/** The translation units of one program, with the flags that determine the meaning of their text. */
export type Language = 'cuda' | 'c++' | 'c';

export interface TranslationUnit {
  readonly file: string;
  readonly language: Language;
  /** The value for `-std=`, such as `c++17` or `gnu11`. */
  readonly standard: string;
  /** `-I`: folders with the user's own headers. */
  readonly includeFolders: readonly string[];
  /** `-isystem`: folders with third-party headers. */
  readonly systemFolders: readonly string[];
  /** `NAME` or `NAME=value`. */
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  /** `-include` files. */
  readonly forcedIncludes: readonly string[];
  /** Flags that change floating-point semantics (`-use_fast_math`, `-ffast-math`, `--fmad=false`), for warnings and builds. */
  readonly arithmeticFlags: readonly string[];
  /** Flags that are left out of every build because they do not change its results. */
  readonly ignoredFlags?: readonly string[];
  /** Further compiler flags: `-fcommon`, `-pthread`. */
  readonly flags?: readonly string[];
  /** A parent folder whose name does not affect the result: the root of the project, or a temporary folder (clang/movable-folder.ts). */
  readonly movable?: string | undefined;
  /** Parsed for the embedded engine, where `long` has 32 bits; by default for 64-bit Linux. */
  readonly target?: 'wasm32';
}

export interface Project {
  readonly name: string;
  /** Absolute. Files below it belong to the user; headers elsewhere count as system headers. */
  readonly root: string;
  readonly units: readonly TranslationUnit[];
  /** The absolute path of its mantissa.json or compile_commands.json; null if it has none. */
  readonly projectFile: string | null;
  /** Variables used in `#if` branches that are not compiled keep their formats. */
  readonly strictBranches?: boolean;
  /** The copies between host and device that convert formats; by default those whose host side is frozen. */
  readonly convertingTransfers?: 'freeing' | 'all';
  /** Kernels run on a CPU, and their times there count, not those of a GPU. */
  readonly cpuTimes?: boolean;
  /** Each call of a function with several callers may have its own formats. */
  readonly callsApart?: boolean;
  /** Builds of the same sources that must stay correct with the patch. */
  readonly otherBuilds?: readonly OtherBuild[];
  /** The contents of mantissa.json, for scope, inputs, output and goal. */
  readonly settings?: ProjectFile;
}

/** The `movable` of a unit in a folder; undefined if the folder's name cannot be replaced textually. */
export function movedIn(folder: string): Pick<TranslationUnit, 'movable'> {
  return { movable: canMove(folder) ? folder : undefined };
}
