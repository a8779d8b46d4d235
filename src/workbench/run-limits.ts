import { machineMemoryBytes } from '../execution/memory-limit.js';
import type { RunLimits } from './workbench.js';

const MAX_OUTPUT_BYTES = 2 ** 26;
const TIMEOUT_MS = 600_000;

/** The same for a run that hangs if it takes longer than this. */
export function atMost(limits: RunLimits, timeoutMs: number): RunLimits {
  return timeoutMs < limits.timeoutMs ? { ...limits, timeoutMs, isRestOfTime: false } : limits;
}

/** What a run may take where nothing else is said: ten minutes, 64 MiB of output, the machine's memory. */
export function runLimits(given: Partial<RunLimits> = {}): RunLimits {
  return {
    arguments: [],
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    maxMemoryBytes: machineMemoryBytes(),
    ...given,
  };
}
