/** What scripts/check-constants.mjs, which `npm run check` runs, accepts and refuses. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';

const script = path.join(import.meta.dirname, '../../scripts/check-constants.mjs');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** Checks a tree in which this is a file of `auto`, beside one file of results. */
function check(source: string): { readonly status: number | null; readonly faults: string[] } {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'constants-'));
  folders.push(root);
  for (const folder of ['src/search/auto', 'results/here']) fs.mkdirSync(path.join(root, folder), { recursive: true });
  fs.writeFileSync(path.join(root, 'results/here/figures.txt'), '');
  fs.writeFileSync(path.join(root, 'src/search/auto/limits.ts'), source);
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, faults: stderr.split('\n').filter((line) => line !== '') };
}

const accepted = { status: 0, faults: [] };
const refused = (line: number, what: string) => ({ status: 1, faults: [`src/search/auto/limits.ts:${line}: ${what}`] });

it('a constant with the file of its measurement is accepted', () => {
  expect(check('/** Runs. Source: results/here/figures.txt, row 3. */\nexport const MAX_RUNS = 3 * 4;\n')).toEqual(
    accepted,
  );
});

it('a constant without a source is refused, with a comment and without', () => {
  const what = 'MAX_RUNS: the comment above says neither "Source: …" nor "Chosen: …"';
  expect(check('/** Runs. */\nconst MAX_RUNS = 1;\n')).toEqual(refused(2, what));
  expect(check('/** Runs. Source: by definition. */\nconst ONE = 1;\n\nconst MAX_RUNS = 3;\n')).toEqual(
    refused(4, what),
  );
  expect(check('/** Runs. Source: by definition. */\nfunction run() {}\nconst MAX_RUNS = 3;\n')).toEqual(
    refused(3, what),
  );
});

it('a table of numbers is a constant like any other', () => {
  const what = 'COSTS: the comment above says neither "Source: …" nor "Chosen: …"';
  expect(check("const COSTS: Costs = { div: 12.4, 'fp32-fp64': 16 };\n")).toEqual(refused(1, what));
});

it('constants without a blank line between them share a comment', () => {
  expect(
    check('/** Ends. Chosen: wide; nothing else was tried. */\nconst LEAST = 3;\nexport const MOST = 40;\n'),
  ).toEqual(accepted);
});

it('a file of results that does not exist is refused', () => {
  const text = '/** Runs. Source: results/here/figures.txt and results/there/figures.txt. */\nconst MAX_RUNS = 3;\n';
  expect(check(text)).toEqual(refused(1, 'results/there/figures.txt does not exist'));
});

it('a chosen number says what was tried', () => {
  expect(check('/** Runs. Chosen: few. */\nconst MAX_RUNS = 3;\n')).toEqual(
    refused(2, 'MAX_RUNS: "Chosen" does not say what else was tried'),
  );
});

it('a number within a function is refused, and units, indices and texts are not', () => {
  expect(check('function seconds(ms: number): number {\n  return 1.15 * ms;\n}\n')).toEqual(
    refused(2, 'give 1.15 a name and a source'),
  );
  expect(check("const sum = (ms: number, all: number[]) => all[at + 3] + ms / 1000 + '17'.length;\n")).toEqual(
    accepted,
  );
});

it('the default of an option says where it comes from', () => {
  const options = (comment: string) =>
    `export const options = z.strictObject({\n  // Chosen: some; nothing else was tried.\n  runs: count.default(40).describe('runs, at most'),\n${comment}  rounds: count\n    .default(12)\n    .describe('rounds'),\n});\n`;
  expect(check(options('  // Source: results/here/figures.txt.\n'))).toEqual(accepted);
  expect(check(options(''))).toEqual(
    refused(4, 'option rounds: the comment above says neither "Source: …" nor "Chosen: …"'),
  );
});
