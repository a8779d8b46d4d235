import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { ClangRunCache } from '../../src/clang/clang-run-cache.js';
import { areUnchanged, dependenciesOf, startOfRun } from '../../src/clang/dependencies.js';
import { boundFolder, markUsed } from '../../src/clang/housekeeping.js';
import { Scratch } from '../support/command-line.js';

test('a folder over its limit loses the entries used longest ago, each with all its files', () => {
  const kilobyte = Buffer.alloc(1024);
  using scratch = new Scratch({
    'old.pch': kilobyte,
    'old.json': '{}',
    'used.pch': kilobyte,
    'new.pch': kilobyte,
    'under-way.partial': kilobyte,
  });
  for (const [name, hoursAgo] of Object.entries({ 'old.pch': 3, 'old.json': 3, 'used.pch': 4, 'new.pch': 1 })) {
    const then = new Date(Date.now() - hoursAgo * 3600 * 1000);
    fs.utimesSync(scratch.path(name), then, then);
  }
  markUsed(scratch.path('used.pch'));
  boundFolder(scratch.folder, 2 * 1024);
  expect(fs.readdirSync(scratch.folder).sort()).toEqual(['new.pch', 'under-way.partial', 'used.pch']);
});

test('a cached run of clang is used only while all its dependencies are unchanged', async () => {
  using scratch = new Scratch({ 'a.h': 'one' });
  const runs = new ClangRunCache(scratch.folder);
  const digest = 'd'.repeat(64);
  const run = { output: Buffer.from('printed'), filesRead: [scratch.path('a.h')] };
  await runs.remember('key', run, { files: {}, absent: [scratch.path('b.h')] });
  expect(runs.recall('key')).toEqual(run);
  expect(runs.recall('other')).toBeNull();
  scratch.write('b.h', '');
  expect(runs.recall('key')).toBeNull();
  await runs.remember('key', run, { files: { [scratch.path('a.h')]: digest }, absent: [] });
  expect(runs.recall('key')).toBeNull();
});

test('a run depends on a file written just before it, but not on one that changed since', async () => {
  using scratch = new Scratch({});
  const file = scratch.path('a.h');
  const lookups = { opened: new Set([file]), absent: new Set<string>(), refused: new Map() };
  for (let round = 0; round < 20; round++) {
    scratch.write('a.h', `round ${round}`);
    const startedMs = await startOfRun();
    expect(areUnchanged(dependenciesOf(lookups, startedMs))).toBe(true);
    fs.utimesSync(file, new Date(), new Date(startedMs + 1));
    expect(areUnchanged(dependenciesOf(lookups, startedMs))).toBe(false);
  }
});

test('a run in a folder of ours is recalled in another of the same text', async () => {
  using scratch = new Scratch({
    'one/a.c': '#include "/HERE/one/b.h"\n',
    'two/a.c': '#include "/HERE/two/b.h"\n',
    'six/a.c': 'int other;\n',
  });
  const [one, two, six] = ['one', 'two', 'six'].map((name) => scratch.path(name)) as [string, string, string];
  for (const folder of [one, two])
    fs.writeFileSync(`${folder}/a.c`, fs.readFileSync(`${folder}/a.c`, 'utf8').replace(/\/HERE\/\w+/, folder));
  const runs = new ClangRunCache(scratch.folder);
  const lookups = { opened: new Set([`${one}/a.c`]), absent: new Set([`${one}/c.h`]), refused: new Map() };
  const dependencies = dependenciesOf(lookups, Date.now() + 1000, one);
  const run = { output: Buffer.from(`"${one}/a.c" é`), filesRead: [`${one}/a.c`] };
  await runs.remember('key', run, dependencies, one);
  expect(runs.recall('key', two)).toEqual({ output: Buffer.from(`"${two}/a.c" é`), filesRead: [`${two}/a.c`] });
  expect(runs.recall('key', six)).toBeNull();
  scratch.write('two/c.h', '');
  expect(runs.recall('key', two)).toBeNull();
});

test('a cache that cannot store a run of clang is not an error', async () => {
  using scratch = new Scratch({ runs: 'a file where the folder should be' });
  const runs = new ClangRunCache(scratch.folder);
  await runs.remember('key', { output: Buffer.from('x'), filesRead: [] }, { files: {}, absent: [] });
  expect(runs.recall('key')).toBeNull();
});
