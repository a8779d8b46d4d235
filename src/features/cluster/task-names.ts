/**
 * Tasks are named by their content, so that the same request after a restart finds its submission and result. Time limits, which follow
 * from measurements, only count by magnitude. Requests whose result differs from run to run are numbered.
 */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import type { RunRequest } from '../../core.js';
import { encode } from './wire.js';

export class TaskNames {
  private readonly asked = new Map<string, number>();

  /** Deterministic requests. */
  of(parts: unknown): string {
    return createHash('sha256').update(encode(parts)).digest('hex').slice(0, 40);
  }

  /** Requests that are numbered within their kind. */
  next(parts: unknown): string {
    const name = this.of(parts);
    const before = this.asked.get(name) ?? 0;
    this.asked.set(name, before + 1);
    return `${name}-${before}`;
  }
}

/** The parts of a request that determine its result; files by size and modification time. */
export function named(request: RunRequest): unknown {
  const { timeoutMs, copies = {}, ...rest } = request;
  return [rest, size(timeoutMs), Object.entries(copies).map(([name, file]) => [name, file, stamp(file)])];
}

/** Rounded to a power of two. */
export function size(ms: number): number {
  return Number.isFinite(ms) ? 2 ** Math.ceil(Math.log2(Math.max(1, ms))) : ms;
}

export function stamp(file: string): string | null {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs}` : null;
}

const LEFT_OUT = new Set(['.git', '.hg', '.svn', '.mantissa', 'node_modules']);

/** Whether a file in the project's folder may be an input of its build. */
export function isOfProject(name: string): boolean {
  return !LEFT_OUT.has(name);
}

/** The current state of a file tree, except the folder `without`. */
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
