// Builds fp64x2-against-libqd.cpp with g++ against Debian's libqd (apt-get install -y libqd-dev), runs it as shipped and with MX_FINITE_ONLY, which
// has libqd's contract (an infinity becomes NaN), and prints the time ratios: above 1, ours is faster.
//   node experiments/fp64x2-against-libqd.mjs [extra g++ flags]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from '../scripts/help.mjs';

helpIfAsked(import.meta);
const here = fileURLToPath(new URL('.', import.meta.url));
const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-bench-'));

function measure(flags) {
  const program = path.join(scratch, 'bench');
  const include = ['-I', path.join(here, '../runtime/formats')];
  const source = path.join(here, 'fp64x2-against-libqd.cpp');
  const built = spawnSync('g++', [...flags, ...include, source, '-lqd', '-o', program], { encoding: 'utf8' });
  if (built.status !== 0) {
    console.error(built.error ? 'g++ is not on the PATH' : `g++ failed; is libqd-dev installed?\n${built.stderr}`);
    process.exit(1);
  }
  const run = spawnSync(program, { encoding: 'utf8' });
  if (run.status === 0) return JSON.parse(run.stdout);
  console.error(`the benchmark exited with ${run.status ?? run.signal}`);
  process.exit(1);
}

function print(title, measured) {
  console.log(`\n${title}`);
  for (const [operation, figures] of Object.entries(measured)) {
    const ratio = (figures.theirsNs / figures.oursNs).toFixed(2);
    const chain = (figures.theirsChainNs / figures.oursChainNs).toFixed(2);
    const times = `${figures.oursNs.toFixed(2)} against ${figures.theirsNs.toFixed(2)} ns`;
    const errors = `${Math.log2(figures.oursError).toFixed(1)} against ${Math.log2(figures.theirsError).toFixed(1)}`;
    console.log(`${operation.padEnd(26)} ${ratio}×  chain ${chain}×  (${times}; error ${errors})`);
  }
}

const flags = ['-std=c++17', '-O2', ...process.argv.slice(2)];
console.log(`${os.cpus()[0]?.model ?? os.arch()}, g++ ${flags.join(' ')}`);
console.log(
  'ratio = libqd time / our time: independent operations, then a chain of dependent ones; errors are log2 of the worst seen',
);
print('as shipped: infinities, NaNs and zeros as IEEE has them', measure(flags));
print('with MX_FINITE_ONLY', measure([...flags, '-DMX_FINITE_ONLY']));
rmSync(scratch, { recursive: true });
