// Runs the oracles and the port's tests (test/oracles, test/rewrite/port) with programs for x86-64: node scripts/test-x86.mjs [options of vitest]
// On arm64, Debian's cross compiler builds them and qemu-user runs them; both are installed with apt-get. Without apt-get it prints that nothing
// was tested.
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const COMPILER = 'x86_64-linux-gnu-g++';
const EMULATOR = 'qemu-x86_64';
const PACKAGES = ['g++-x86-64-linux-gnu', 'qemu-user'];

const root = fileURLToPath(new URL('..', import.meta.url));
const answers = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
const isThere = () => answers(COMPILER) && answers(EMULATOR);

function install() {
  console.error(`installing ${PACKAGES.join(' and ')} with apt-get`);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const words of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...PACKAGES],
  ]) {
    const [command, ...args] = [...asRoot, ...words];
    const { status, error } = spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) {
      console.error(`*** ${words.join(' ')} failed${error ? `: ${error.message}` : ` with status ${status}`}`);
      return;
    }
  }
}

/** The environment of the native engine; null without a way to run x86-64. */
function surroundings() {
  if (os.arch() === 'x64') return {};
  if (os.arch() === 'arm64' && os.platform() === 'linux') {
    if (!isThere()) install();
    // the emulator finds the x86-64 libraries in the cross compiler's folder
    if (isThere()) return { MANTISSA_CXX: COMPILER, MANTISSA_EMULATOR: `${EMULATOR} -L /usr/x86_64-linux-gnu` };
  }
  return null;
}

const found = surroundings();
if (found === null) {
  console.error(
    `*** SKIPPED: NOTHING WAS TESTED for x86-64 on this ${os.arch()} machine.\n*** It needs ${PACKAGES.join(' and ')} on 64-bit ARM with Linux, or an x86-64 machine.`,
  );
  process.exit(0);
}
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const given = process.argv.slice(2);
// the embedded engine is the same everywhere
const chosen = given.some((word) => word === '-t') ? [] : ['-t', '^(?!.*\\bwasm\\b)'];
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'test/oracles', 'test/rewrite/port', ...chosen, ...given],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...found },
  },
);
process.exit(status ?? 1);
