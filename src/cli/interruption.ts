/**
 * Ctrl-C, and the signals of a scheduler (SIGTERM) or of a terminal that goes (SIGHUP): work that can stop in good order is asked to; a
 * second one, or work that cannot, ends at once. Either way nothing is left behind (support/at-exit.ts). A handler runs only between two
 * steps of the work, so a scheduler's signal has one only where somebody heeds it or where something is left to undo.
 */
import os from 'node:os';
import { onPendingCleanup } from '../support/at-exit.js';
import { sharedAbort } from '../support/shared-abort.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A shell says of a process that a signal ended: 128 and its number. */
const SHELL_SIGNAL = 128;

const asked = sharedAbort();
let isHeeded = false;
let received: (typeof SIGNALS)[number] = 'SIGINT';

/** Aborted when the user wants to stop. Whoever takes it promises to end soon. */
export function interruption(): AbortSignal {
  isHeeded = true;
  listen();
  return asked.signal;
}

export function listenForInterruption(): void {
  onPendingCleanup((hasPending) => (hasPending || isHeeded ? listen() : leaveToTheSystem()));
}

function listen(): void {
  for (const signal of SIGNALS) process.off(signal, end).on(signal, end);
}

/** SIGTERM and SIGHUP end the process at once, whatever it is doing; Ctrl-C is answered. */
function leaveToTheSystem(): void {
  listen();
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.off(signal, end);
}

function end(signal: (typeof SIGNALS)[number]): void {
  received = signal;
  if (isHeeded && !asked.signal.aborted) return asked.abort();
  process.stderr.write('\ninterrupted\n');
  process.exit(interruptedExitCode());
}

/** 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP. */
export function interruptedExitCode(): number {
  return SHELL_SIGNAL + os.constants.signals[received];
}
