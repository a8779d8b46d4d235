// Installs the locked dependencies if a clone has none or outdated ones, so that one npm command is enough.
//   node scripts/ensure-installed.mjs [FOLDER]
// It runs `npm install` instead of `npm ci`: the lock file lists the platforms that its registry carries, and `ci` refuses all others.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = path.join(fileURLToPath(new URL('..', import.meta.url)), process.argv[2] ?? '.');
const stamp = path.join(root, 'node_modules/.installed-from');
const lockFile = path.join(root, 'package-lock.json');
const lock = readFileSync(lockFile, 'utf8');

if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) process.exit(0);
console.error('installing the locked dependencies');
const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
const result = spawnSync('npm', args, {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  shell: process.platform === 'win32',
});
writeFileSync(lockFile, lock); // another platform's install must not dirty the clone
if (result.status !== 0) {
  console.error('npm install failed: is the npm registry reachable?');
  process.exit(1);
}
rmSync(stamp, { force: true }); // a copy of the folder may share its files with this one
writeFileSync(stamp, lock);
