// Packs mantissa as npm would publish it, installs the tarball in a folder elsewhere, and tunes a program there by `npx mantissa`.
//   node scripts/test-packed.mjs
// It asks the npm registry for the dependencies, and for nothing else.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-packed-'));
const home = path.join(scratch, 'elsewhere');

/** @param {string} command @param {string[]} words */
const run = (command, ...words) => execFileSync(command, words, { cwd: home, encoding: 'utf8' });

try {
  mkdirSync(home);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', scratch], { cwd: root });
  const tarball = readdirSync(scratch).find((name) => name.endsWith('.tgz'));
  writeFileSync(path.join(home, 'package.json'), '{"private": true}\n');
  run('npm', 'install', '--silent', '--no-audit', '--no-fund', path.join(scratch, `${tarball}`));
  writeFileSync(
    path.join(home, 'sum.c'),
    '#include <stdio.h>\nint main(void) { double s = 0; for (int i = 1; i < 900; i++) s += 1.0 / i; printf("%.17g\\n", s); }\n',
  );
  const version = run('npx', '--no-install', 'mantissa', '--version').trim();
  const tuned = run(
    'npx',
    '--no-install',
    'mantissa',
    ...'tune sum.c --max-error 1e-3 --engine wasm --json -q'.split(' '),
  );
  const { best, trials } = JSON.parse(tuned);
  if (best === null) throw new Error(`nothing was found in ${trials.total} trials`);
  const patch = run('npx', '--no-install', 'mantissa', 'apply');
  if (!patch.includes('+++ b/sum.c')) throw new Error(`no patch:\n${patch}`);
  console.log(`mantissa ${version} was packed, installed elsewhere, and tuned a program there`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
