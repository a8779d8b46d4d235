import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

it('the gallery matches its runs: page, pictures and figures', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['experiments/gallery.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('checked docs/gallery.md and 5 pictures');
});

it('each program of the gallery says what was found, shows it, and has a judgement', () => {
  const page = fs.readFileSync(path.join(root, 'docs/gallery.md'), 'utf8');
  const sections = page.split(/^## /m).slice(1);
  expect(sections).toHaveLength(5);
  for (const text of sections) {
    expect(text).toMatch(/\n\$ cd corpus\/\w+ && mantissa tune/);
    expect(text).toMatch(/!\[.*\]\(pictures\/gallery-\w+\.svg\)/);
    expect(text).toMatch(/\*What an expert would say\.\* .{80,}/);
  }
});
