// Tests studies on a real Slurm whose nodes die: node scripts/test-slurm.mjs [options of vitest]
// Starts a small cluster of several slurmd on this machine, in a temporary folder with separate keys and ports, and stops it at the end.
// Installs Debian's slurm-wlm and munge if they are missing; exits with 1 and a message if that fails. MANTISSA_KILLS: the number of kills.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const PACKAGES = ['slurm-wlm', 'munge'];
const DAEMONS = ['slurmctld', 'slurmd', 'munged'];
const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['/usr/sbin', '/sbin', ...(process.env.PATH ?? '').split(':')];
const isThere = () => DAEMONS.every((name) => folders.some((folder) => existsSync(path.join(folder, name))));

function install() {
  console.error(`installing ${PACKAGES.join(' and ')} with apt-get`);
  for (const words of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...PACKAGES],
  ]) {
    const [command, ...args] = words;
    const { status, error } = spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status === 0) continue;
    console.error(`*** ${words.join(' ')} failed${error ? `: ${error.message}` : ` with status ${status}`}`);
    return;
  }
}

if (process.getuid?.() !== 0) {
  console.error('*** NOTHING WAS TESTED: slurmd needs root, and so do its jobs here. Run it in a container.');
  process.exit(1);
}
if (!isThere()) install();
if (!isThere()) {
  console.error(`*** NOTHING WAS TESTED: ${DAEMONS.join(', ')} are not all here`);
  process.exit(1);
}
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const words = [vitest, 'run', '--config', 'test/slurm/vitest.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
