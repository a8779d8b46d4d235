// Checks the npm package as users get it: its list of files, `npx TARBALL tune` in an empty folder, an installation with `npx mantissa`, and the
// library's declarations under TypeScript.
//   node scripts/test-packed.mjs [--tarball FILE]
// Without --tarball it packs the package first. The dependencies come from the npm registry.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { helpIfAsked } from './help.mjs';
import { faultsOfPackage } from './packed-files.mjs';

helpIfAsked(import.meta);
const { values } = parseArgs({ options: { tarball: { type: 'string' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-packed-'));
const PROGRAM =
  '#include <stdio.h>\nint main(void) { double s = 0; for (int i = 1; i < 900; i++) s += 1.0 / i; printf("%.17g\\n", s); }\n';
const TUNE = 'tune sum.c --max-error 1e-3 --engine wasm --json -q'.split(' ');

try {
  const tarball = values.tarball ? path.resolve(values.tarball) : pack();
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  const sizeBytes = statSync(tarball).size;
  const faults = faultsOfPackage(
    files.map((file) => file.replace(/^package\//, '')),
    sizeBytes,
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));

  const empty = folderWithProgram('empty');
  // `npx /absolute/path` would start the tarball itself
  expectTuned(run(empty, 'npx', '--yes', `file:${tarball}`, ...TUNE));

  const home = folderWithProgram('installed');
  writeFileSync(path.join(home, 'package.json'), '{"private": true, "type": "module"}\n');
  run(home, 'npm', 'install', '--silent', '--no-audit', '--no-fund', tarball);
  const npx = (...words) => run(home, 'npx', '--no-install', 'mantissa', ...words);
  expectEqual(npx('--version').trim(), version);
  expectTuned(npx(...TUNE));
  const patch = npx('apply');
  if (!patch.includes('+++ b/sum.c')) throw new Error(`no patch:\n${patch}`);
  checkDeclarations(home);
  console.log(
    `${path.basename(tarball)}: ${files.length} files, ${(sizeBytes / 1e6).toFixed(2)} MB; it tunes a program by npx`,
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function pack() {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', scratch], { cwd: root });
  return path.join(scratch, `${readdirSync(scratch).find((file) => file.endsWith('.tgz'))}`);
}

/** @param {string} folder */
function folderWithProgram(folder) {
  mkdirSync(path.join(scratch, folder));
  writeFileSync(path.join(scratch, folder, 'sum.c'), PROGRAM);
  return path.join(scratch, folder);
}

/** @param {string} cwd @param {string} command @param {string[]} words */
function run(cwd, command, ...words) {
  const { status, stdout } = spawnSync(command, words, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, XDG_CACHE_HOME: scratch },
  });
  if (status === 0) return stdout;
  console.error(stdout);
  throw new Error(`${[command, ...words].join(' ')} ended with ${status}`);
}

/** @param {string} answer */
function expectTuned(answer) {
  const { best, trials } = JSON.parse(answer);
  if (best === null) throw new Error(`nothing was found in ${trials.total} trials`);
}

/** @param {unknown} found @param {unknown} expected */
function expectEqual(found, expected) {
  if (found !== expected) throw new Error(`${found} instead of ${expected}`);
}

/** Compiles a user's module: a declaration that is missing from the package is an error here. @param {string} home */
function checkDeclarations(home) {
  writeFileSync(
    path.join(home, 'user.ts'),
    `import { openProgram, openStudy, type Strategy, strategies } from '${name}';
const found: Strategy | undefined = strategies.find((one) => one.name === 'auto');
await using program = await openProgram(['sum.c'], { engine: 'wasm' });
const study = await openStudy(program, { folder: 'study', goal: { bound: 1e-3 }, maxTrials: 4 });
console.log(found?.summary, (await study.run()).best?.formats);
`,
  );
  const settings =
    '--noEmit --strict --target es2023 --lib es2023,esnext.disposable,dom --module nodenext --types node'.split(' ');
  const types = ['--typeRoots', path.join(root, 'node_modules/@types')];
  run(home, process.execPath, path.join(root, 'node_modules/typescript/bin/tsc'), ...settings, ...types, 'user.ts');
}
