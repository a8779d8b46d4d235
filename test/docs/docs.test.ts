import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/command-list.js';
import { readProjectFile } from '../../src/frontend/project/project-file.js';
import { isInSuite } from '../suites.js';
import { mantissa, Scratch } from '../support/command-line.js';

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

  test('says of the embedded clang what package-lock.json says', () => {
    const { packages } = JSON.parse(textOf('package-lock.json'));
    const { version, integrity } = packages['node_modules/@yowasp/clang'];
    const page = textOf('docs/vendoring.md');
    expect(page).toContain(`@yowasp/clang@${version} `);
    expect(page).toContain(`\n${integrity.replace('sha512-', '')}\n`);
  });

  test('shows in the guide what its program really gives', async () => {
    const guide = textOf('docs/guide.md');
    const block = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)![1]!;
    using scratch = new Scratch({ 'bessel.cu': block('cpp'), 'mantissa.json': block('json') });
    const { exitCode, stdout } = await mantissa(['inspect', 'bessel.cu'], { cwd: scratch.folder });
    expect(exitCode).toBe(0);
    expect(guide).toContain(stdout.split('\n').slice(0, 5).join('\n'));
    expect(() => readProjectFile(Buffer.from(block('json')), 'mantissa.json')).not.toThrow();
  });

  test.runIf(isInSuite('docs: the command of the README'))(
    'recommends by the command of the README what the README says, and it holds its own verify',
    async () => {
      const readme = textOf('README.md');
      const [, command] = /^\$ mantissa (tune .*)$/m.exec(readme)!;
      using scratch = new Scratch({});
      fs.cpSync(path.join(root, 'corpus/nbody'), scratch.path('corpus/nbody'), { recursive: true });
      const where = { cwd: scratch.folder };
      const tuned = await mantissa([...command!.split(' '), '--engine', 'wasm'], where);
      expect(tuned.exitCode, tuned.stderr).toBe(0);
      const [best] = /^trial \d+ {2}.*$/m.exec(tuned.stdout)!;
      expect(readme).toContain(`${best}\n${/^ {2}error .*$/m.exec(tuned.stdout)![0]}\n`);
      expect(readme).toContain(/^ {2}verified .*$/m.exec(tuned.stdout)![0]);
      const verified = await mantissa(['verify', '--json', '--in', 'corpus/nbody'], where);
      expect(JSON.parse(verified.stdout)).toMatchObject({ trial: Number(/\d+/.exec(best)![0]), confidence: 1 });
      const { stdout: patch } = await mantissa(['apply'], where);
      const shown = readme
        .slice(readme.indexOf('$ mantissa apply'))
        .split('```')[0]!
        .split('\n')
        .filter((line) => /^[-+] /.test(line));
      expect(shown.length).toBeGreaterThan(3);
      for (const line of shown) expect(patch).toContain(line);
    },
    900_000,
  );

  test.each(commands.filter(({ isHidden }) => !isHidden).map(({ name }) => name))(
    'names mantissa %s in the README',
    (name) => {
      expect(textOf('README.md')).toMatch(new RegExp(`mantissa ${name}\\b`));
    },
  );

  test('takes every figure of the README table from a file that its row links', () => {
    const rows = textOf('README.md')
      .split('\n')
      .filter((line) => line.startsWith('|') && line.includes('(results/'));
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const row of rows) {
      const files = [...row.matchAll(/\((results\/[^)]+)\)/g)].map(([, file]) => textOf(file!)).join('\n');
      const words = row.replaceAll(/\[[^\]]*\]\([^)]*\)/g, '');
      const figures = words.match(/\b\d+(?:\.\d+)?(?:e-?\d+)?(?![\d.])/g) ?? [];
      expect(figures.length, row).toBeGreaterThanOrEqual(2);
      for (const figure of figures)
        expect(files, row).toMatch(new RegExp(`(?<![\\d.])${figure.replaceAll('.', '\\.')}(?!\\d)`));
    }
  });

  test('keeps the README under 150 lines', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThan(150);
  });
});
