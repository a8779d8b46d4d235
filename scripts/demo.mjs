// The main job on the embedded default: what of the n-body example can be tuned, the same program run as written, emulated and
// built with one variable in fp32, and the patch that does it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'mantissa-demo-'));
const configuration = path.join(folder, 'invDist3.json');
writeFileSync(configuration, '{"schemaVersion": 1, "formats": {"bodyForce.invDist3": "fp32"}}\n');

function show(...args) {
  console.log(`\n$ mantissa ${args.join(' ').replace(configuration, 'invDist3.json')}`);
  const { status } = spawnSync(process.execPath, ['bin/mantissa', ...args], { cwd: root, stdio: 'inherit' });
  if (status === 0) return;
  rmSync(folder, { recursive: true });
  process.exit(status ?? 1);
}

const program = 'corpus/nbody';
show('inspect', program);
show('run', program, '--how', 'original', '--', '64', '4');
show('run', program, '--how', 'emulated', '--configuration', configuration, '--', '64', '4');
show('run', program, '--how', 'built', '--configuration', configuration, '--', '64', '4');
console.log('\nEmulated and built agree bit for bit; the patch that builds it:');
show('rewrite', program, '--configuration', configuration);
rmSync(folder, { recursive: true });
