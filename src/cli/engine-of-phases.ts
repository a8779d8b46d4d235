import { isAvailable } from '../execution/choose-engine.js';
import type { EngineName } from '../execution/engine.js';
import { ALWAYS_THERE, HOST_COMPILER } from '../execution/engines.js';

/** The engine that emulates phases: one of a CPU, because formats change during a run only there. */
export async function engineOfPhases(): Promise<EngineName> {
  return (await isAvailable(HOST_COMPILER)) ? HOST_COMPILER : ALWAYS_THERE;
}
