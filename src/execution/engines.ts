import type { EmbeddedClang } from '../clang/compiler.js';
import { CommandEngine, type ProjectCommands } from './command/command-engine.js';
import { CudaEngine } from './cuda/cuda-engine.js';
import type { Engine, EngineName } from './engine.js';
import { NativeEngine } from './native/native-engine.js';
import { WasmEngine } from './wasm/wasm-engine.js';

export interface EngineOptions {
  readonly cache: string;
  /** The front end's, to share its warm module. */
  readonly clang?: EmbeddedClang;
  /** For the native engine: g++ or clang++, by name or path. */
  readonly compiler?: string;
  /** For the command engine. */
  readonly commands?: ProjectCommands | undefined;
  /** How much it keeps of what it built; some hundred MiB where nothing is said. */
  readonly cacheLimitBytes?: number;
}

/** Every engine there is, by the names a project file may say; the conformance suite runs over this list. */
export const engines: Readonly<Record<EngineName, (options: EngineOptions) => Engine>> = {
  wasm: ({ cache, clang }) => new WasmEngine({ cache, ...(clang && { clang }) }),
  native: ({ cache, compiler, cacheLimitBytes }) =>
    new NativeEngine({ cache, ...(compiler && { compiler }), ...(cacheLimitBytes && { cacheLimitBytes }) }),
  cuda: ({ cache, cacheLimitBytes }) => new CudaEngine({ cache, ...(cacheLimitBytes && { cacheLimitBytes }) }),
  command: ({ cache, commands }) => new CommandEngine({ cache, commands }),
};

/** It needs nothing installed; what is only read and rewritten is opened on it too. */
export const ALWAYS_THERE: EngineName = 'wasm';

/** It runs what the embedded engine refuses. */
export const HOST_COMPILER: EngineName = 'native';

/** What `--engine auto` takes; ALWAYS_THERE where none of these is available. */
export const AUTOMATIC: {
  /** Where the project file says how the program is run. */
  readonly ownCommands: EngineName;
  /** The first that is available. */
  readonly cuda: readonly EngineName[];
  /** C and C++, which nothing has to model: the user's own compiler, whose program is the one the user runs. */
  readonly plain: readonly EngineName[];
} = { ownCommands: 'command', cuda: ['cuda'], plain: ['native'] };
