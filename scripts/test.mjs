// Runs the tests without building: node scripts/test.mjs [--suite short|full] [--workers <n>] [arguments of vitest]
// test/suites.ts assigns tests to suites. Prints wall-clock time, CPU time and the number of workers at the end.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);

/** Removes an option with its value from the arguments and returns the value. */
function take(name, otherwise) {
  const at = given.indexOf(name);
  if (at < 0) return otherwise;
  const [, value] = given.splice(at, 2);
  return value;
}

const suite = take('--suite', 'short');
const workers = Number(take('--workers', '2'));
if (!['short', 'full'].includes(suite) || !(Number.isInteger(workers) && workers > 0)) {
  console.error('usage: node scripts/test.mjs [--suite short|full] [--workers <n>] [arguments of vitest]');
  process.exit(2);
}
const started = performance.now();
const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...given], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MANTISSA_SUITE: suite, MANTISSA_TEST_WORKERS: String(workers) },
});
const wallSeconds = (performance.now() - started) / 1000;
console.log(
  `${suite} suite, ${workers} ${workers === 1 ? 'worker' : 'workers'}: ${wallSeconds.toFixed(0)} s of wall-clock time${cpuText()}; node scripts/test-times.mjs lists the slowest files`,
);
process.exit(status ?? 1);

/** CPU time of the tests and all processes they waited for; null if the system does not report it. */
function cpuText() {
  if (!existsSync('/proc/self/stat')) return '';
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  const ticks = Number(fields[13]) + Number(fields[14]); // cutime and cstime, in hundredths of a second
  return `, ${(ticks / 100).toFixed(0)} s of CPU time`;
}
