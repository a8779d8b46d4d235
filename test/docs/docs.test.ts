import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const pages = [
  ...fs.readdirSync(root).filter((name) => name.endsWith('.md')),
  ...fs
    .readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];
const textOf = (page: string) => fs.readFileSync(path.join(root, page), 'utf8');

/** The anchors a page has, as browsers of Markdown make them from its headings. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documentation', () => {
  test('says of commands, keys, strategies and codes what the program says', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/write-reference.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.each(pages)('%s links to what is there', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
    for (const target of links.filter((one) => !/^[a-z]+:/.test(one))) {
      const [file, anchor] = target.split('#') as [string, string | undefined];
      const to = file === '' ? page : path.join(path.dirname(page), file);
      expect(fs.existsSync(path.join(root, to)), `${page} → ${target}`).toBe(true);
      if (anchor !== undefined && to.endsWith('.md')) expect(anchorsOf(to), `${page} → ${target}`).toContain(anchor);
    }
  });

  test('is all reached from its index', () => {
    const index = textOf('docs/README.md');
    const others = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    for (const page of others) expect(index, page).toContain(`(${page.slice('docs/'.length)})`);
  });

  test('keeps the README under 150 lines', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThan(150);
  });
});
