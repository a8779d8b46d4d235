/** `mantissa init` in a git repository: no path of this machine in what is committed, and no study. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { expect, it } from 'vitest';
import { bin, Scratch } from '../support/command-line.js';

const hasScript = spawnSync('script', ['--version']).status === 0;
const MAIN =
  '#include <stdio.h>\nint main(int argc, char **argv) { double x = argc; printf("%g\\n", x / 3); return argv[0] == 0; }\n';
const files = { 'main.c': MAIN, 'data/in.txt': '3\n', '.git/HEAD': '', '.gitignore': '*.o' };

function init(scratch: Scratch, ...options: string[]): string {
  const { stderr, status } = spawnSync(process.execPath, [bin, 'init', '--no-check', ...options], {
    cwd: scratch.folder,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return stderr;
}
const ignored = (scratch: Scratch): string => fs.readFileSync(scratch.path('.gitignore'), 'utf8');

it('names a file of the program from the folder of the project', () => {
  using scratch = new Scratch(files);
  init(scratch, '--yes', '--', scratch.path('data/in.txt'), '/no/such/file');
  const { inputs } = JSON.parse(fs.readFileSync(scratch.path('mantissa.json'), 'utf8'));
  expect(inputs.run1.arguments).toEqual(['data/in.txt', '/no/such/file']);
});

it('leaves .gitignore alone without a question, and says what to add to it', () => {
  using scratch = new Scratch(files);
  expect(init(scratch, '--yes')).toContain('echo .mantissa/ >> .gitignore');
  expect(ignored(scratch)).toBe('*.o');
  fs.writeFileSync(scratch.path('.gitignore'), '*.o\n/.mantissa/\n');
  expect(init(scratch, '--yes', '--force')).not.toContain('.gitignore');
});

it('ignores nothing outside a repository', () => {
  using scratch = new Scratch({ 'main.c': MAIN });
  expect(init(scratch, '--yes')).not.toContain('.gitignore');
});

if (!hasScript) console.warn('skipped: no script(1) to make a terminal, so questions are not tested here');
it.skipIf(!hasScript)('adds the folder of studies to .gitignore when Enter agrees', () => {
  using scratch = new Scratch(files);
  const { status } = spawnSync('script', ['-qec', `${process.execPath} ${bin} init --no-check`, '/dev/null'], {
    ...{ cwd: scratch.folder, encoding: 'utf8', input: '\n\n\n\n' },
  });
  expect(status).toBe(0);
  expect(ignored(scratch)).toBe('*.o\n.mantissa/\n');
});
