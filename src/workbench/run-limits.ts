import type { RunRequest } from '../execution/engine.js';
import { machineMemoryBytes } from '../execution/memory-limit.js';
import { withArgumentFiles } from './argument-files.js';

export interface RunLimits {
  readonly arguments: readonly string[];
  readonly timeoutMs: number;
  /** That is all there is time for: a run that takes longer is given up, and would have been given longer. */
  readonly isRestOfTime?: boolean;
  readonly maxOutputBytes: number;
  readonly maxMemoryBytes: number;
  /** Files the outcome brings back from the folder the program ran in. */
  readonly collect?: readonly string[];
  /** Folders in which the files are that relative arguments name: each run has a copy in its own folder. */
  readonly argumentsFrom?: readonly string[];
}

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

/** A run with the files that its arguments name. */
export function withFiles({ argumentsFrom, ...limits }: RunLimits): Omit<RunRequest, 'environment'> {
  return argumentsFrom ? { ...limits, ...withArgumentFiles(limits.arguments, argumentsFrom) } : limits;
}
