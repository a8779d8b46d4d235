import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { withArgumentFiles } from '../../src/workbench/argument-files.js';
import { mantissa } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

const native = engines.native({ cache: cacheFolder() });
const engine = (await native.available()).ok ? 'native' : 'wasm';
await native.close();
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-arguments-'));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

/** Divides the number in a file by 7, then writes over the file. */
const DIVIDE = `#include <stdio.h>
int main(int argc, char **argv) {
  double x = 0.0;
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!file || fscanf(file, "%lf", &x) != 1) return 1;
  fclose(file);
  printf("%.17g\\n", x / 7);
  file = fopen(argv[1], "w");
  if (file) fputs("spoilt", file);
  return 0;
}
`;
fs.mkdirSync(path.join(root, 'program'));
fs.mkdirSync(path.join(root, 'data'));
fs.writeFileSync(path.join(root, 'program', 'divide.c'), DIVIDE);
fs.writeFileSync(path.join(root, 'program', 'beside.txt'), '0.3');
fs.writeFileSync(path.join(root, 'data', 'input.txt'), '0.6');
const contents = (...names: string[]) => fs.readFileSync(path.join(root, ...names), 'utf8');

describe('files that arguments name', () => {
  it('are copied for every run on every engine, and stay unchanged', async () => {
    const cwd = path.join(root, 'program');
    for (const [name, value] of [
      ['beside.txt', 0.3],
      ['../data/input.txt', 0.6],
    ] as const)
      for (const how of ['original', 'emulated', 'built'])
        for (const one of new Set([engine, 'wasm'])) {
          const command = ['run', 'divide.c', '--engine', one, '--how', how, '--', name];
          const { stdout, stderr } = await mantissa(command, { cwd });
          expect(Number(stdout), stderr).toBe(value / 7);
        }
    expect(contents('program', 'beside.txt')).toBe('0.3');
    expect(contents('data', 'input.txt')).toBe('0.6');
  });

  it('are found from the folder a command is given in, and those of a project file beside it', async () => {
    const project = { sources: ['divide.c'], inputs: { own: { arguments: ['beside.txt'] } } };
    fs.writeFileSync(path.join(root, 'program', 'mantissa.json'), JSON.stringify(project));
    const study = ['--study', path.join(root, 'study')];
    const goal = ['--engine', engine, '--max-error', '1e-3'];
    const given = await mantissa(['tune', 'program', ...goal, ...study, '--', 'data/input.txt'], { cwd: root });
    expect(given.exitCode, given.stderr).toBe(0);
    const verified = await mantissa(
      ['verify', '1', '-o', path.join(root, 'study'), '--engine', engine, '--arguments', 'data/input.txt'],
      { cwd: root },
    );
    expect(verified.exitCode, verified.stderr).toBe(0);
    const named = await mantissa(['check', 'program', '--engine', engine], { cwd: root });
    expect(named.exitCode, named.stderr).toBe(0);
  });

  it('are named with the searched folders if they do not exist', async () => {
    const cwd = path.join(root, 'program');
    const missing = `; file not found in ${fs.realpathSync(cwd)}: nowhere.txt`;
    for (const command of [['run'], ['check'], ['tune', '--max-error', '1e-3', '-o', path.join(root, 'none')]]) {
      const { exitCode, stderr } = await mantissa([...command, 'divide.c', '--engine', engine, '--', 'nowhere.txt'], {
        cwd,
      });
      expect(exitCode, stderr).toBe(4);
      expect(stderr.replace(/\s+/g, ' ')).toContain(missing);
    }
    const { stdout } = await mantissa(['advise', 'divide.c', '--engine', engine, '--json', '--', 'nowhere.txt'], {
      cwd,
    });
    expect(JSON.parse(stdout).reason).toContain(missing);
  });

  it('are found in the value of an option, and never in an empty one', () => {
    const folders = [path.join(root, 'data'), path.join(root, 'program')];
    const found = withArgumentFiles(['--in=input.txt', 'n=beside.txt', '12', '', '.', 'x'.repeat(5000)], folders);
    expect(found.copies).toEqual({
      'input.txt': path.join(root, 'data', 'input.txt'),
      'beside.txt': path.join(root, 'program', 'beside.txt'),
    });
    expect(found.arguments.slice(0, 3)).toEqual(['--in=input.txt', 'n=beside.txt', '12']);
    expect(withArgumentFiles(['12', '/etc/passwd'], folders)).toEqual({ arguments: ['12', '/etc/passwd'] });
  });
});

describe('mantissa run without arguments', () => {
  const cwd = path.join(root, 'of-a-project');
  fs.mkdirSync(cwd);
  fs.writeFileSync(path.join(cwd, 'divide.c'), DIVIDE);
  for (const [name, value] of [
    ['held.txt', '0.1'],
    ['first.txt', '0.2'],
    ['second.txt', '0.4'],
  ] as const)
    fs.writeFileSync(path.join(cwd, name), value);
  const inputs = {
    held: { arguments: ['held.txt'], heldOut: true },
    first: { arguments: ['first.txt'] },
    second: { arguments: ['second.txt'] },
  };
  fs.writeFileSync(path.join(cwd, 'mantissa.json'), JSON.stringify({ sources: ['divide.c'], inputs }));
  const printed = async (...options: string[]) => {
    const { stdout, stderr } = await mantissa(['run', '--engine', engine, ...options], { cwd });
    expect(stderr).toBe('');
    return Number(stdout);
  };

  it('takes those of the first input of the project that is not held out, or of the one that is named', async () => {
    expect(await printed()).toBe(0.2 / 7);
    expect(await printed('--input', 'second')).toBe(0.4 / 7);
    expect(await printed('--input', 'held')).toBe(0.1 / 7);
    expect(await printed('--', 'second.txt')).toBe(0.4 / 7);
  });

  it('refuses an unknown name, and contradictory options', async () => {
    const unknown = await mantissa(['run', '--input', 'secnd'], { cwd });
    expect(unknown.exitCode).toBe(2);
    expectDiagnostic(unknown.stderr, 'MX2004', { names: ["'secnd'", 'second'], remedy: ['mantissa run --help'] });
    const both = await mantissa(['run', '--input', 'second', '--', 'first.txt'], { cwd });
    expect(both.exitCode).toBe(2);
    expectDiagnostic(both.stderr, 'MX2004', { names: ['--input', '--'], remedy: ['mantissa run --help'] });
  });
});
