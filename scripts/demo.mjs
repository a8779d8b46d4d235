// The main job on the embedded engine: what of the n-body example can be tuned, the same program run as written, emulated and built
// with one variable in fp32, the patch that does it; then the whole of it: the fastest configuration within a bound, its patch, and the
// report, whose path comes last.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'mantissa-demo-'));
const configuration = path.join(folder, 'invDist3.json');
writeFileSync(configuration, '{"schemaVersion": 1, "formats": {"bodyForce.invDist3": "fp32"}}\n');

// the study stays, so that the commands in its report can be tried
const study = 'demo/study';

function show(...args) {
  console.log(`\n$ mantissa ${args.join(' ').replace(configuration, 'invDist3.json')}`);
  const { status } = spawnSync(process.execPath, ['bin/mantissa', ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) end(status ?? 1);
}

function end(status) {
  rmSync(folder, { recursive: true });
  process.exit(status);
}

/** The trial the study ended on. */
function recommended() {
  const lines = readFileSync(path.join(root, study, 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return String(JSON.parse(lines.at(-1)).record.best);
}

const program = 'corpus/nbody';
show('inspect', program);
show('run', program, '--how', 'original', '--engine', 'wasm', '--', '64', '4');
show('run', program, '--how', 'emulated', '--configuration', configuration, '--engine', 'wasm', '--', '64', '4');
show('run', program, '--how', 'built', '--configuration', configuration, '--engine', 'wasm', '--', '64', '4');
console.log('\nEmulated and built agree bit for bit; the patch that builds it:');
show('rewrite', program, '--configuration', configuration);
console.log('\nWhich variables may be fp32 within an error of 1e-4, on neighbours of the input too, and what it buys:');
const goal = ['--metric', 'max-absolute', '--max-error', '1e-4', '--verify', '--verify-samples', '100'];
show('tune', program, '--input', 'small', ...goal, '-o', study, '--engine', 'wasm', '--fresh');
show('apply', recommended(), '-o', study);
console.log('\nAll of it to look at, in one file that opens without a network:');
show('report', study, '--output', 'demo/report.html');
end(0);
