import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Scratch } from '../support/command-line.js';

const root = path.join(import.meta.dirname, '../..');
const page = fs.readFileSync(path.join(root, 'docs/library.md'), 'utf8');
/** Blocks of a language, each with the block without one that follows: what it prints. */
const examples = [...page.matchAll(/```js\n([\s\S]*?)```\n+```\n([\s\S]*?)```/g)].map(([, script, prints]) => ({
  script: script!,
  prints: prints!,
}));
const [, source] = /```c\n([\s\S]*?)```/.exec(page)!;

describe('the page about the library', () => {
  test('has examples', () => expect(examples.length).toBe(2));

  test.each(examples)('prints what it says', ({ script, prints }) => {
    using scratch = new Scratch({ 'quarter.c': source!, 'example.mjs': script });
    fs.mkdirSync(path.join(scratch.folder, 'node_modules'));
    fs.symlinkSync(root, path.join(scratch.folder, 'node_modules/mantissa-tuner'));
    const { stdout, stderr } = spawnSync(process.execPath, ['example.mjs'], { cwd: scratch.folder, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: prints, stderr: '' });
  });

  test('names everything there is to import, and nothing else', async () => {
    const there = Object.keys(await import('../../src/index.js'));
    for (const name of there) expect(page, name).toContain(name);
    for (const [, names] of page.matchAll(/import \{([^}]*)\} from 'mantissa-tuner'/g))
      for (const name of names!.split(',')) expect(there).toContain(name.trim());
  });
});
