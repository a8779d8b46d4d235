// Compiles src/ to dist/ and viewer/ to one page there, removes what a renamed source file left behind, and makes the header of patches.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', root], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

for (const entry of readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || entry.parentPath.startsWith(path.join(root, 'dist/viewer'))) continue;
  const output = path.join(entry.parentPath, entry.name);
  const source = output
    .replace(path.join(root, 'dist'), path.join(root, 'src'))
    .replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
  if (!existsSync(source)) rmSync(output);
}

for (const script of ['scripts/write-formats-header.mjs', 'scripts/build-viewer.mjs']) {
  const made = spawnSync(process.execPath, [path.join(root, script)], { stdio: 'inherit' });
  if (made.status !== 0) process.exit(made.status ?? 1);
}
