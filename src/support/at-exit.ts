/** What must not outlive the process: undone when it exits, by itself or because a signal asked it to (not where it is killed). */
const pending = new Set<() => void>();

process.on('exit', () => {
  // the latest first: a process that works in a folder goes before the folder
  for (const undo of [...pending].reverse()) {
    try {
      undo();
    } catch {
      // the others still have their turn
    }
  }
});

let tell = (_hasPending: boolean): void => undefined;

/** Tells a listener whether there is anything to undo, now and whenever that changes. */
export function whenPendingChanges(listener: (hasPending: boolean) => void): void {
  tell = listener;
  tell(pending.size > 0);
}

/** Returns what takes the promise back, for whoever has undone it in good time. */
export function undoneAtExit(undo: () => void): () => void {
  pending.add(undo);
  if (pending.size === 1) tell(true);
  return () => {
    if (pending.delete(undo) && pending.size === 0) tell(false);
  };
}
