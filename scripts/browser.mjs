// Finds or installs a browser for tests of pages, Debian's chromium or the one that BROWSER_PATH names, and drives it with playwright-core.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The executable; null without a browser. */
export function findBrowser() {
  if (process.env.BROWSER_PATH) return process.env.BROWSER_PATH;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) =>
    existsSync(file),
  );
  return found ?? null;
}

/** Installs Debian's chromium if there is no browser, and prints a message in any case. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  console.error('no browser found: installing chromium with apt-get');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const words of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
  ]) {
    const [command, ...args] = [...asRoot, ...words];
    const { status, error } = spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) {
      console.error(`\n*** ${words.join(' ')} failed${error ? `: ${error.message}` : ` with status ${status}`}.`);
      break;
    }
  }
  const installed = findBrowser();
  if (!installed)
    console.error(
      '*** There is no browser here and none could be installed: NOTHING WAS TESTED in one.\n*** Install chromium, or name a browser with BROWSER_PATH.',
    );
  return installed;
}

/** Starts the browser without its sandbox, which containers do not provide. */
export async function launch() {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
