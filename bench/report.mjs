// The report of a made-up study: written in under 3 s for 1,000 trials, under 2 MB besides its data; with a browser on the PATH also
// the first paint (under 1 s) and a click (under 100 ms), for 5,000 trials and 5,000 lines too.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, launch } from '../scripts/browser.mjs';
import { syntheticStudy } from './synthetic-study.mjs';

const ROUNDS = 5;
const CLICKS = [
  ['click on a trial of the table', '.trial-table [role="option"]', 9],
  ['click on a name in the source', '.line .place', 5],
  ['click on a filter', '.filters input[type="checkbox"]', 0],
  ['sorted by speed', '.trial-head .sort', 2],
];
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'mantissa-bench-report-'));
const browser = findBrowser() && (await launch());
if (!browser) console.log('no browser here: paint and clicks are not measured');
let isLate = false;
const check = (what, value, limit, unit) => {
  isLate ||= value > limit;
  console.log(
    `  ${what.padEnd(34)} ${value.toFixed(unit === 'MB' ? 2 : 0).padStart(7)} ${unit}  limit ${limit} ${unit}${value > limit ? '  OVER' : ''}`,
  );
};

try {
  for (const size of [
    { trials: 1000, lines: 1000 },
    { trials: 5000, lines: 5000 },
  ]) {
    const study = path.join(folder, `study-${size.trials}`);
    mkdirSync(study);
    writeFileSync(path.join(study, 'journal.jsonl'), Buffer.concat(syntheticStudy(size)));
    const file = path.join(study, 'report.html');
    console.log(`${size.trials} trials, ${size.lines} lines`);
    const started = performance.now();
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(root, 'bin/mantissa'), 'report', study, '--output', file],
      {
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(stderr);
    check('written', performance.now() - started, size.trials > 1000 ? 10_000 : 3000, 'ms');
    const page = readFileSync(file, 'utf8');
    const [, data] = /<script id="report-data"[^>]*>(.*?)<\/script>/s.exec(page);
    check('page without its data', (statSync(file).size - Buffer.byteLength(data)) / 1e6, 2, 'MB');
    console.log(`  data ${(Buffer.byteLength(data) / 1e6).toFixed(2)} MB`);
    if (browser) await timeInBrowser(file);
  }
} finally {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
}
if (isLate) process.exitCode = 1;

/** The best of a few, for the machine may be busy with something else. */
async function timeInBrowser(file) {
  const paints = [];
  const clicks = new Map(CLICKS.map(([what]) => [what, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport: { width: 1360, height: 950 } });
    await page.goto(`file://${file}`);
    await page.waitForSelector('#reproduce');
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    for (const [what, selector, nth] of CLICKS) clicks.get(what).push(await timeClick(page, selector, nth + round));
    await page.close();
  }
  check('first paint', Math.min(...paints), 1000, 'ms');
  for (const [what, times] of clicks) check(what, Math.min(...times), 100, 'ms');
}

/** From the click until the frame that shows its effect. */
function timeClick(page, selector, nth) {
  return page.evaluate(
    async ([where, index]) => {
      const found = document.querySelectorAll(where);
      const started = performance.now();
      found[index % found.length].click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - started;
    },
    [selector, nth],
  );
}
