// Builds fp64x2-against-libqd.cpp with g++ against Debian's libqd (apt-get install -y libqd-dev), runs it once and prints the
// ratios of that run: above 1, ours is faster. usage: node bench/fp64x2-against-libqd.mjs [extra g++ flags]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-bench-'));
const program = path.join(scratch, 'bench');
const flags = ['-std=c++17', '-O2', '-I', path.join(here, '../runtime/formats'), ...process.argv.slice(2)];
const built = spawnSync('g++', [...flags, path.join(here, 'fp64x2-against-libqd.cpp'), '-lqd', '-o', program], { encoding: 'utf8' });
if (built.status !== 0) {
  console.error(built.error ? 'g++ is not on the PATH' : `g++ failed; is libqd-dev installed?\n${built.stderr}`);
  process.exit(1);
}
const run = spawnSync(program, { encoding: 'utf8' });
rmSync(scratch, { recursive: true });
if (run.status !== 0) {
  console.error(`the benchmark exited with ${run.status ?? run.signal}`);
  process.exit(1);
}

console.log(`${os.cpus()[0]?.model ?? os.arch()}, g++ ${flags.filter((flag) => flag.startsWith('-') && flag !== '-I').join(' ')}`);
console.log('ratio = libqd time / our time; independent operations, then a chain of dependent ones; errors are log2 of the worst seen');
for (const [operation, figures] of Object.entries(JSON.parse(run.stdout))) {
  const ratio = (figures.theirsNs / figures.oursNs).toFixed(2);
  const chain = (figures.theirsChainNs / figures.oursChainNs).toFixed(2);
  const times = `${figures.oursNs.toFixed(2)} against ${figures.theirsNs.toFixed(2)} ns`;
  const errors = `${Math.log2(figures.oursError).toFixed(1)} against ${Math.log2(figures.theirsError).toFixed(1)}`;
  console.log(`${operation.padEnd(26)} ${ratio}×  chain ${chain}×  (${times}; error ${errors})`);
}
