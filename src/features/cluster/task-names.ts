/**
 * A task is named by what it is, so that whoever asks for the same after a restart finds what was submitted and what came of it. Limits of
 * time follow from times that were measured, and count by their size only; what differs from run to run counts by how often it was asked.
 */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import type { RunRequest } from '../../core.js';
import { encode } from './wire.js';

export class TaskNames {
  private readonly asked = new Map<string, number>();

  /** The same every time. */
  of(parts: unknown): string {
    return createHash('sha256').update(encode(parts)).digest('hex').slice(0, 40);
  }

  /** The first, the second and so on of its kind. */
  next(parts: unknown): string {
    const name = this.of(parts);
    const before = this.asked.get(name) ?? 0;
    this.asked.set(name, before + 1);
    return `${name}-${before}`;
  }
}

/** A request as far as it decides what comes of it: files by their size and day. */
export function named(request: RunRequest): unknown {
  const { timeoutMs, copies = {}, ...rest } = request;
  return [rest, size(timeoutMs), Object.entries(copies).map(([name, file]) => [name, file, stamp(file)])];
}

/** A power of two. */
export function size(ms: number): number {
  return Number.isFinite(ms) ? 2 ** Math.ceil(Math.log2(Math.max(1, ms))) : ms;
}

export function stamp(file: string): string | null {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs}` : null;
}

const LEFT_OUT = new Set(['.git', '.hg', '.svn', '.mantissa', 'node_modules']);

/** Whether a name in a project's folder is of what it builds from. */
export function isOfProject(name: string): boolean {
  return !LEFT_OUT.has(name);
}

/** What a tree of files is at the moment, besides folder `without`. */
export function stampTree(folder: string, without: string): string {
  const hash = createHash('sha256');
  const walk = (within: string) => {
    const entries = fs.readdirSync(within, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = path.join(within, entry.name);
      if (!isOfProject(entry.name) || file === without) continue;
      if (entry.isDirectory()) walk(file);
      else hash.update(`${path.relative(folder, file)} ${stamp(file)}\n`);
    }
  };
  walk(folder);
  return hash.digest('hex');
}
