import type { EmbeddedClang } from '../clang/compiler.js';
import { CommandEngine, type ProjectCommands } from './command/command-engine.js';
import { CudaEngine } from './cuda/cuda-engine.js';
import type { Engine, EngineName } from './engine.js';
import { NativeEngine } from './native/native-engine.js';
import { WasmEngine } from './wasm/wasm-engine.js';

export interface EngineOptions {
  readonly cache: string;
  /** The front end's compiler, to share its loaded module. */
  readonly clang?: EmbeddedClang;
  /** The compiler of the native engine, by name or path. */
  readonly compiler?: string;
  /** The commands of the command engine. */
  readonly commands?: ProjectCommands | undefined;
  /** Limit of its build cache; by default a few hundred MiB. */
  readonly cacheLimitBytes?: number;
}

/** All engines by name; the conformance suite runs over this list. */
export const engines: Readonly<Record<EngineName, (options: EngineOptions) => Engine>> = {
  wasm: ({ cache, clang }) => new WasmEngine({ cache, ...(clang && { clang }) }),
  native: ({ cache, compiler, cacheLimitBytes }) =>
    new NativeEngine({ cache, ...(compiler && { compiler }), ...(cacheLimitBytes && { cacheLimitBytes }) }),
  cuda: ({ cache, cacheLimitBytes }) => new CudaEngine({ cache, ...(cacheLimitBytes && { cacheLimitBytes }) }),
  command: ({ cache, commands }) => new CommandEngine({ cache, commands }),
};

/** The engine that needs no installation. Commands that only read and rewrite a program use it, too. */
export const ALWAYS_THERE: EngineName = 'wasm';

/** The engine for programs that the embedded engine refuses. */
export const HOST_COMPILER: EngineName = 'native';

/** The engines for `--engine auto`; ALWAYS_THERE if none of them is available. */
export const AUTOMATIC: {
  /** For projects with a run command. */
  readonly ownCommands: EngineName;
  /** The first that is available. */
  readonly cuda: readonly EngineName[];
  /** For C and C++: the user's own compiler, which builds the program that the user runs. */
  readonly plain: readonly EngineName[];
} = { ownCommands: 'command', cuda: ['cuda'], plain: ['native'] };
