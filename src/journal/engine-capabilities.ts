/** Capabilities of a study's engine, for readers that only have the journal. */
import { z } from 'zod';
import type { EngineCapabilities } from '../execution/engine-capabilities.js';

export const engineCapabilities = z.strictObject({
  timing: z.enum(['modelled', 'cpu', 'gpu', 'either']),
  timesKernels: z.boolean(),
  isExact: z.boolean(),
  sharesMachine: z.boolean(),
  rebuildsCheaply: z.boolean(),
  inputs: z.enum(['own', 'stand-in']),
}) satisfies z.ZodType<EngineCapabilities>;

const ON_A_CPU = { timesKernels: false, isExact: true, sharesMachine: true, inputs: 'stand-in' } as const;
const ONE_BY_ONE = { isExact: false, sharesMachine: false, rebuildsCheaply: false, inputs: 'own' } as const;
const COMMAND: EngineCapabilities = { timing: 'either', timesKernels: false, ...ONE_BY_ONE };

/** Capabilities of the engines of old journals, which contain only the engine's name. New engines are not added here. */
const BY_OLD_NAME: ReadonlyMap<string, EngineCapabilities> = new Map<string, EngineCapabilities>([
  ['wasm', { timing: 'modelled', rebuildsCheaply: false, ...ON_A_CPU }],
  ['native', { timing: 'cpu', rebuildsCheaply: true, ...ON_A_CPU }],
  ['cuda', { timing: 'gpu', timesKernels: true, ...ONE_BY_ONE, rebuildsCheaply: true }],
  ['command', COMMAND],
]);

export function capabilitiesOf(started: {
  readonly engine: string;
  readonly engineCapabilities?: EngineCapabilities | undefined;
}): EngineCapabilities {
  return started.engineCapabilities ?? BY_OLD_NAME.get(started.engine) ?? COMMAND;
}
