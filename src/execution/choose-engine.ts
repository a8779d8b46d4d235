import { cacheFolder } from '../support/cache-folder.js';
import type { ProjectCommands } from './command/command-engine.js';
import type { Availability, EngineName } from './engine.js';
import { ALWAYS_THERE, AUTOMATIC, engines } from './engines.js';

export interface EngineChoice {
  readonly engine: EngineName;
  readonly why: string;
}

/** Chooses for `--engine auto`: the project's own commands if it has any, otherwise the first available engine for its language. */
export async function chooseEngine(isCuda: boolean, commands?: ProjectCommands): Promise<EngineChoice> {
  if (commands) return { engine: AUTOMATIC.ownCommands, why: `the project file has a run command: ${commands.run}` };
  const missing: string[] = [];
  for (const name of AUTOMATIC[isCuda ? 'cuda' : 'plain']) {
    const availability = await availabilityOf(name);
    if (availability.ok) return { engine: name, why: availability.version };
    missing.push(availability.reason);
  }
  return { engine: ALWAYS_THERE, why: ['the embedded engine, which needs no installation', ...missing].join('; ') };
}

export async function isAvailable(name: EngineName): Promise<boolean> {
  return (await availabilityOf(name)).ok;
}

async function availabilityOf(name: EngineName): Promise<Availability> {
  const engine = engines[name]({ cache: cacheFolder() });
  try {
    return await engine.available();
  } finally {
    await engine.close();
  }
}
