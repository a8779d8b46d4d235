/** What a study's engine was like, for readers who see the journal alone. */
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
const WHEREVER_IT_RUNS: EngineCapabilities = { timing: 'either', timesKernels: false, ...ONE_BY_ONE };

/** What the names meant while a journal held the engine's name alone; no engine is added here. */
const MEANT: ReadonlyMap<string, EngineCapabilities> = new Map<string, EngineCapabilities>([
  ['wasm', { timing: 'modelled', rebuildsCheaply: false, ...ON_A_CPU }],
  ['native', { timing: 'cpu', rebuildsCheaply: true, ...ON_A_CPU }],
  ['cuda', { timing: 'gpu', timesKernels: true, ...ONE_BY_ONE, rebuildsCheaply: true }],
  ['command', WHEREVER_IT_RUNS],
]);

export function capabilitiesOf(started: {
  readonly engine: string;
  readonly engineCapabilities?: EngineCapabilities | undefined;
}): EngineCapabilities {
  return started.engineCapabilities ?? MEANT.get(started.engine) ?? WHEREVER_IT_RUNS;
}
