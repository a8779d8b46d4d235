import { canMove } from '../../clang/movable-folder.js';
import type { OtherBuild } from './other-builds.js';
import type { ProjectFile } from './project-file-schema.js';

/** What to read: the translation units of one program, each with the flags that decide what its text means. */
export type Language = 'cuda' | 'c++' | 'c';

export interface TranslationUnit {
  readonly file: string;
  readonly language: Language;
  /** As `-std=` takes it, e.g. `c++17`, `gnu11`. */
  readonly standard: string;
  /** `-I`: folders whose headers are the user's own. */
  readonly includeFolders: readonly string[];
  /** `-isystem`: folders whose headers are somebody else's. */
  readonly systemFolders: readonly string[];
  /** `NAME` or `NAME=value`. */
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  /** `-include` files. */
  readonly forcedIncludes: readonly string[];
  /** Flags that change what arithmetic means (`-use_fast_math`, `-ffast-math`, `--fmad=false`), kept for warnings and builds. */
  readonly arithmeticFlags: readonly string[];
  /** Flags that no build is given, because they do not change its results. */
  readonly ignoredFlags?: readonly string[];
  /** Further flags for whatever builds it: `-fcommon`, `-pthread`. */
  readonly flags?: readonly string[];
  /** A folder it stands in whose name decides nothing: the root of its project, or a temporary folder (clang/movable-folder.ts). */
  readonly movable?: string | undefined;
  /** Read as the embedded engine builds it, with a `long` of 32 bits; for 64-bit Linux when not given. */
  readonly target?: 'wasm32';
}

export interface Project {
  readonly name: string;
  /** Absolute. Files below it are the user's own; headers elsewhere count as system headers. */
  readonly root: string;
  readonly units: readonly TranslationUnit[];
  /** The mantissa.json or compile_commands.json it came from, if one did. Absolute. */
  readonly projectFile: string | null;
  /** Text in `#if` branches that are not compiled keeps the formats of what it names. */
  readonly strictBranches?: boolean;
  /** Copies between host and device that convert: those that free device memory unless it is said otherwise. */
  readonly convertingTransfers?: 'freeing' | 'all';
  /** Kernels are code for a processor: what they take there is their time, whatever a GPU would make of them. */
  readonly cpuTimes?: boolean;
  /** Each call of a function that several calls reach may have formats of its own. */
  readonly callsApart?: boolean;
  /** Builds of the same sources that a patch must keep right as well. */
  readonly otherBuilds?: readonly OtherBuild[];
  /** What a mantissa.json says, for the commands that need its scope, inputs, output or goal. */
  readonly settings?: ProjectFile;
}

/** The `movable` of a unit in a folder; undefined where the folder's name cannot be replaced. */
export function movedIn(folder: string): Pick<TranslationUnit, 'movable'> {
  return { movable: canMove(folder) ? folder : undefined };
}
