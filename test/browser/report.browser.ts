import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journalLine } from '../../src/journal/journal.js';
import { mantissa } from '../support/command-line.js';
import { RECORDS } from '../support/recorded-study.js';
import { expectAccessible, openBrowser, openFromDisk, takePicture, watchPage } from './open-page.js';

let browser: Browser;
let folder: string;
let file: string;

/** Where a site is declared: there its format's letter stands beside it. */
const declared = (id: string) => `.place[title^="${id}:"]:has(sup)`;

beforeAll(async () => {
  browser = await openBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-browser-'));
  const lines = RECORDS.map((record, at) => journalLine(record, 1_760_000_000_000 + 1000 * at));
  fs.writeFileSync(path.join(folder, 'journal.jsonl'), Buffer.concat(lines));
  file = path.join(folder, 'report.html');
  const { exitCode, stderr } = await mantissa(['report', folder, '--output', file]);
  expect(exitCode, stderr).toBe(0);
});
afterAll(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('a report opened from disk with the network off', () => {
  it('shows the verdict, without requests and errors', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file);
    const { page, complaints, requests } = watched;
    expect(await page.textContent('.verdict')).toContain('Trial 3 runs 1.50× as fast as the baseline');
    expect(await page.title()).toBe('k: finished – Mantissa');
    expect(requests).toEqual([`file://${file}`]);
    expect(complaints).toEqual([]);
    await takePicture(page, 'small-light');
    await page.context().close();
  });

  it('updates the source, the table and the address when a trial is selected', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file);
    const { page } = watched;
    const formatOfA = () => page.getAttribute(declared('k.a'), 'title');
    expect(await formatOfA()).toBe('k.a: fp64');
    await page.click('#trial-row-1');
    await expect.poll(formatOfA).toBe('k.a: fp32');
    expect(new URL(page.url()).hash).toBe('#trial=1');
    expect(await page.textContent('.chosen')).toContain('trial 1');
    expect(await page.getAttribute('#trial-row-1', 'aria-selected')).toBe('true');
    await expect.poll(() => page.textContent('#trial')).toContain('small: value 2 is 3 instead of 2');
    await page.click('.chosen button');
    await expect.poll(formatOfA).toBe('k.a: fp64');
    expect(watched.complaints).toEqual([]);
    await page.context().close();
  });

  it('chooses the trial under a click on the plot', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file);
    const { page } = watched;
    await page.click('#trial-row-2');
    const plot = page.locator('#figure-accuracy-speed svg[tabindex]');
    const ring = (await page.locator('.ring-selected circle').boundingBox())!;
    const box = (await plot.boundingBox())!;
    const position = { x: ring.x + ring.width / 2 - box.x, y: ring.y + ring.height / 2 - box.y };
    await page.click('#trial-row-1');
    await plot.click({ position });
    expect(new URL(page.url()).hash).toBe('#trial=2');
    await page.context().close();
  });

  it('shows why a site has its format, and frozen sites', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file);
    const { page } = watched;
    await page.click(declared('k.a'));
    expect(await page.textContent('.why')).toContain('left in fp64: lowered alone to fp32 (trial 4)');
    await page.click('.why .link:has-text("trial 4")');
    expect(new URL(page.url()).hash).toBe('#trial=4&place=k.a');
    await page.click(declared('k.frozen'));
    expect(await page.textContent('.why')).toContain('its address is passed to code outside the program');
    await page.context().close();
  });

  it('opens with the selection in its address', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file, '#trial=2&place=k.b');
    expect(await watched.page.textContent('.chosen')).toContain('trial 2');
    expect(await watched.page.textContent('.why h3')).toBe('k.b');
    await watched.page.context().close();
  });

  it('filters by outcome and by name, sorts, and toggles trials against time', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file);
    const { page } = watched;
    const rows = () => page.locator('.trial-table [role="option"]').count();
    expect(await rows()).toBe(4); // the repeat is not shown at first
    await page.click('.filters label:has-text("inaccurate")');
    expect(await rows()).toBe(2);
    await page.fill('.filters input[type="search"]', 'k.c');
    expect(await rows()).toBe(1);
    await page.fill('.filters input[type="search"]', '');
    await page.click('.filters label:has-text("duplicate")');
    expect(await rows()).toBe(3);
    await page.click('.trial-head .sort:has-text("speedup")');
    expect(await page.textContent('.trial-table [role="option"] >> nth=0')).toContain('1.50×');
    const caption = page.locator('#figure-best-so-far figcaption');
    expect(await caption.textContent()).toContain('horizontal: trials');
    await page.click('#figure-best-so-far button:has-text("time")');
    expect(await caption.textContent()).toContain('working time in seconds');
    expect(watched.complaints).toEqual([]);
    await page.context().close();
  });

  it('exports every figure as CSV and as self-contained SVG', async () => {
    // a page for each: a browser asks before it takes ten files from one within seconds
    const onPage = async (work: (page: Page, save: (button: string) => Promise<string>) => Promise<void>) => {
      const watched = await watchPage(browser);
      await openFromDisk(watched, file);
      const { page } = watched;
      await work(page, async (button) => {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
        return fs.readFileSync(await download.path(), 'utf8');
      });
      expect(watched.complaints).toEqual([]);
      await page.context().close();
    };
    const figures: string[] = [];
    await onPage(async (page, save) => {
      figures.push(...(await page.locator('figure').evaluateAll((all) => all.map((one) => one.id))));
      const csv = await save('#figure-accuracy-speed button:has-text("CSV")');
      expect(csv).toMatch(/^trial,outcome,max-relative,speedup/);
      const everything = JSON.parse(await save('button:has-text("Download the report")'));
      expect(everything).toMatchObject({ schemaVersion: 1, best: 3 });
      expect(await save('button:has-text("Download the patch")')).toContain('+  float c = a[0] * b;');
    });
    expect(figures.length).toBeGreaterThan(3);
    for (const id of figures) {
      await onPage(async (_, save) => {
        const csv = await save(`#${id} button:has-text("CSV")`);
        expect(csv.trim().split('\n').length, id).toBeGreaterThan(1);
        const svg = await save(`#${id} button:has-text("SVG")`);
        expect(svg, id).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
        expect(svg, id).not.toMatch(/var\(|class="/);
      });
    }
  });

  it('can be used from the keyboard alone', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file);
    const { page } = watched;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip');
    await page.focus('.trial-table [role="listbox"]');
    await page.keyboard.press('Home');
    expect(new URL(page.url()).hash).toBe('#trial=1');
    await page.keyboard.press('ArrowDown');
    expect(new URL(page.url()).hash).toBe('#trial=2');
    await page.focus('#figure-accuracy-speed svg[tabindex]');
    await page.keyboard.press('ArrowRight');
    expect(new URL(page.url()).hash).not.toBe('#trial=2');
    await page.focus(declared('k.c'));
    await page.keyboard.press('Enter');
    expect(await page.textContent('.why h3')).toBe('k.c');
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('has no serious fault of accessibility in %s colours', async (colorScheme) => {
    const watched = await watchPage(browser, { colorScheme });
    await openFromDisk(watched, file, '#place=k.a');
    await expectAccessible(watched.page);
    await watched.page.context().close();
  });

  it('shows the errors of the output with the goal, the worst by their place, and along it or by value', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file);
    const { page } = watched;
    const section = page.locator('#errors');
    expect(await section.locator('#figure-errors .goal-line').count()).toBe(1);
    expect(await section.locator('#figure-errors .goal-mark').textContent()).toContain('goal 10⁻⁶');
    expect(await section.locator('td').first().textContent()).toBe('energy (line 2)');
    const along = section.locator('#figure-error-along');
    expect(await along.locator('circle').count()).toBe(3);
    expect(await along.locator('h3').textContent()).toBe('Error along the output, small');
    await along.getByRole('button', { name: 'by value' }).click();
    await expect.poll(() => along.locator('h3').textContent()).toBe('Error by the size of the value, small');
    await page.context().close();
  });

  it('lets the reader choose the axes of the trials, and stores them in the address', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file);
    const { page } = watched;
    const figure = page.locator('#figure-accuracy-speed');
    const ring = () => figure.locator('.ring-best circle').evaluate((one) => Number(one.getAttribute('cx')));
    const names = () => figure.locator('.axis-name').allTextContents();
    expect(await names()).toEqual(['speedup (×)', 'error']);
    const before = await ring();
    await figure.locator('select[name="axis-x"]').selectOption('lowered');
    expect(new URL(page.url()).hash).toBe('#axes=lowered%2Cerror-log');
    await expect.poll(names).toEqual(['groups lowered', 'error']);
    expect(await ring()).not.toBe(before);
    expect(await figure.locator('.pareto-line').count()).toBe(0);
    await figure.locator('select[name="axis-y"]').selectOption('speedup');
    await expect.poll(names).toEqual(['groups lowered', 'speedup (×)']);
    expect(
      await figure
        .locator('.interval line')
        .first()
        .evaluate((one) => one.getAttribute('x1') === one.getAttribute('x2')),
    ).toBe(true);
    await figure.locator('input[name="log-x"]').check();
    expect(await figure.locator('text.band-name').allTextContents()).toContain('0');
    await page.locator('#trial-row-1').click();
    expect(new URL(page.url()).hash).toBe('#trial=1&axes=lowered-log%2Cspeedup');
    await page.reload();
    await page.waitForSelector('#reproduce');
    expect(await names()).toEqual(['groups lowered', 'speedup (×)']);
    await figure.locator('select[name="axis-y"]').selectOption('error');
    await figure.locator('select[name="axis-x"]').selectOption('speedup');
    expect(new URL(page.url()).hash).toBe('#trial=1');
    expect(watched.complaints).toEqual([]);
    await page.context().close();
  });

  it('copies the command that follows from the verdict', async () => {
    const watched = await watchPage(browser);
    const { page } = watched;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openFromDisk(watched, file);
    const first = page.locator('#verdict .actions .command').first();
    expect(await first.locator('code').textContent()).toMatch(/^mantissa apply 3 --study .* --write$/);
    await first.getByRole('button').click();
    await expect.poll(() => first.getByRole('button').textContent()).toBe('copied');
    await page.context().close();
  });

  it('is complete when the browser announces printing', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file);
    const { page } = watched;
    const lines = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      return [document.querySelectorAll('.line').length, document.querySelectorAll('section').length];
    });
    expect(lines).toEqual([7, 9]);
    await page.context().close();
  });

  it('fits a narrow window without horizontal scrolling', async () => {
    const watched = await watchPage(browser, { width: 420 });
    await openFromDisk(watched, file);
    const { page } = watched;
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await takePicture(page, 'small-narrow');
    await page.context().close();
  });

  it('prints every trial and every line, not only the visible ones', async () => {
    const watched = await watchPage(browser);
    await openFromDisk(watched, file);
    const { page } = watched;
    await page.emulateMedia({ media: 'print' });
    await page.waitForFunction(() => document.querySelectorAll('.line').length === 7);
    expect(await page.locator('.figure-controls').first().isVisible()).toBe(false);
    await page.setViewportSize({ width: 794, height: 1100 }); // A4
    const { overflow, skipped } = await page.evaluate(() => ({
      overflow: document.documentElement.scrollWidth - window.innerWidth,
      skipped: [...document.querySelectorAll('section')]
        .filter((section) => getComputedStyle(section).contentVisibility !== 'visible')
        .map(({ id }) => id),
    }));
    expect(overflow).toBeLessThanOrEqual(0);
    expect(skipped).toEqual([]);
    await page.context().close();
  });
});
