import * as fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openBrowser, takePicture, watchPage } from './open-page.js';

const folder = path.join(import.meta.dirname, '../../site/build/html');
const base = process.env.SITE_BASE || '/';
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** One page of each kind. */
const KINDS = {
  front: '',
  page: 'tune.html',
  gallery: 'gallery.html',
  reference: 'reference/commands.html',
  list: 'diagnostics/',
  diagnostic: 'diagnostics/MX3002.html',
  report: 'report-example.html',
};

let browser: Browser;
let server: http.Server;
let site: string;

beforeAll(async () => {
  expect(fs.existsSync(folder), 'npm run docs builds the site').toBe(true);
  server = http.createServer((request, response) => {
    const file = fileOf(new URL(request.url!, 'http://site').pathname);
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    fs.createReadStream(file).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** The file behind a path of the site, as GitHub Pages finds it; null if there is none. */
function fileOf(pathname: string): string | null {
  if (!pathname.startsWith(base)) return null;
  const below = decodeURIComponent(pathname.slice(base.length));
  const file = path.join(folder, below === '' || below.endsWith('/') ? `${below}index.html` : below);
  return fs.existsSync(file) && fs.statSync(file).isFile() ? file : null;
}

const textOf = (file: string) => fs.readFileSync(file, 'utf8');
/** Targets that a page's own HTML names, without those in code samples, whose markup is escaped. */
const targetsIn = (html: string) => [
  ...html.matchAll(/<(?:a|img|iframe|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g),
];

describe('the documentation site', () => {
  it('reaches every page from its front page, and has no broken internal link', () => {
    const reached = new Set<string>();
    const broken: string[] = [];
    const visit = (file: string, from: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      const html = file.endsWith('.html') ? textOf(file) : '';
      if (path.basename(file) === 'nbody-report.html') return; // test/browser/report.browser.ts looks at reports
      for (const [, target] of targetsIn(html)) {
        const to = new URL(target!.replaceAll('&amp;', '&'), from);
        if (to.origin !== new URL(from).origin) continue;
        const found = fileOf(to.pathname);
        const anchor = decodeURIComponent(to.hash.slice(1));
        if (!found || (anchor !== '' && !textOf(found).includes(`id="${anchor}"`))) broken.push(`${from} → ${target}`);
        else visit(found, `${to.origin}${to.pathname}`);
      }
    };
    visit(path.join(folder, 'index.html'), site);
    expect(broken).toEqual([]);
    const pages = fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html') && name !== '404.html');
    expect(pages.filter((name) => !reached.has(path.join(folder, name)))).toEqual([]);
    const codes = [...textOf(path.join(folder, '../../../docs/errors.md')).matchAll(/^### (MX\d+)/gm)];
    expect(pages.filter((name) => /^diagnostics.MX/.test(name))).toHaveLength(codes.length);
  });

  describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
    it.each(Object.entries(KINDS))('shows a %s that axe accepts, from this server alone', async (kind, place) => {
      const watched = await watchPage(browser, { colorScheme });
      await watched.page.goto(`${site}${place}`, { waitUntil: 'networkidle' });
      expect(await watched.page.locator('h1').first().textContent()).not.toBe('');
      await takePicture(watched.page, `site-${kind}-${colorScheme}`, false);
      await expectAccessible(watched.page);
      expect(watched.requests.filter((address) => !address.startsWith(new URL(site).origin))).toEqual([]);
      expect(watched.complaints).toEqual([]);
      await watched.page.context().close();
    });
  });

  it('shows the menu on a narrow screen', async () => {
    const { page } = await watchPage(browser, { width: 390 });
    await page.goto(`${site}tune.html`, { waitUntil: 'networkidle' });
    await takePicture(page, 'site-narrow', false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.context().close();
  });

  it('finds a message by its code', async () => {
    const { page } = await watchPage(browser);
    await page.goto(site, { waitUntil: 'networkidle' });
    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').fill('MX3002');
    const first = page.locator('.VPLocalSearchBox .result').first();
    await first.waitFor();
    await takePicture(page, 'site-search', false);
    await first.click();
    await page.waitForURL(/MX3002/);
    await page.context().close();
  });
});
