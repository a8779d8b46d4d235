// A complete example on the embedded engine, in about a minute: inspects the n-body example, tries one variable in fp32 (emulated and built), searches
// for the fastest configuration within a tolerance, prints its patch, writes the report, and prints the report's path last.
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

/** The recommended trial. */
function recommended() {
  const lines = readFileSync(path.join(root, study, 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return String(JSON.parse(lines.at(-1)).record.best);
}

const program = 'corpus/nbody';
show('inspect', program);
console.log(
  '\nOne variable in fp32, emulated and built from the rewritten source: the output is the same, bit for bit:',
);
for (const how of ['emulated', 'built'])
  show('run', program, '--how', how, '--configuration', configuration, '--engine', 'wasm', '--', '64', '4');
console.log('\nThe fastest configuration with an absolute error of at most 1e-4:');
const goal = ['--metric', 'max-absolute', '--max-error', '1e-4'];
show('tune', program, '--input', 'small', ...goal, '-o', study, '--engine', 'wasm', '--fresh');
show('apply', recommended(), '-o', study);
console.log('\nThe report, one file that opens without a network:');
show('report', study, '--output', 'demo/report.html');
console.log(`\nelapsed: ${Math.round(performance.now() / 1000)} s`);
end(0);
