import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOURNAL_FILE, Journal } from '../../src/journal/journal.js';
import { start } from '../support/command-line.js';
import { RECORDS, trial } from '../support/recorded-study.js';
import { SubmittedStudy } from '../support/submitted-study.js';
import { expectAccessible, openBrowser, takePicture, watchPage } from './open-page.js';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await openBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-serve-'));
});
afterAll(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The server and the address it printed. */
async function serve(study: string, env: Record<string, string> = {}) {
  const server = start(['serve', study], { env });
  let printed = '';
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.split('\n').length === 3) resolve(printed.split('\n')[0]!);
    });
    void server.then(({ stderr }) => reject(new Error(stderr)));
  });
  return { server, address, printed: () => printed };
}

describe('a study that runs, in the browser', () => {
  it('appears, grows and ends on the open page, and continues when the server stops', async () => {
    const study = path.join(folder, 'growing');
    fs.mkdirSync(study);
    const { server, address, printed } = await serve(study);
    const { page, complaints, requests } = await watchPage(browser);
    await page.goto(address);
    expect(await page.textContent('main')).toContain('No study yet');

    const journal = Journal.open(study);
    for (const record of RECORDS.slice(0, 5)) journal.append(record);
    await page.waitForSelector('.state-running');
    expect(await page.textContent('.badge')).toContain('live · running');
    await page.waitForSelector('#trial-row-2');
    expect(await page.title()).toBe('k: 2 trials, 1.05× modelled – Mantissa');
    await page.click('#trial-row-1');
    for (const record of RECORDS.slice(5)) journal.append(record);
    await page.waitForSelector('#trial-row-4');
    expect(await page.getAttribute('#trial-row-1', 'aria-selected')).toBe('true'); // what was selected stays so
    await takePicture(page, 'live', false);
    journal.close();
    await page.waitForSelector('.state-finished');
    expect(await page.title()).toBe('k: finished, 1.50× measured – Mantissa');
    await expectAccessible(page);
    expect(await page.textContent('.verdict')).toContain('Trial 3 runs 1.50×');
    expect(requests.every((url) => url.startsWith(address))).toBe(true);
    expect(complaints).toEqual([]);

    const again = Journal.open(study);
    server.kill('SIGKILL');
    await server;
    again.append(trial(6, {}));
    again.close();
    await page.waitForFunction(() => document.querySelector('.badge')?.textContent?.includes('connection lost'));
    expect(printed().trimEnd().split('\n')).toHaveLength(2);
    await page.context().close();
  });

  it('shows the jobs of a study on a cluster, queued, running and done, and follows them to their end', async () => {
    const study = path.join(folder, 'submitted');
    fs.mkdirSync(study);
    const submitted = new SubmittedStudy(study, path.join(folder, 'commands'));
    submitted.submit();
    const { server, address } = await serve(study, { PATH: submitted.path });
    const { page, complaints } = await watchPage(browser);
    await page.goto(address);
    await page.waitForSelector('#jobs-table'); // before there is a journal: the probe may wait for hours
    expect(await page.textContent('main')).toContain('No study yet');
    const rows = () => page.$$eval('#jobs-table tbody tr', (all) => all.map((row) => row.textContent));
    const [running, queued, done] = await rows();
    expect(running).toMatch(/^7_1accuracyrunningn20 of 1\d[\d.]* (?:s|min)$/);
    expect(queued).toBe('7_2accuracyqueued0 of 1Resources');
    expect(done).toBe('7_0accuracydonen11 of 11.5 s');
    const journal = Journal.open(study);
    for (const record of RECORDS.slice(0, 5)) journal.append(record);
    await page.waitForSelector('section#jobs');
    await page.click('nav.sections button:has-text("Jobs")');
    await takePicture(page, 'jobs', false);
    await expectAccessible(page);
    submitted.end();
    await page.waitForFunction(() => document.querySelector('#jobs-summary')?.textContent === '3 done');
    expect(await rows()).toHaveLength(3);
    journal.close();
    expect(complaints).toEqual([]);
    server.kill('SIGINT');
    await server;
    await page.context().close();
  });

  it('shows nothing without the secret, nothing to another name, and takes no orders', async () => {
    const study = path.join(folder, 'secret');
    fs.mkdirSync(study);
    const journal = Journal.open(study);
    for (const record of RECORDS) journal.append(record);
    journal.close();
    const before = fs.readdirSync(study);
    const { server, address } = await serve(study);
    const { origin, pathname } = new URL(address);
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/${'0'.repeat(32)}/`)).status).toBe(404);
    expect((await fetch(address, { method: 'POST', body: 'x' })).status).toBe(405);
    expect((await fetch(`${origin}${pathname}../../etc/passwd`)).status).toBe(404);
    const page = await fetch(address);
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const { status } = await askAs('evil.example', address);
    expect(status).toBe(404);
    expect(fs.readdirSync(study)).toEqual(before);
    server.kill('SIGINT');
    expect((await server).exitCode).toBe(0);
    expect(fs.existsSync(path.join(study, JOURNAL_FILE))).toBe(true);
  });
});

/** A request that names another host, as a page elsewhere would after giving this address its own name. */
async function askAs(host: string, address: string): Promise<{ status: number }> {
  const http = await import('node:http');
  return new Promise((resolve, reject) => {
    const request = http.get(address, { headers: { host } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0 });
    });
    request.on('error', reject);
  });
}
