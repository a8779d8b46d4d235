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
}

/** Every engine there is; the conformance suite runs over this list. */
export const engines: Readonly<Record<EngineName, (options: EngineOptions) => Engine>> = {
  wasm: ({ cache, clang }) => new WasmEngine({ cache, ...(clang && { clang }) }),
  native: ({ cache, compiler }) => new NativeEngine({ cache, ...(compiler && { compiler }) }),
  cuda: ({ cache }) => new CudaEngine({ cache }),
  command: ({ cache, commands }) => new CommandEngine({ cache, commands }),
};
