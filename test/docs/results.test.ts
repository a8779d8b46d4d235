import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '../../results');
const rows = [
  ...fs
    .readFileSync(path.join(folder, 'README.md'), 'utf8')
    .matchAll(/^\| (.*?) \| \d{4}-\d\d-\d\d \| [0-9a-f]{7} \|$/gm),
];
/** The patterns of all rows: a path without blanks, or it is words about the one before. */
const patterns = rows.flatMap(([, files]) => files!.split(/, (?![^{]*\})/).filter((one) => !one.includes(' ')));
const there = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => fs.statSync(path.join(folder, name)).isFile() && path.basename(name) !== 'README.md');

/** `**` and `*` as shells have them, and `{a,b}`. */
function matches(file: string, pattern: string): boolean {
  const text = pattern
    .replaceAll('.', '\\.')
    .replace(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'))
    .replace(/\{(.*?)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${text}$`).test(file);
}

test('every file in results/ says on which day and by which commit it was made', () => {
  expect(rows.length).toBeGreaterThan(0);
  const unnamed = there.filter((file) => !patterns.some((pattern) => matches(file, pattern)));
  expect(unnamed).toEqual([]);
});

test.each(patterns)('%s is there', (pattern) => {
  expect(there.some((file) => matches(file, pattern))).toBe(true);
});
