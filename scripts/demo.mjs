// The main job on the embedded default: what of the n-body example can be tuned, and where its arithmetic is.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function show(...args) {
  console.log(`\n$ mantissa ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, ['bin/mantissa', ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

show('doctor');
show('inspect', 'corpus/nbody');
