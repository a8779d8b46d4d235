import * as fs from 'node:fs';
import path from 'node:path';

export const UNPACKING = 'unpacking-';
const PARTIAL = '.partial';
const A_DAY_MS = 24 * 3600 * 1000;

/** Removes temporary files of killed processes. No process works on one for longer than a day. */
export function removeStaleTemporaries(cache: string, now = Date.now()): void {
  for (const folder of [cache, path.join(cache, HEADERS), path.join(cache, RUNS)])
    for (const name of namesIn(folder)) {
      if (!name.startsWith(UNPACKING) && !name.endsWith(PARTIAL)) continue;
      const entry = path.join(folder, name);
      const age = now - (fs.statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? now);
      if (age > A_DAY_MS) removeQuietly(entry);
    }
}

/** Cache folders: precompiled headers, and results of earlier clang runs. */
export const HEADERS = 'headers';
export const RUNS = 'runs';

interface Entry {
  readonly files: string[];
  bytes: number;
  usedMs: number;
}

/** Removes the least recently used entries until the folder has at most `maxBytes`. An entry is all files with one name. */
export function boundFolder(folder: string, maxBytes: number): void {
  const entries = new Map<string, Entry>();
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile() || name.endsWith(PARTIAL)) continue;
    const stem = name.replace(/\..*/, '');
    const entry = entries.get(stem) ?? { files: [], bytes: 0, usedMs: 0 };
    entries.set(stem, entry);
    entry.files.push(file);
    entry.bytes += stat.size;
    entry.usedMs = Math.max(entry.usedMs, stat.mtimeMs);
  }
  let total = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
  for (const entry of [...entries.values()].sort((a, b) => a.usedMs - b.usedMs)) {
    if (total <= maxBytes) return;
    for (const file of entry.files) removeQuietly(file);
    total -= entry.bytes;
  }
}

/** Marks an entry as used, for `boundFolder`. */
export function markUsed(entry: string): void {
  const now = new Date();
  try {
    fs.utimesSync(entry, now, now);
  } catch {
    // a read-only cache still works
  }
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return []; // missing, or not a folder: reported by the code that needs it
  }
}

export function removeQuietly(entry: string): void {
  try {
    fs.rmSync(entry, { recursive: true, force: true });
  } catch {
    // another process was faster, or the folder is read-only; removal is optional
  }
}
