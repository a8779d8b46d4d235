/**
 * Handles Ctrl-C (SIGINT), a scheduler's SIGTERM and the SIGHUP of a closed terminal. If the running work can stop cleanly, it is
 * asked to; otherwise, or at a second signal, the process ends at once. Either way temporary files are removed (support/at-exit.ts). JavaScript handlers run
 * only between steps of the work, so SIGTERM and SIGHUP have a handler only if the work supports stopping or there is something to clean up.
 */
import os from 'node:os';
import { onPendingCleanup } from '../support/at-exit.js';
import { sharedAbort } from '../support/shared-abort.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Shells report a process that a signal ended as 128 plus the signal's number. */
const SHELL_SIGNAL = 128;

const asked = sharedAbort();
let workCanStop = false;
let received: (typeof SIGNALS)[number] = 'SIGINT';

/** Aborted when the user wants to stop. A caller that takes it must end soon after. */
export function interruption(): AbortSignal {
  workCanStop = true;
  listen();
  return asked.signal;
}

export function listenForInterruption(): void {
  onPendingCleanup((hasPending) => (hasPending || workCanStop ? listen() : leaveToTheSystem()));
}

function listen(): void {
  for (const signal of SIGNALS) process.off(signal, end).on(signal, end);
}

/** SIGTERM and SIGHUP end the process at once; Ctrl-C still prints a message. */
function leaveToTheSystem(): void {
  listen();
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.off(signal, end);
}

function end(signal: (typeof SIGNALS)[number]): void {
  received = signal;
  if (workCanStop && !asked.signal.aborted) return asked.abort();
  process.stderr.write('\ninterrupted\n');
  process.exit(interruptedExitCode());
}

/** 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP. */
export function interruptedExitCode(): number {
  return SHELL_SIGNAL + os.constants.signals[received];
}
