// The report of a generated study. Limits: 300 kB for 100 trials; 3 s to write 1,000 trials, and 2 MB besides the data. With a browser on the PATH, also
// the first paint (1 s) and clicks (100 ms), for up to 5,000 trials and 5,000 lines. On a busy machine the CPU time of the process or of the
// page's main thread is compared instead, and the output says so.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, launch } from '../scripts/browser.mjs';
import { alone } from './limits.mjs';
import { syntheticStudy } from './programs/synthetic-study.mjs';

const ROUNDS = 5;
/** Pause after a click, so that its effects are not counted for the next one. */
const SETTLE_MS = 400;
const TRIALS = '.trial-table [role="option"]';
/** The element to click, its index, and the element that changes. */
const CLICKS = [
  ['click on a trial: bar and table', TRIALS, 9, '.chosen'],
  ['click on a trial: source follows', TRIALS, 20, '#source .caption'],
  ['click on a name in the source', '.line .place', 5, '.why h3'],
  ['click on a filter', '.filters input[type="checkbox"]', 0, '.filters > .count'],
  ['sorted by speed', '.trial-head .sort', 2, TRIALS],
];
const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mantissa-bench-report-'));
  const browser = findBrowser() ? await launch() : null;
  if (!browser) console.log('no browser here: paint and clicks are not measured');
  const isBusy = os.loadavg()[0] > os.availableParallelism();
  if (isBusy) console.log(`this machine is busy (load ${os.loadavg()[0].toFixed(1)}): judged by processor time`);
  try {
    for (const size of [
      { trials: 100, lines: 400 },
      { trials: 1000, lines: 1000 },
      { trials: 5000, lines: 5000 },
    ]) {
      console.log(`${size.trials} trials, ${size.lines} lines`);
      /** `own` is CPU time of the process or of the page's main thread. */
      const check = (what, value, limit, unit, own = null) => {
        const judged = own !== null && isBusy ? own : value;
        limits.atMost(`${size.trials} trials: ${what}`, judged, limit, unit);
        const beside = own === null ? '' : `, own time ${own.toFixed(0)} ms`;
        console.log(`  ${what.padEnd(34)} ${value.toFixed(unit === 'MB' ? 2 : 0).padStart(7)} ${unit}${beside}`);
      };
      const study = path.join(folder, `study-${size.trials}`);
      mkdirSync(study);
      writeFileSync(path.join(study, 'journal.jsonl'), Buffer.concat(syntheticStudy(size)));
      const file = path.join(study, 'report.html');
      const started = performance.now();
      const words = [process.execPath, path.join(root, 'bin/mantissa'), 'report', study, '--output', file];
      const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@"', ...words];
      const { status, stderr } = spawnSync('bash', timed, { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
      const ms = performance.now() - started;
      check('written', ms, size.trials > 1000 ? 10_000 : 3000, 'ms', 1000 * (user + system));
      const page = readFileSync(file, 'utf8');
      const data = /<script id="report-data"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
      check('page without its data', (statSync(file).size - Buffer.byteLength(data)) / 1e6, 2, 'MB');
      if (size.trials === 100) check('page with its data', statSync(file).size / 1e6, 0.3, 'MB');
      console.log(`  data ${(Buffer.byteLength(data) / 1e6).toFixed(2)} MB`);
      if (browser) await timeInBrowser(browser, file, check);
    }
  } finally {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
await alone(import.meta, bench);

/** Medians of a few rounds, each in a new page. */
async function timeInBrowser(browser, file, check) {
  const paints = [];
  const clicks = new Map(CLICKS.map(([what]) => [what, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport: { width: 1360, height: 950 } });
    const threadMs = await threadClock(page);
    await page.goto(`file://${file}`);
    await page.waitForSelector('#verdict');
    const own = await threadMs();
    await page.waitForSelector('#reproduce');
    const ms = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
    paints.push({ ms, own });
    for (const [what, selector, nth, effect] of CLICKS) {
      await page.waitForTimeout(SETTLE_MS);
      const before = await threadMs();
      const time = await timeClick(page, selector, nth, effect);
      clicks.get(what).push({ ms: time, own: (await threadMs()) - before });
    }
    await page.close();
  }
  const median = (all, key) => all.map((one) => one[key]).sort((a, b) => a - b)[all.length >> 1];
  check('first paint', median(paints, 'ms'), 1000, 'ms', median(paints, 'own'));
  for (const [what, all] of clicks) check(what, median(all, 'ms'), 100, 'ms', median(all, 'own'));
}

/** Milliseconds the page's main thread has worked. */
async function threadClock(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
}

/** Time from the click to the frame in which the observed element has a new text. */
function timeClick(page, selector, nth, effect) {
  return page.evaluate(
    async ([where, index, shownIn]) => {
      const text = () => [...document.querySelectorAll(shownIn)].map((one) => one.textContent).join();
      const found = [...document.querySelectorAll(where)];
      const before = text();
      const started = performance.now();
      found[index % found.length].click();
      do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      while (text() === before && performance.now() - started < 5000);
      return performance.now() - started;
    },
    [selector, nth, effect],
  );
}
