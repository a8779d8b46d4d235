// Installs the locked dependencies when a clone has none (or an outdated set), so that one npm command is enough.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.installed-from`;
const lock = readFileSync(`${root}package-lock.json`, 'utf8');

if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) process.exit(0);
console.error('installing the locked dependencies (npm ci)');
const result = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  shell: process.platform === 'win32',
});
if (result.status !== 0) {
  console.error('npm ci failed: is the npm registry reachable?');
  process.exit(1);
}
writeFileSync(stamp, lock);
