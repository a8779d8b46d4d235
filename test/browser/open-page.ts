import * as fs from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launch } from '../../scripts/browser.mjs';

export const openBrowser = launch as () => Promise<Browser>;

/** A page that remembers what went wrong and what it asked the network for. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
  readonly requests: string[];
}

export async function watchPage(
  browser: Browser,
  { colorScheme = 'light', width = 1360 }: { colorScheme?: 'light' | 'dark'; width?: number } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width, height: 950 }, colorScheme, acceptDownloads: true });
  context.setDefaultTimeout(600_000); // only a hang reaches it, however slow the machine is
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (/^(?:error|warning)$/.test(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url())) requests.push(request.url());
  });
  return { page, complaints, requests };
}

/** Opens a report from disk, with the network switched off. */
export async function openFromDisk(watched: WatchedPage, file: string, hash = ''): Promise<void> {
  await watched.page.context().setOffline(true);
  await watched.page.goto(`file://${file}${hash}`);
  await watched.page.waitForSelector('#reproduce');
}

/** No serious violation of what axe-core knows about contrast, names, roles and keyboards. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    // what is out of sight is looked at too
    for (const section of document.querySelectorAll('section')) section.style.contentVisibility = 'visible';
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const result = await checker.run(document, { resultTypes: ['violations'] });
    return result.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes[0]?.failureSummary})`);
  });
  expect(violations).toEqual([]);
}

/** Screenshots are kept for looking at, where somebody asked for them. */
export async function takePicture(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env.MANTISSA_PICTURES;
  if (!folder) return;
  fs.mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage });
}
