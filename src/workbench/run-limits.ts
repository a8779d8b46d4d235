import type { RunRequest } from '../execution/engine.js';
import { machineMemoryBytes } from '../execution/memory-limit.js';
import { withArgumentFiles } from './argument-files.js';

export interface RunLimits {
  readonly arguments: readonly string[];
  readonly timeoutMs: number;
  /** Whether the limit is the rest of the study's time, so that a longer run says nothing about the program. */
  readonly isRestOfTime?: boolean;
  readonly maxOutputBytes: number;
  readonly maxMemoryBytes: number;
  /** Files to collect from the run's folder. */
  readonly collect?: readonly string[];
  /** Folders in which relative arguments are looked up; the files are copied to the run's folder. */
  readonly argumentsFrom?: readonly string[];
}

const MAX_OUTPUT_BYTES = 2 ** 26;
const TIMEOUT_MS = 600_000;

/** Limits for a run that counts as hanging after `timeoutMs`. */
export function atMost(limits: RunLimits, timeoutMs: number): RunLimits {
  return timeoutMs < limits.timeoutMs ? { ...limits, timeoutMs, isRestOfTime: false } : limits;
}

/** Default limits of a run: ten minutes, 64 MiB of output, the machine's memory. */
export function runLimits(given: Partial<RunLimits> = {}): RunLimits {
  return {
    arguments: [],
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    maxMemoryBytes: machineMemoryBytes(),
    ...given,
  };
}

/** The run request with the files that its arguments name. */
export function withFiles({ argumentsFrom, ...limits }: RunLimits): Omit<RunRequest, 'environment'> {
  return argumentsFrom ? { ...limits, ...withArgumentFiles(limits.arguments, argumentsFrom) } : limits;
}
