import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import type { Lookups } from './guest-file-system.js';
import { withStandIn } from './movable-folder.js';

/**
 * The dependencies of a run's result: the contents of every file it opened, and the paths where it found no file (a header created there later would
 * be included instead). Mantissa's own headers are not listed, as they are part of every key.
 */
export const dependenciesSchema = z.strictObject({
  files: z.record(z.string(), z.string()),
  absent: z.array(z.string()),
});
export type Dependencies = z.infer<typeof dependenciesSchema>;

const UNKNOWN = 'it changed while it was read';

/**
 * A start time for a run that is later than the time stamp of every file written before. File systems store fractions of a millisecond, the clock
 * does not, so a file written just before would otherwise seem to change during the run.
 */
export async function startOfRun(): Promise<number> {
  const now = Date.now();
  while (Date.now() === now) await setImmediate();
  return now + 1;
}

/**
 * A file that changed during the run gets a digest that no contents have, because it is unknown which contents the run read. `startedMs` is from
 * `startOfRun`; `moved` is a folder whose name does not matter (movable-folder.ts).
 */
export function dependenciesOf(lookups: Lookups, startedMs: number, moved?: string): Dependencies {
  const files: Record<string, string> = {};
  for (const file of lookups.opened) {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) continue;
    files[file] = stat && stat.mtimeMs <= startedMs ? (digestOf(file, moved) ?? UNKNOWN) : UNKNOWN;
  }
  return { files, absent: [...lookups.absent].filter((file) => !lookups.opened.has(file)) };
}

export function areUnchanged({ files, absent }: Dependencies, moved?: string): boolean {
  return (
    absent.every((file) => fs.statSync(file, { throwIfNoEntry: false }) === undefined) &&
    Object.entries(files).every(([file, digest]) => digestOf(file, moved) === digest)
  );
}

/** The same dependencies with other file names. */
export function renamed({ files, absent }: Dependencies, name: (file: string) => string): Dependencies {
  return {
    files: Object.fromEntries(Object.entries(files).map(([file, digest]) => [name(file), digest])),
    absent: absent.map(name),
  };
}

export function joinDependencies(a: Dependencies, b: Dependencies): Dependencies {
  return { files: { ...a.files, ...b.files }, absent: [...new Set([...a.absent, ...b.absent])] };
}

export function digestOf(file: string, moved?: string): string | null {
  try {
    const bytes = fs.readFileSync(file);
    return sha256(
      moved !== undefined && file.startsWith(`${moved}/`) ? withStandIn(bytes.toString('latin1'), moved) : bytes,
    );
  } catch {
    return null;
  }
}

export function sha256(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
