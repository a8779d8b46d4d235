import { cacheFolder } from '../support/cache-folder.js';
import type { ProjectCommands } from './command/command-engine.js';
import type { EngineName } from './engine.js';
import { engines } from './engines.js';

export interface EngineChoice {
  readonly engine: EngineName;
  readonly why: string;
}

/**
 * What `--engine auto` means: the project's own commands where it has them; for CUDA a GPU where one answers; for C and C++, which
 * nothing has to model, the user's own compiler, whose program is the one the user runs; else what is always there.
 */
export async function chooseEngine(isCuda: boolean, commands?: ProjectCommands): Promise<EngineChoice> {
  if (commands) return { engine: 'command', why: `the project file says how to run it: ${commands.run}` };
  const best = engines[isCuda ? 'cuda' : 'native']({ cache: cacheFolder() });
  try {
    const availability = await best.available();
    return availability.ok
      ? { engine: best.name, why: availability.version }
      : { engine: 'wasm', why: `it needs nothing installed, and ${availability.reason}` };
  } finally {
    await best.close();
  }
}
