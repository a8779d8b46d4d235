import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectAccessible, openBrowser, takePicture, watchPage } from './open-page.js';

let browser: Browser;
const scratch = new Scratch();
const file = scratch.path('machine/report.html');

beforeAll(async () => {
  browser = await openBrowser();
  const options = ['--quick', '--engine', 'wasm', '--only', 'products,exponential,operations', '--output', 'machine'];
  const { exitCode, stderr } = await mantissa(['characterize', ...options], { cwd: scratch.folder });
  expect(exitCode, stderr).toBe(0);
});
afterAll(async () => {
  await browser.close();
  scratch[Symbol.dispose]();
});

describe('the report of a machine, opened from disk with the network off', () => {
  it.each(['light', 'dark'] as const)('is complete, quiet and accessible in %s', async (colorScheme) => {
    const { page, complaints, requests } = await watchPage(browser, { colorScheme });
    await page.context().setOffline(true);
    await page.goto(`file://${file}`);
    expect(await page.textContent('h1')).toContain('What each precision costs and buys on the embedded engine');
    expect(await page.locator('#products svg polyline').count()).toBe(9);
    expect(await page.textContent('#operations')).toContain('not measured here: times need a compiler');
    expect(await page.locator('#findings tr.holds').count()).toBeGreaterThan(3);
    expect(requests).toEqual([`file://${file}`]);
    expect(complaints).toEqual([]);
    await expectAccessible(page);
    await takePicture(page, `machine-${colorScheme}`);
    await page.context().close();
  });

  it('has no overlapping names in a figure', async () => {
    const { page } = await watchPage(browser, {});
    await page.goto(`file://${file}`);
    const overlapping = await page.evaluate(() =>
      [...document.querySelectorAll('svg')].flatMap((figure) => {
        const boxes = [...figure.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
        return boxes.flatMap((a, at) =>
          boxes
            .slice(at + 1)
            .filter(
              (b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 5 && b.top < a.bottom - 5,
            ),
        );
      }),
    );
    expect(overlapping.length).toBe(0);
    await page.context().close();
  });
});
