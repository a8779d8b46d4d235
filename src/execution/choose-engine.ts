import { cacheFolder } from '../support/cache-folder.js';
import type { ProjectCommands } from './command/command-engine.js';
import type { EngineName } from './engine.js';
import { engines } from './engines.js';

export interface EngineChoice {
  readonly engine: EngineName;
  readonly why: string;
}

/** What `--engine auto` means: the project's own commands where it has them, a GPU where one answers, else what is always there. */
export async function chooseEngine(commands?: ProjectCommands): Promise<EngineChoice> {
  if (commands) return { engine: 'command', why: `the project file says how to run it: ${commands.run}` };
  const cuda = engines.cuda({ cache: cacheFolder() });
  try {
    const availability = await cuda.available();
    return availability.ok
      ? { engine: 'cuda', why: availability.version }
      : { engine: 'wasm', why: `it needs nothing installed, and ${availability.reason}` };
  } finally {
    await cuda.close();
  }
}
