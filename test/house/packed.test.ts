import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { extract, list } from 'tar';
import { expect, it } from 'vitest';
import { faultsOfPackage } from '../../scripts/packed-files.mjs';
import { Scratch } from '../support/command-line.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Without the registry: dependencies are those of the checkout, and only they; `npm run test:packed` has npm install them. */
it('the npm package runs with npx in another folder, without further steps', async ({ skip }) => {
  if (spawnSync('npm', ['--version']).status !== 0) skip('SKIPPED: there is no npm on this machine');
  using scratch = new Scratch({
    'package.json': '{"private": true}',
    'sum.c':
      '#include <stdio.h>\nint main(void) { double s = 0; for (int i = 1; i < 900; i++) s += 1.0 / i; printf("%.17g\\n", s); }\n',
  });
  const home = scratch.folder;
  const packed = spawnSync('npm', ['pack', '--silent', '--offline', '--pack-destination', home], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(packed.status, packed.stderr).toBe(0);
  const modules = path.join(home, 'node_modules');
  fs.mkdirSync(path.join(modules, '.bin'), { recursive: true });
  const tarball = fs.readdirSync(home).find((name) => name.endsWith('.tgz'))!;
  const files: string[] = [];
  await list({
    file: path.join(home, tarball),
    onReadEntry: (entry) => files.push(entry.path.replace(/^package\//, '')),
  });
  expect(faultsOfPackage(files, fs.statSync(path.join(home, tarball)).size)).toEqual([]);
  await extract({ file: path.join(home, tarball), cwd: modules });
  fs.renameSync(path.join(modules, 'package'), path.join(modules, 'mantissa-tuner'));
  const { dependencies, bin } = JSON.parse(fs.readFileSync(path.join(modules, 'mantissa-tuner/package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    fs.mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    fs.symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  fs.symlinkSync(path.join('../mantissa-tuner', bin.mantissa), path.join(modules, '.bin/mantissa'));
  const npx = (...words: string[]) =>
    spawnSync('npx', ['--no-install', '--offline', 'mantissa', ...words], { cwd: home, encoding: 'utf8' });
  expect(npx('--version').stdout.trim()).toBe(
    JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version,
  );
  const tuned = npx(...'tune sum.c --max-error 1e-3 --engine wasm --json -q'.split(' '));
  expect(tuned.status, tuned.stderr).toBe(0);
  expect(JSON.parse(tuned.stdout).best).not.toBeNull();
  expect(npx('apply').stdout).toContain('+++ b/sum.c');
  const page = npx('report');
  expect(page.status, page.stderr).toBe(0);
});
