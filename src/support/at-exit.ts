/** Cleanup that must run when the process exits, normally or by a signal (except SIGKILL). */
const pending = new Set<() => void>();

process.on('exit', () => {
  // in reverse order: the process that works in a folder ends before the folder is removed
  for (const undo of [...pending].reverse()) {
    try {
      undo();
    } catch {
      // a failed cleanup must not prevent the others
    }
  }
});

let tell = (_hasPending: boolean): void => undefined;

/** Calls the listener when there is something to clean up or nothing any more, and once now. */
export function onPendingCleanup(listener: (hasPending: boolean) => void): void {
  tell = listener;
  tell(pending.size > 0);
}

/** Registers a cleanup. The returned function unregisters it. */
export function registerCleanup(undo: () => void): () => void {
  pending.add(undo);
  if (pending.size === 1) tell(true);
  return () => {
    if (pending.delete(undo) && pending.size === 0) tell(false);
  };
}
