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

/** Returns what takes the promise back, for whoever has undone it in good time. */
export function undoneAtExit(undo: () => void): () => void {
  pending.add(undo);
  return () => void pending.delete(undo);
}
