import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { boundFolder, markUsed } from '../../src/clang/housekeeping.js';
import { RememberedRuns } from '../../src/clang/remembered-runs.js';
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

test('a remembered run is recalled only while everything it rests on is as it was', async () => {
  using scratch = new Scratch({ 'a.h': 'one' });
  const runs = new RememberedRuns(scratch.folder);
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

test('a cache that cannot take a remembered run is no error', async () => {
  using scratch = new Scratch({ runs: 'a file where the folder should be' });
  const runs = new RememberedRuns(scratch.folder);
  await runs.remember('key', { output: Buffer.from('x'), filesRead: [] }, { files: {}, absent: [] });
  expect(runs.recall('key')).toBeNull();
});
