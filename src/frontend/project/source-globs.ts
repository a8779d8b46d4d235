import { statSync } from 'node:fs';
import path from 'node:path';
import { compareNames, isFile, listFolder } from './input-files.js';

/** Whether a path in `sources` contains wildcards. */
export function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/**
 * The files that match a glob, absolute and sorted. `*` and `?` match within one name, `**` matches any number of folders, including none. A name
 * that starts with a dot needs a pattern that does too. `**` does not follow links, so the search ends.
 */
export function expandGlob(pattern: string, folder: string): string[] {
  const absolute = path.isAbsolute(pattern);
  const steps = pattern.split('/').filter((step) => step !== '' && step !== '.');
  const found = new Set<string>();
  walk(absolute ? path.parse(pattern).root : folder, steps, found);
  return [...found].sort(compareNames);
}

function walk(folder: string, steps: readonly string[], found: Set<string>): void {
  const [step, ...rest] = steps;
  if (step === undefined || !isFolder(folder)) return;
  if (step === '**') {
    walk(folder, rest.length === 0 ? ['*'] : rest, found);
    for (const entry of listFolder(folder, folder)) {
      if (entry.isDirectory() && !entry.name.startsWith('.')) walk(path.join(folder, entry.name), steps, found);
    }
    return;
  }
  const names = isGlob(step)
    ? listFolder(folder, folder).flatMap(({ name }) => (matches(name, step) ? [name] : []))
    : [step];
  for (const name of names) {
    const reached = path.join(folder, name);
    if (rest.length > 0) walk(reached, rest, found);
    else if (isFile(reached)) found.add(reached);
  }
}

/** Whether a name matches one component of a pattern. */
export function matches(name: string, step: string): boolean {
  if (name.startsWith('.') && !step.startsWith('.')) return false;
  const pattern = step
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${pattern}$`, 's').test(name);
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
