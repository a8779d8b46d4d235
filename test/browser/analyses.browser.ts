import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syntheticStudy } from '../../bench/programs/synthetic-study.mjs';
import { journalLine } from '../../src/journal/journal.js';
import type { JournalRecord } from '../../src/journal/records.js';
import { mantissa } from '../support/command-line.js';
import { RECORDS } from '../support/recorded-study.js';
import { expectAccessible, openBrowser, openFromDisk, takePicture, watchPage } from './open-page.js';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await openBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-browser-'));
});
afterAll(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The report of a journal of these lines, opened. */
async function openReportOf(lines: readonly Buffer[]) {
  const own = fs.mkdtempSync(path.join(folder, 'own-'));
  fs.writeFileSync(path.join(own, 'journal.jsonl'), Buffer.concat(lines));
  const output = path.join(own, 'report.html');
  const { exitCode, stderr } = await mantissa(['report', own, '--output', output]);
  expect(exitCode, stderr).toBe(0);
  const watched = await watchPage(browser);
  await openFromDisk(watched, output);
  return watched;
}

const reportOf = (records: readonly JournalRecord[]) => openReportOf(records.map((one, at) => journalLine(one, at)));

describe('a report of a study with analyses', () => {
  it('shows heat in the gutter and draws a set on the source', async () => {
    const { page, complaints } = await reportOf([
      ...RECORDS,
      {
        kind: 'profile',
        mode: 'shadow',
        input: 'small',
        operations: [{ id: 'k#1', executions: 100, difference: 1e-6 }],
        ...{ stores: [], launches: [], transfers: [] },
        overhead: null,
      },
      {
        kind: 'sets',
        sets: [
          {
            id: 's1',
            function: 'k',
            operations: ['k#2'],
            arithmetic: 1,
            conversions: 2,
            arithmeticToCast: 0.5,
            error: 1e-7,
          },
        ],
        kernels: [],
      },
    ]);
    expect(await page.locator('.heat i').count()).toBe(0);
    await page.selectOption('.source-controls select', { label: 'error in fp32, small' });
    expect(await page.locator('.heat i').count()).toBe(1);
    expect(await page.getAttribute('.line:has(.heat i) .heat', 'title')).toBe('average error in fp32: 1.00e-8');
    await page.click('.sets .link:has-text("s1")');
    expect(await page.textContent('.operation.is-in-set')).toBe('+');
    expect(new URL(page.url()).hash).toBe('#set=s1&heat=0');
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('a report of a trial whose times scatter', () => {
  const scattering = (low: number, high: number) =>
    RECORDS.map((one) => (one.kind === 'measurement' ? { ...one, low, high } : one));

  it.each([
    [1.49, 1.51, 0],
    [1.49, 90, 1],
    [0.001, 90, 2],
  ])('marks an interval from %f to %f where it leaves the axis, %i times', async (low, high, times) => {
    const { page, complaints } = await reportOf(scattering(low, high));
    const figure = page.locator('#figure-accuracy-speed');
    expect(await figure.locator('.interval line').count()).toBe(1);
    expect(await figure.locator('.interval .beyond').count()).toBe(times);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

const sample = (at: number, x: number, y: number, error: number) => ({
  name: `sample ${at}`,
  inputs: [
    { name: 'x', least: x - 1, mean: x, most: x + 1 },
    { name: 'y', least: y, mean: y, most: y },
  ],
  ...(error <= 1e-6
    ? { outcome: 'within' as const, error, evidence: null }
    : { outcome: 'beyond' as const, error, evidence: `sample ${at}: value 2 is 3 instead of 2` }),
});
const VERIFIED: JournalRecord = {
  kind: 'verification',
  trial: 3,
  engine: 'cuda',
  neighbours: {
    kind: 'perturbed',
    input: 'small',
    spread: 0.1,
    seed: 1,
    moved: [
      { name: 'x', count: 8 },
      { name: 'y', count: 1 },
    ],
  },
  samples: [
    sample(1, 0.5, 1e-3, 0),
    sample(2, 1.5, 1e-2, 2e-8),
    sample(3, -2.5, 1e-1, 4e-7),
    sample(4, 3.5, 1, 3e-6),
    { name: 'sample 5', outcome: 'baseline-failed', error: null, evidence: 'sample 5: it ended with exit code 1' },
  ],
  confidence: 0.75,
  low: 0.3,
  high: 0.95,
};

describe('a report of a study that was verified', () => {
  it('shows the error of each perturbed input by its input values', async () => {
    const { page, complaints } = await reportOf([...RECORDS, VERIFIED]);
    const figure = page.locator('#figure-error-by-input');
    const places = () =>
      figure.locator('circle').evaluateAll((all) => all.map((one) => Number(one.getAttribute('cx'))));
    expect(await figure.locator('h3').textContent()).toBe('Error by input value, trial 3');
    expect(await figure.locator('circle').count()).toBe(4);
    expect(await figure.locator('circle.value-bad title').textContent()).toContain('sample 4: mean value of x 3.5');
    expect(await figure.locator('.goal-line').count()).toBe(1);
    expect(await figure.locator('figcaption').textContent()).toContain('1 sample without a finite error or value');
    const [first, , third] = await places();
    expect(third).toBeLessThan(first!);
    expect(await figure.locator('input[name="log-input"]').count()).toBe(0); // x has a value below nothing
    await figure.getByRole('button', { name: 'maximum' }).click();
    await expect.poll(() => figure.locator('circle.value-bad title').textContent()).toContain('maximum value of x 4.5');
    await figure.locator('select').selectOption('y');
    await figure.locator('input[name="log-input"]').check();
    const [one, two, three] = await places();
    expect(two! - one!).toBeCloseTo(three! - two!);
    await page.click('#trial-row-1');
    await expect.poll(() => page.textContent('#errors')).toContain('Trial 1 was not verified. This is trial 3.');
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await figure.scrollIntoViewIfNeeded();
    await takePicture(page, 'verified-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await takePicture(page, 'verified-dark');
    await page.setViewportSize({ width: 420, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await takePicture(page, 'verified-narrow');
    await page.setViewportSize({ width: 794, height: 1100 });
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await takePicture(page, 'verified-print');
    await page.context().close();
  });
});

describe('a report of 5,000 trials and 5,000 lines', () => {
  it('renders only the visible rows, and follows a click at the far end of its table', async () => {
    const { page, complaints } = await openReportOf(syntheticStudy({ trials: 5000, lines: 5000 }));
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(8000);
    await page.focus('.trial-table [role="listbox"]');
    await page.keyboard.press('End');
    await page.waitForSelector('#trial-row-5000');
    expect(new URL(page.url()).hash).toBe('#trial=5000');
    expect(await page.textContent('.chosen')).toContain('trial 5000');
    await page.locator('.code').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.line .number')].some((one) => Number(one.textContent) > 4990),
    );
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('a report of an unfinished study', () => {
  it('shows a killed study, one without a stored program, and one that has only begun', async () => {
    const killed = await reportOf(RECORDS.slice(0, -1));
    expect(await killed.page.textContent('.badge')).toContain('broken off');
    const old = await reportOf(RECORDS.filter(({ kind }) => kind !== 'program'));
    expect(await old.page.textContent('#folded')).toContain('source (the journal lacks the program)');
    expect(await old.page.locator('#source').count()).toBe(0);
    const begun = await reportOf(RECORDS.slice(0, 2));
    expect(await begun.page.textContent('#trials')).toContain('No trial has finished yet');
    const folded = await begun.page.textContent('#folded');
    for (const words of ['patch (no trial was built yet)', 'search (no trial yet)', 'errors'])
      expect(folded).toContain(words);
    expect(await begun.page.locator('nav.sections button').allTextContents()).not.toContain('Patch');
    for (const { complaints, page } of [killed, old, begun]) {
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });
});
