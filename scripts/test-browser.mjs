// Opens the report and the live page in a real browser: node scripts/test-browser.mjs [--pictures folder]
// Installs Debian's chromium if there is no browser; exits with 1 and a message if that fails.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
if (!ensureBrowser()) process.exit(1);
const at = process.argv.indexOf('--pictures');
const pictures = at < 0 ? {} : { MANTISSA_PICTURES: path.resolve(process.argv[at + 1] ?? 'pictures') };
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', 'test/browser/vitest.config.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...pictures },
});
process.exit(status ?? 1);
