/** Ctrl-C: work that can stop in good order is asked to; a second one, or work that cannot, ends at once. */
import { sharedAbort } from '../support/shared-abort.js';

const asked = sharedAbort();
let isHeeded = false;

export const INTERRUPTED = 130;

/** Aborted when the user wants to stop. Whoever takes it promises to end soon. */
export function interruption(): AbortSignal {
  isHeeded = true;
  return asked.signal;
}

export function interrupt(): void {
  if (isHeeded && !asked.signal.aborted) return asked.abort();
  process.stderr.write('\ninterrupted\n');
  process.exit(INTERRUPTED);
}
